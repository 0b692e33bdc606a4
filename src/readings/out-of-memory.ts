import type { OutOfMemory } from "../domain/pilot-reading.ts";
import { makeTrail, phaseSaid } from "./failure-phase.ts";
import { gibOf, numberOf } from "./figures.ts";
import type { LogLine } from "./line.ts";
import { makeTally, type Tool } from "./tally.ts";

const begins =
  /\b(?:CUDA|HIP|XPU|MPS)(?: error:| backend)? out of memory|OutOfMemoryError|RESOURCE_EXHAUSTED: Out of memory|CUBLAS_STATUS_ALLOC_FAILED|cudaErrorMemoryAllocation/iu;
const size = String.raw`([\d.,]+)\s?([KMGT]?i?[Bo]|bytes)\b`;
const asked = new RegExp(`(?:Tried|trying) to allocate ${size}`, "iu");
const capacity = new RegExp(`${size} total capacity|total capaci?ty of ${size}`, "iu");
const free = new RegExp(`${size} free\\b|of which ${size} is free`, "iu");
const inUse = new RegExp(`(?:this process|Process \\d+) has ${size} memory in use`, "iu");
const allocated = new RegExp(`${size} already allocated|${size} is allocated by PyTorch`, "iu");
const pools = new RegExp(`${size} allocated in private pools`, "iu");
const unallocated = new RegExp(`${size} is reserved by PyTorch but unallocated`, "iu");
const reservedTotal = new RegExp(`${size} (?:reserved in total by PyTorch|cached)`, "iu");
const allowed = new RegExp(`${size} allowed`, "iu");
const gpu = /\bGPU (\d+)(?:;| has\b)/u;

/** Share of a card beyond which tensors alone leave no room for the driver, the libraries and the next longer batch. */
const NEARLY = 0.95;

const hints = /emory|EXHAUSTED|CUBLAS/u;
const deaths = /-9|-7|137|[Kk]ill|KILL|OOM|oom|CPUAllocator|Bus|BUS|ollective|shared memory/u;

const killed: readonly (readonly ["host-memory-kill" | "shared-memory-kill" | "collective-timeout", RegExp])[] = [
  ["host-memory-kill", /exitcode\s*:\s*-9\b|return code\s*[=:]?\s*-9\b|(?:exit code|exited with code|exit status|ExitCode)[:= ]+137\b|\bSIGKILL\b|OOMKilled|oom[-_ ]kill|Out of memory: Kill|^\s*(?:\S+: line \d+:\s+\d+ )?Killed\b|DefaultCPUAllocator: (?:can't|not enough) allocate memory|DefaultCPUAllocator: not enough memory/u],
  ["shared-memory-kill", /exitcode\s*:\s*-7\b|return code\s*[=:]?\s*-7\b|\bBus error\b|\bSIGBUS\b|insufficient shared memory/u],
  ["collective-timeout", /Watchdog caught collective operation timeout|collective operation timeout: WorkNCCL/u],
]; // prettier-ignore

/** PyTorch's words for a failed allocation, of all versions, and what the system says when it kills a process. */
export const outOfMemory: Tool = () => {
  const t = makeTally("oom");
  const trail = makeTrail();
  const seen = new Set<string>();
  const found: OutOfMemory[] = [];
  let pending: { text: string; lines: number; readonly rank: number | null } | null = null;

  function flush(): void {
    if (pending === null) return;
    const failure = readFailure(
      pending.text,
      pending.rank,
      trail.phase(pending.rank) ?? phaseSaid(pending.text),
    );
    pending = null;
    const key = JSON.stringify({ ...failure, phase: null, rank: null });
    if (
      seen.has(key) &&
      found.some((one) => one.rank === null || failure.rank === null || one.rank === failure.rank)
    )
      return;
    seen.add(key);
    found.push(failure);
    t.failure(failure);
  }

  function read({ text, rank }: LogLine): void {
    if (hints.test(text) && begins.test(text)) {
      flush();
      t.hit();
      pending = { text, lines: 1, rank };
      if (isWhole(text)) flush();
    } else if (pending !== null) {
      if (pending.lines >= 6 || /^\s*(?:Traceback|File "|\[?\d{4}-|#)/u.test(text)) flush();
      else {
        pending = { ...pending, text: `${pending.text} ${text.trim()}`, lines: pending.lines + 1 };
        if (isWhole(pending.text)) flush();
      }
    }
  }

  return {
    hits: t.hits,
    line(line) {
      trail.line(line.text, line.rank);
      read(line);
      if (!deaths.test(line.text)) return;
      for (const [code, pattern] of killed) {
        if (!pattern.test(line.text)) continue;
        t.hit();
        const count = (t.detailOf(counts[code]) ?? 0) + 1;
        t.detail(counts[code], count);
        t.warn(code);
      }
    },
    end() {
      flush();
      [...found].sort((a, b) => (b.requestedGib ?? 0) - (a.requestedGib ?? 0)).forEach(judge);
      const cards = found.flatMap(({ capacityGib }) => capacityGib ?? []);
      const [first] = cards;
      if (first !== undefined && cards.every((one) => Math.abs(one / first - 1) < 0.05)) {
        t.set("capacityGib", Math.min(...cards));
        found.forEach(peaks);
      } else if (first !== undefined) {
        t.warn("several-cards");
        found.forEach(peaks);
      }
      if (found.length > 0) t.detail("outOfMemoryCount", found.length);
      if (found.length > 1) t.warn("several-failures", { count: found.length });
      return t.end();
    },
  };

  function peaks({
    rank,
    gpu: device,
    allocatedGib,
    reservedUnallocatedGib,
    capacityGib,
    freeGib,
  }: OutOfMemory): void {
    const process = rank ?? device;
    t.peak("allocated", allocatedGib, process);
    if (allocatedGib !== null && reservedUnallocatedGib !== null)
      t.peak("reserved", allocatedGib + reservedUnallocatedGib, process);
    if (capacityGib !== null && freeGib !== null) t.peak("device", capacityGib - freeGib, process);
    if (allocatedGib !== null) t.warn("at-failure");
  }

  function judge(failure: OutOfMemory): void {
    const { requestedGib, freeGib, reservedUnallocatedGib, allowedGib, allocatedGib, capacityGib } = failure;
    if (requestedGib !== null && reservedUnallocatedGib !== null && reservedUnallocatedGib >= requestedGib)
      t.warn("fragmentation", {
        reserved: reservedUnallocatedGib,
        asked: requestedGib,
        ...(allocatedGib !== null &&
        capacityGib !== null &&
        allocatedGib + requestedGib > NEARLY * capacityGib
          ? { allocated: allocatedGib, capacity: capacityGib }
          : {}),
      });
    if (allowedGib !== null) t.warn("capped", { allowed: allowedGib });
    if (requestedGib !== null && freeGib !== null) t.warn("mixed-units");
  }
};

const counts = {
  "host-memory-kill": "hostMemoryKills",
  "shared-memory-kill": "sharedMemoryKills",
  "collective-timeout": "collectiveTimeouts",
} as const;

const isWhole = (text: string): boolean => unallocated.test(text) || reservedTotal.test(text);

function sizeIn(text: string, pattern: RegExp): number | null {
  const parts =
    pattern
      .exec(text)
      ?.slice(1)
      .filter((part) => (part as string | undefined) !== undefined) ?? [];
  const value = numberOf(parts[0] ?? "");
  return value === null ? null : gibOf(value, parts[1] ?? "");
}

function readFailure(text: string, rank: number | null, phase: OutOfMemory["phase"]): OutOfMemory {
  const allocatedGib = sizeIn(text, allocated);
  const total = sizeIn(text, reservedTotal);
  const device = gpu.exec(text)?.[1];
  return {
    requestedGib: sizeIn(text, asked),
    freeGib: sizeIn(text, free),
    phase,
    gpu: device === undefined ? null : Number(device),
    rank,
    capacityGib: sizeIn(text, capacity),
    inUseGib: sizeIn(text, inUse),
    allocatedGib,
    reservedUnallocatedGib:
      sizeIn(text, unallocated) ?? (total !== null && allocatedGib !== null ? total - allocatedGib : null),
    privatePoolsGib: sizeIn(text, pools),
    allowedGib: sizeIn(text, allowed),
  };
}
