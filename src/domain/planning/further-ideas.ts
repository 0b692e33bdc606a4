import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import { largestThatFits } from "../memory/largest-that-fits.ts";
import { trainedTokens } from "../performance/workload.ts";
import type { RunSpec } from "../run-spec.ts";
import { change, changeSpec } from "./change-spec.ts";
import type { Configuration } from "./configurations.ts";
import { prepare } from "./decide-spec.ts";
import type { Shortfall } from "./decide.ts";
import { progressOf } from "./finished.ts";
import { freeCount, lean, whole } from "./relaxation-ideas.ts";
import type { Idea } from "./relaxation-ideas.ts";
import { usableGib } from "../memory/usable.ts";

/** Ideas for one end, the mildest first: the first that works is the one to name. */
type Ladder = readonly Idea[];

/** Shorter than this nobody trains on text. [tokens] */
const SHORTEST = 256;

/** Down to a length that a person would say. */
const sayable = (length: number): number => {
  const step = length >= 4096 ? 1024 : 256;
  return Math.floor(length / step) * step;
};

/** The longest length that surely fits where the run came closest; null = not even a short one, or no shorter than asked. */
function lengthThatFits(run: FilledRun, { card }: Configuration): number | null {
  const usable = usableGib(card, run.memoryGib);
  const longest = usable === null ? null : largestThatFits(run, card, usable);
  const length = sayable(longest?.sequenceLength ?? 0);
  return length >= SHORTEST && length < run.memoryTokens ? length : null;
}

type Fields = readonly (readonly [string, unknown])[];

const leanFields = (run: FilledRun): Fields => [
  ["microBatch", 1],
  ["gradientAccumulation", run.gradientAccumulation * run.microBatch],
  ...lean,
];

const asLean = (run: FilledRun): FilledRun => ({
  ...run,
  microBatch: 1,
  checkpointing: "full",
  fusedLoss: true,
});

/** The same run by QLoRA, laid out where it came closest. */
function byQlora(spec: RunSpec, nearest: Configuration, world: World): FilledRun | null {
  const prepared = prepare(changeSpec(spec, qlora.map(([field, to]) => change(spec, field, to))), world); // prettier-ignore
  if ("problems" in prepared) return null;
  const { gpus, nodes, parallel } = nearest.run;
  return { ...prepared.run, gpus, nodes, parallel };
}

const qlora: Fields = [
  ["method", "qlora"],
  ["precision", null],
  ["optimizer", null],
];

/** On the cards that came closest: a shorter sequence, alone or after all that costs no length; by QLoRA too. */
function shorter(run: FilledRun, spec: RunSpec, nearest: Configuration, world: World): readonly Ladder[] {
  const laid = nearest.run;
  const alone = lengthThatFits(laid, nearest);
  const leanest = lengthThatFits(asLean(laid), nearest);
  const plain: Ladder = alone === null ? [] : [["shorter-sequence", ["sequenceLength", alone]]];
  const after: Ladder =
    leanest === null || leanest === alone
      ? []
      : [["shorter-sequence-and-lean", ...leanFields(run), ["sequenceLength", leanest]]];
  const light = run.method === "qlora" ? null : byQlora(spec, nearest, world);
  const quantised = light === null ? null : lengthThatFits(asLean(light), nearest);
  const short: Ladder =
    quantised === null
      ? []
      : [["qlora-and-shorter-instead", ...qlora, ...leanFields(run), ["sequenceLength", quantised]]];
  const method: Ladder =
    light === null ? [] : [["qlora-and-lean-instead", ...qlora, ...leanFields(run)], ...short];
  // What keeps more of the length first: twice as long is worth three settings.
  return [
    leanest !== null && leanest >= 2 * (alone ?? 0) ? [...after, ...plain] : [...plain, ...after],
    method,
  ];
}

/** On more of the named cards, by a method or precision that needs fewer of them. */
function moreAndLighter(run: FilledRun, spec: RunSpec): readonly Ladder[] {
  if (spec.gpus === undefined || spec.accelerator === undefined) return [];
  if (run.method === "inference") {
    const fp8: Ladder = [["weights-fp8-and-count", ["precision.weights", "fp8"], ...freeCount]];
    const four: Ladder = [["weights-4bit-and-count", ["precision.weights", "awq4"], ...freeCount]];
    return run.precision.weights === "bf16" || run.precision.weights === "fp16" ? [four, fp8] : [];
  }
  const adapters: Ladder = whole(run)
    ? [["lora-and-count-instead", ["method", "lora"], ["precision", null], ["optimizer", null], ...freeCount]]
    : [];
  return run.method === "qlora"
    ? []
    : [
        [
          ["qlora-and-count-instead", ...qlora, ...freeCount],
          ...adapters,
          ["qlora-lean-and-count-instead", ...qlora, ...leanFields(run), ...freeCount],
        ],
      ];
}

/** Fewer users at once, as many as surely fit: halved until they do. */
function fewerUsers(run: FilledRun): Ladder {
  const steps: Idea[] = [];
  for (let users = Math.floor((run.serving?.concurrency ?? 1) / 4); users >= 1; users = Math.floor(users / 2))
    steps.push(["fewer-users-still", ["serving.concurrency", users]]);
  return steps;
}

/** Two digits, never more than it was. */
const roundDown = (value: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.floor(value / step) * step;
};

/** As much of the work as the limits leave where they are passed by least; rounded down, then less where that is not enough. */
function fewerTokens(run: FilledRun, spec: RunSpec, nearest: Configuration): Ladder {
  const { tokens, samples } = spec.data ?? {};
  const [field, stated] = tokens === undefined ? ["data.samples", samples] : ["data.tokens", tokens];
  const trained = trainedTokens(run);
  if (run.method === "inference" || stated === undefined || trained === null || nearest.window === null)
    return [];
  const perHour = nearest.price?.perHour.likely ?? null;
  const done = progressOf(nearest.window, perHour, spec, trained, trained)?.tokens.likely ?? 0;
  return [1, 0.8, 0.5, 0.25]
    .map((share) => roundDown((stated * done * share) / trained))
    .filter((left) => left > 0 && left < stated)
    .map((left) => ["fewer-tokens", [field, left]]);
}

/**
 * What would do it where few single changes do: on the same cards a shorter sequence, fewer users or QLoRA with all that
 * lowers memory; more of the cards with a lighter method; under a cap or a deadline as many tokens as it leaves.
 */
export function furtherIdeas(
  run: FilledRun,
  spec: RunSpec,
  { binding, nearest }: Shortfall,
  world: World,
): readonly Ladder[] {
  if (nearest === null) return [];
  const { configuration } = nearest;
  if (binding === "budget" || binding === "deadline") return [fewerTokens(run, spec, configuration)];
  if (binding !== "memory" && binding !== "max-gpus") return [];
  const own = run.method === "inference" ? [fewerUsers(run)] : shorter(run, spec, configuration, world);
  return [...own, ...moreAndLighter(run, spec)];
}
