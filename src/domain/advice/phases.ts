import type { Finding } from "../finding.ts";
import {
  adapts, failedAt, failedWith, finding, hostBytes, nameOf, ranOut, seen, soldBytes, told, trains, trainsAll, weightsBytes,
  type Situation,
} from "./situation.ts"; // prettier-ignore

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/** Where a conversion or a merge of weights runs: on the host, whatever the card. */
const conversion: Advise = (s) => {
  const { model } = s;
  if (model === null || !told(s, "conversion")) return none;
  const killed = failedWith(s, "killed") || told(s, "killed-silently") || ranOut(s);
  if (!killed) return none;
  return [
    finding("conversion-in-host-memory", {
      model: nameOf(s),
      needed: weightsBytes(model),
      host: hostBytes(s),
    }),
  ];
};

/** A process that disappears without a CUDA error was stopped by the kernel: host memory, not the card. */
const killed: Advise = (s) => {
  if (!failedWith(s, "killed") && !told(s, "killed-silently")) return none;
  if (told(s, "conversion", "interrupted", "shared-memory")) return none;
  return [finding("killed-is-host-memory", { phase: failedAt(s), host: hostBytes(s) })];
};

/** Ranks of one node that each stage their own copy of the weights in host memory. */
const hostCopies: Advise = (s) => {
  const { model, gpus, nodes, spec } = s;
  const host = hostBytes(s);
  const silent = failedWith(s, "killed") || told(s, "killed-silently");
  if (model === null || told(s, "conversion") || (host === null && !silent)) return none;
  if (s.reading.context.failure === undefined && !silent) return none;
  const ranks = seen(s, "processes") ?? Math.max(1, Math.round(gpus / Math.max(1, nodes)));
  const models = spec.objective === "dpo" && trainsAll(s) ? 2 : 1;
  const fp32 = model.parametersTotal * 4;
  const all = fp32 * ranks * models;
  const one = weightsBytes(model);
  if (host !== null && one > host * 0.85)
    return [
      finding("host-smaller-than-weights", {
        host,
        copy: one,
        ranks,
        all: one * ranks,
        model: nameOf(s),
        offload: s.stated.parallel?.offload ?? null,
      }),
    ];
  if (ranks < 2 || (host !== null && all < host * 0.8) || !silent) return none;
  return [
    finding("host-copies", {
      ranks,
      models,
      copy: fp32,
      all,
      half: all / 2,
      host,
      single: fp32 * models,
      passes: host !== null && all > host,
      model: nameOf(s),
    }),
  ];
};

/** What offload and a merged save want of the host. */
const hostRoom: Advise = (s) => {
  const { model } = s;
  const host = hostBytes(s);
  if (model === null || host === null || told(s, "conversion") || s.reading.context.failure === undefined)
    return none;
  const one = weightsBytes(model);
  if (one > host * 0.85 || one < host * 0.35 || failedWith(s, "killed")) return none;
  return [finding("host-room", { host, copy: one })];
};

const atPhase: Advise = (s) => {
  const phase = failedAt(s);
  const { model } = s;
  if (!ranOut(s) && !failedWith(s, "killed")) return none;
  const weights = model === null ? null : weightsBytes(model);
  const common = {
    weights,
    card: soldBytes(s),
    host: hostBytes(s),
    gpus: s.gpus,
    adapters: adapts(s),
    model: nameOf(s),
  };
  switch (phase) {
    case "checkpoint-save":
    case "export":
      return told(s, "conversion") ? none : [finding("save-gathers", common)];
    case "evaluation":
    case "generation":
      return [finding("evaluation-peak", { batch: s.stated.validation?.batch ?? null })];
    case "restore":
      return [finding("resume-peak", common)];
    case "optimizer-step":
      return [
        finding("first-step-peak", {
          moments: model === null || !trainsAll(s) ? null : model.parametersTotal * 8,
          gpus: s.gpus,
        }),
      ];
    case "load":
      return failedWith(s, "killed") ? none : [finding("load-peak", common)];
    case null:
    default:
      return none;
  }
};

/** After many good steps: a long sample, a slow drift or a break-up of free memory. */
const late: Advise = (s) => {
  const phase = failedAt(s);
  if (!told(s, "late-failure") || !(ranOut(s) || failedWith(s, "killed"))) return none;
  if (phase === "checkpoint-save" || phase === "evaluation" || phase === "export") return none;
  const generates = s.spec.objective === "grpo";
  return [finding("late-long-sample", { step: seen(s, "step"), generates })];
};

/** Processes that wait for one another longer than the library allows. */
const timeout: Advise = (s) =>
  told(s, "collective-timeout")
    ? [finding("collective-timeout", { nodes: s.nodes > 1 || told(s, "more-nodes") })]
    : none;

/** Loader processes hand batches over in shared memory, which containers keep small. */
const shared: Advise = (s) => (told(s, "shared-memory") ? [finding("shared-memory")] : none);

const GIB = 2 ** 30;
const bytesOf = (gib: number | null): number | null => (gib === null ? null : gib * GIB);

/** What the allocator held unused and what the card had free beside it, when an allocation failed. Bytes; null = not in the message. */
function unused(s: Situation): number | null {
  const [allocated, reserved] = [seen(s, "allocatedGib"), seen(s, "reservedGib")];
  const held =
    seen(s, "reservedUnallocatedGib") ??
    (allocated === null || reserved === null ? null : reserved - allocated);
  return held === null ? null : (held + (seen(s, "freeGib") ?? 0)) * GIB;
}

const requestedBytes = ({ reading }: Situation): number | null =>
  bytesOf(reading.context.failure?.requestedGib ?? null);

/** Enough memory was there for the tensor that was refused; null = the figures do not tell. */
function inPieces(s: Situation): boolean | null {
  const [requested, there] = [requestedBytes(s), unused(s)];
  return requested === null || there === null ? null : there >= requested;
}

const isFragmented = (s: Situation): boolean => told(s, "fragmented") && inPieces(s) !== false;

/** Free memory in pieces too small for one tensor. */
const fragmented: Advise = (s) =>
  isFragmented(s) ? [finding("fragmented", { reserved: unused(s), requested: requestedBytes(s) })] : none;

/** A message of the allocator without a run: what its own figures say. Bytes. */
const figures: Advise = (s) => {
  if (!ranOut(s) || s.model !== null || told(s, "conversion") || isFragmented(s)) return none;
  const [requested, allocated] = [requestedBytes(s), bytesOf(seen(s, "allocatedGib"))];
  return [
    finding("out-of-memory-figures", {
      requested,
      allocated,
      unused: unused(s),
      needed: allocated === null || requested === null ? null : allocated + requested,
      inPieces: inPieces(s),
      phase: failedAt(s),
    }),
  ];
};

/** A cause that the figures do not settle: the stage and the exact message do. */
const open: Advise = (s) => {
  if (!ranOut(s) || failedAt(s) !== null || told(s, "late-failure", "conversion") || !trains(s)) return none;
  const best = s.plan?.best ?? null;
  const sized = s.candidate;
  if (sized === null) return none;
  const fits = best !== null && s.plan?.infeasible == null && sized.estimate.verdict === "fits";
  if (!fits) return none;
  return [
    finding("cause-open", {
      required: sized.estimate.perGpu.required.likely * 2 ** 30,
      usable: sized.estimate.usableGib === null ? null : sized.estimate.usableGib * 2 ** 30,
    }),
  ];
};

/** Where the data stood is part of a resume; a better validation can be repeated data. */
const dataPosition: Advise = (s) => {
  if (!told(s, "resumed") || !told(s, "collapsed")) return none;
  return [finding("data-position", { from: seen(s, "resumedStep"), step: seen(s, "step") })];
};

/** A loss that does not continue after a resume. */
const resumeLoss: Advise = (s) => {
  if (!told(s, "resumed") || !told(s, "loss-differs")) return none;
  const { transformers, accelerate } = s.reading.context.versions ?? {};
  const known = /^4\.3[0-2](?:\.|$)/u.test(transformers ?? "");
  return [
    finding("resume-loss", {
      transformers: transformers ?? null,
      accelerate: accelerate ?? null,
      known,
    }),
  ];
};

/** What full AdamW writes for a resume: 2 bytes of weights and 12 of fp32 copy and moments a parameter. */
const checkpointSize: Advise = (s) => {
  const { model } = s;
  if (model === null || !told(s, "checkpoint-size")) return none;
  const optimizer = model.parametersTotal * 12;
  const claimed = seen(s, "expectedGb");
  const kept = s.spec.save?.keep ?? 3;
  const lora = s.stated.method !== undefined && adapts(s);
  return [
    finding("checkpoint-size", {
      parameters: model.parametersTotal,
      optimizer,
      weights: weightsBytes(model),
      whole: optimizer + weightsBytes(model),
      claimed: claimed === null ? null : claimed * 1e9,
      bytesClaimed: claimed === null ? null : (claimed * 1e9) / model.parametersTotal,
      kept,
      keptBytes: (optimizer + weightsBytes(model)) * kept,
      adapters: lora,
    }),
  ];
};

export const phaseAdvice: readonly Advise[] = [
  conversion, killed, hostCopies, atPhase, timeout, shared, fragmented, late, hostRoom, dataPosition, resumeLoss, checkpointSize, figures, open,
]; // prettier-ignore
