import { pathToFileURL } from "node:url";
import type { World } from "../../src/domain/catalogue.ts";
import type { MeasuredRun } from "../../src/domain/measurement.ts";
import { estimateRun } from "../../src/domain/planning/estimate-run.ts";
import { recommend } from "../../src/domain/planning/recommend.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { loadWorld } from "../../src/engine/load-world.ts";

const asked: readonly RunSpec[] = [
  { model: "meta-llama/Llama-3.1-8B" },
  {
    model: "meta-llama/Llama-3.1-8B",
    method: "lora",
    sequenceLength: 4096,
    microBatch: 2,
    data: { tokens: 2e8 },
  },
  { model: "meta-llama/Llama-3.1-8B", method: "full", data: { tokens: 1e9 } },
  {
    model: "meta-llama/Llama-3.1-70B",
    method: "lora",
    accelerator: "h100-sxm",
    gpus: 8,
    data: { tokens: 5e8 },
  },
  { model: "meta-llama/Llama-3.1-70B", method: "full", accelerator: "mi300x" },
  { model: "mistralai/Mistral-7B-v0.1", method: "full", accelerator: "a100-80gb-sxm", gpus: 1 },
  { model: "Qwen/Qwen2.5-0.5B", method: "qlora", data: { tokens: 1e7 }, limits: { regions: ["eu"] } },
  {
    model: "Qwen/Qwen2.5-32B",
    method: "inference",
    serving: { concurrency: 40, promptTokens: 7168, outputTokens: 1024 },
  },
  { model: "mistralai/Mixtral-8x7B-v0.1", method: "qlora", data: { tokens: 1e8 } },
  {
    model: "meta-llama/Llama-3.1-8B",
    method: "lora",
    data: { tokens: 1e9 },
    limits: { budget: { amount: 15, currency: "EUR" }, deadlineHours: 10 },
  },
];

/** Those that look at most: copies of a served model in any number, targets that nothing keeps, spot beside on demand. */
const widest: readonly RunSpec[] = [
  {
    model: "mistralai/Mixtral-8x7B-v0.1",
    method: "inference",
    serving: { concurrency: 200, promptTokens: 7168, outputTokens: 1024, requestsPerSecond: 5 },
  },
  {
    model: "meta-llama/Llama-3.1-405B",
    method: "inference",
    serving: { promptTokens: 7168, outputTokens: 128, targets: { ttftMs: 200, tokensPerSecondPerUser: 60 } },
  },
  {
    model: "meta-llama/Llama-3.1-70B",
    data: { tokens: 2e8 },
    limits: { spot: true, budget: { amount: 100, currency: "USD" } },
  },
];

const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};

const share = (part: number, whole: number): string =>
  `${part} of ${whole}${whole === 0 ? "" : ` (${((100 * part) / whole).toFixed(0)} %)`}`;

interface Tally {
  ran: number;
  ranRefused: number;
  ranTight: number;
  out: number;
  outFits: number;
  outTight: number;
  refused: number;
}

/** Verdicts on published runs that ran, and on those that ran out of memory, on the card they were published on. */
function verdicts(runs: readonly MeasuredRun[], verdictOf: (spec: RunSpec) => string | null): Tally {
  const tally: Tally = { ran: 0, ranRefused: 0, ranTight: 0, out: 0, outFits: 0, outTight: 0, refused: 0 };
  for (const { spec, measured } of runs) {
    if (spec.accelerator === undefined) continue;
    const verdict = verdictOf(spec);
    if (verdict === null) {
      tally.refused += 1;
    } else if (measured.outcome === "oom") {
      tally.out += 1;
      if (verdict === "fits") tally.outFits += 1;
      if (verdict === "tight") tally.outTight += 1;
    } else {
      tally.ran += 1;
      if (verdict === "does-not-fit") tally.ranRefused += 1;
      if (verdict === "tight") tally.ranTight += 1;
    }
  }
  return tally;
}

type Said = ReturnType<typeof recommend>;

function words(plan: Said): string {
  if ("problems" in plan) return plan.problems.map((p) => p.code).join(", ");
  if (plan.best === null)
    return `${plan.kind}: ${plan.infeasible?.binding ?? ""}, ${plan.infeasible?.relaxations.length ?? 0} ways out`;
  return `${plan.best.gpus} × ${plan.best.accelerator} (${plan.best.reason}), ${plan.alternatives.length} alternatives`;
}

const repeats = 10;

/** Whole plans, warm: quantiles of wall and processor time, and a line a question with the median of its own. */
function timed(title: string, specs: readonly RunSpec[], world: World): readonly string[] {
  for (let i = 0; i < repeats; i += 1) for (const spec of specs) recommend(spec, world);
  const wall: number[] = [];
  const cpu: number[] = [];
  const lines: string[] = [];
  for (const spec of specs) {
    const times: number[] = [];
    let said = "";
    for (let i = 0; i < repeats; i += 1) {
      const used = process.cpuUsage();
      const start = performance.now();
      const plan = recommend(spec, world);
      times.push(performance.now() - start);
      const { user, system } = process.cpuUsage(used);
      cpu.push((user + system) / 1000);
      said = words(plan);
    }
    wall.push(...times);
    const { model, method } = spec;
    lines.push(
      `  ${quantile(times, 0.5).toFixed(1).padStart(6)} ms (least ${Math.min(...times).toFixed(1)})  ${typeof model === "string" ? model : ""} ${method ?? ""} → ${said}`,
    );
  }
  const both = (times: readonly number[]): string =>
    `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`;
  return [`${title}: wall ${both(wall)}; processor ${both(cpu)}`, ...lines];
}

/** How often the choice would have been wrong on published runs, and how long a whole plan takes on the full catalogue. */
export async function benchChoice(): Promise<string> {
  const world = await loadWorld("catalog", "2026-11-30");
  const tally = verdicts(world.catalogue.measurements ?? [], (spec) => {
    const outcome = estimateRun(spec, world, { brief: true });
    return "problems" in outcome ? null : outcome.estimate.verdict;
  });
  const size = `${world.catalogue.accelerators.length} cards and ${world.catalogue.offers.length} offers`;
  return [
    `published runs that ran out of memory and are called "fits": ${share(tally.outFits, tally.out)}; called tight: ${share(tally.outTight, tally.out)}`,
    `published runs that ran and are refused: ${share(tally.ranRefused, tally.ran)}; called tight: ${share(tally.ranTight, tally.ran)}`,
    `specs that could not be sized: ${tally.refused}`,
    ...timed(`a whole plan over ${size}`, asked, world),
    ...timed("the questions that look at most", widest, world),
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(await benchChoice());
