import type { CorrectionCause } from "../../domain/pilot/correction.ts";
import type {
  InconclusiveCode,
  JudgedFigure,
  MissCause,
  NextCode,
  PilotStage,
  RestoreItem,
} from "../../domain/pilot/pilot.ts";
import { text, type Params } from "../params.ts";
import { capital } from "../words-of.ts";

const planned = (p: Params): string =>
  `planned ${text(p, "planned") ?? "unknown"}, run with ${text(p, "measured") ?? "unknown"}`;

/** Slips that would explain a pace that contradicts itself. */
const paceSlips: Readonly<Record<string, string>> = {
  "one-pass": " If the seconds are of one pass, not of a whole step with its accumulation, they agree.",
  "rate-of-one": " If the tokens/s are of one GPU, they agree.",
  "rate-of-all": " If the tokens/s are of all GPUs, they agree.",
};

/** A verdict on what a pilot brought back. */
export const pilot = {
  verdicts: { confirmed: "Confirmed", off: "Off", inconclusive: "Nothing can be concluded" },
  head: (verdict: string, stage: string) => `${verdict}: ${stage}.`,
  stages: {
    "one-gpu-pilot": "one-GPU pilot",
    "scaling-step": "scaling step",
    "restore-proof": "restore proof",
  } satisfies Record<PilotStage, string>,
  figures: {
    peakAllocatedGib: "peak allocated",
    peakReservedGib: "peak reserved (PyTorch)",
    peakDeviceGib: "peak of the device",
    weightsGib: "weights",
    stepSeconds: "step time",
    kvCacheTokens: "room for context, in tokens",
    ttftSeconds: "wait for the first token",
    tpotSeconds: "time per further token",
    tokensPerSecondPerGpu: "tokens per second, per GPU",
  } satisfies Record<JudgedFigure, string>,
  compared: (figure: string, measured: string, predicted: string, inside: boolean) =>
    `${figure}: ${measured} measured, ${predicted} predicted: ${inside ? "inside" : "outside"}.`,
  atLeast: (figure: string, measured: string, needed: string, enough: boolean) =>
    `${figure}: ${measured} measured, at least ${needed} needed: ${enough ? "enough" : "too little"}.`,
  contradicts: (figure: string, now: string, before: string) =>
    `With the same settings, as far as the two results tell: ${figure} is ${now} here and was ${before} before.`,
  contradictedBy: (when: string) => ` posted the earlier one, ${when}.`,
  contradictionMemory:
    "What could explain it: another micro-batch, length or method than was said; the longest batch, an evaluation or a save in one of them only; another process on the card; another counter under the same name.",
  contradictionPace:
    "What could explain it: warm-up in one of them, a slow data loader, a busy host or a card held back by heat or power.",
  contradictionVersions:
    "The two ran with other versions of their software: that may be all. Pin them before the next run.",
  contradictionCounts:
    "Until it is settled the plan counts with the worse of the two, and less surely: neither is averaged away.",
  gap: (gap: string, counter: string) =>
    `The device shows ${gap} more than the ${counter}: two counters, no contradiction. Context, collectives, other libraries and blocks kept free make it up; what has to fit is the device's.`,
  gapBelow: (gap: string, counter: string) =>
    `The device shows ${gap} less than the ${counter}: it was looked at another moment, or it is another card. Its true peak is higher.`,
  preempted:
    "Requests had to give their room back under this load: the room for context is too small. That is our miss.",
  causes: {
    state: "weights and states",
    activations: "activations and logits",
    allocator: "what the allocator reserves beyond what is allocated",
    device: "what the device shows beyond what PyTorch reserves",
    utilisation: "how fast the cards work",
    "kv-cache": "the room for context",
    scaling: "how well more cards share the work",
    verdict: "that it fits",
  } satisfies Record<MissCause, string>,
  miss: (by: string, figure: string | null, cause: string, above: boolean) =>
    `Our estimate was too ${above ? "low" : "high"} by ${by}${figure === null ? "" : ` (${figure})`}. What did not hold: ${cause}. That is our miss.`,
  scaling: {
    efficiency: (gpus: number, from: number, share: string, predicted: string | null, asked: string) =>
      `On ${gpus} GPUs each is worth ${share} of one ${from === 1 ? "alone" : `among ${from}`}; ${predicted === null ? "" : `${predicted} predicted, `}at least ${asked} asked.`,
    worth: (time: string, cost: string, pays: boolean) =>
      `The same work takes ${time} of the time for ${cost} of the cost: more cards ${pays ? "pay" : "do not pay"} here.`,
    binds: (what: string) => `What binds: ${what}.`,
    aboveLinear:
      "More than one card's worth each is seldom the cards' doing: sharded state leaves each less to hold, or the baseline was slow (warm-up, data, another process). Measure the baseline again before counting on it.",
    bindsNothing: "Nothing binds yet: more cards would still share the work.",
    qualityShown: "Equal effective batch, and equal settings of what changes the result.",
    qualityTaken:
      "Equal effective batch; the logs do not show every setting that changes the result, they are taken as planned.",
  },
  outOfMemory: (phase: string | null) =>
    `The plan said that it fits and the pilot ran out of memory${phase === null ? "" : ` (${phase})`}. That is our miss.`,
  neededAtLeast: (gib: string) =>
    `Its tensors needed at least ${gib} per GPU: taken as a lower bound, since nobody saw the peak.`,
  asItself: "Judged as the run that it was, against what we expect of that run:",
  nothingKept: "Nothing of it was kept, and nothing was changed.",
  reasons: {
    "nothing-planned": (p): string =>
      text(p, "ranOut") === null
        ? "The plan has no configuration to judge against."
        : "The plan named no machine that holds this run, and it ran out of memory: as calculated.",
    "nothing-read": () => "No figure of a run was found in these files.",
    "no-comparable-figure": () => "No figure in these files can be compared with the plan.",
    "impossible-value": (p) =>
      `${capital(text(p, "field") ?? "a figure")} is ${text(p, "value") ?? "unknown"}, which no run can have (limit ${text(p, "limit") ?? "0"}).`,
    "implausible-peak": (p) =>
      `A contradiction to check: ${text(p, "field") ?? "the peak"} is ${text(p, "measured") ?? "unknown"} where ${text(p, "planned") ?? "unknown"} was planned. ${
        text(p, "cause") === null
          ? `That is × ${text(p, "times") ?? "unknown"}, further off than this stack is known to be.`
          : `Only ${partOff(p)} × ${text(p, "times") ?? "unknown"} would explain it, further off than this stack is known to be.`
      } Most likely a setting differs: method, checkpointing, micro-batch or length. Nothing was learnt; the kit's own result states them all.`,
    "below-weights": (p) =>
      `${capital(text(p, "field") ?? "the peak")} is ${text(p, "measured") ?? "unknown"}, and the model with its states alone takes ${text(p, "planned") ?? "unknown"} per GPU: no run of this plan can have it. Another unit, another model, a process that held no model, or a reading taken before it was loaded.`,
    "loss-not-finite": (p) =>
      `The loss stayed nan or infinite (${text(p, "count") ?? "1"} of ${text(p, "of") ?? "1"} lines): this run proves what it needs in memory, not that it trains.`,
    "contradicting-files": (p) =>
      `${text(p, "file") ?? "One file"} and ${text(p, "otherFile") ?? "another"} contradict each other: ${text(p, "field") ?? "a setting"} is ${text(p, "value") ?? "unknown"} in one and ${text(p, "otherValue") ?? "unknown"} in the other.`,
    "contradicts-earlier": () => "It contradicts an earlier result.",
    "other-card": (p) => `Another card than planned: ${planned(p)}.`,
    "other-model": (p) => `Another model: ${planned(p)}.`,
    "other-method": (p) => `Another method: ${planned(p)}.`,
    "other-stack": (p) => `Another training stack: ${planned(p)}.`,
    "other-version": (p) => `Another version of the stack: ${planned(p)}.`,
    "other-micro-batch": (p) => `Another micro-batch: ${planned(p)}.`,
    "other-accumulation": (p) => `Another gradient accumulation: ${planned(p)}.`,
    "other-length": (p) => `Another sequence length: ${planned(p)}.`,
    "batch-unnamed": (p) =>
      `A batch of ${text(p, "told") ?? "unknown"}: per GPU, or of all GPUs and accumulated passes together (micro-batch ${text(p, "inAll") ?? "unknown"})? Judged with micro-batch ${text(p, "taken") ?? "unknown"}, and nothing was learnt from it.`,
    "pace-contradicts": (p) =>
      `${text(p, "step") ?? "unknown"} s per iteration and ${text(p, "rate") ?? "unknown"} tokens/s contradict each other: together they make ${text(p, "told") ?? "unknown"} tokens per step, and micro-batch ${text(p, "microBatch") ?? "unknown"} × accumulation ${text(p, "gradientAccumulation") ?? "unknown"} × ${text(p, "groups") ?? "unknown"} × ${text(p, "sequenceLength") ?? "unknown"} tokens are ${text(p, "planned") ?? "unknown"}.${paceSlips[text(p, "how") ?? "open"] ?? ""} No pace was learnt.`,
    "other-gpu-count": (p) => `Another number of GPUs: ${planned(p)}.`,
    "other-settings": (p) => `Other settings (${text(p, "field") ?? "unknown"}): ${planned(p)}.`,
    "card-unknown": () => "The card cannot be told from these files.",
    "too-few-steps": (p) =>
      `Too few steps after the warm-up: ${text(p, "steps") ?? "0"} of at least ${text(p, "least") ?? "10"}.`,
    "steps-not-shown": () => "These files do not show how many steps were run.",
    "longest-batch-not-seen": (p) =>
      `The longest batch was not seen: ${text(p, "needed") ?? "unknown"} tokens are planned, ${text(p, "seen") ?? "none"} shown.`,
    "memory-not-shown": () => "These files show no memory peak that the plan predicts.",
    "speed-not-shown": () => "These files show no speed that can be used.",
    "failed-elsewhere": (p): string =>
      text(p, "how") === "collective-timeout"
        ? "A run that failed: its ranks waited for each other until it was over. It proves nothing and teaches nothing."
        : "The run ended for another reason than the card’s memory.",
    capped: () => "The program was given less than the card’s memory: that says nothing of the card.",
    "baseline-missing": () => "There is no result of the smallest group to compare with.",
    "baseline-differs": (p) =>
      `The two runs are not comparable: ${text(p, "field") ?? "a setting"} is ${text(p, "baseline") ?? "unknown"} in the baseline and ${text(p, "measured") ?? "unknown"} here.`,
    "scaling-not-shown": () => "These files are not of a run on all cards.",
    "restore-not-shown": () => "These files do not show a restore.",
    "restore-item-missing": (p) => `Not checked after the restore: ${itemOf(p)}.`,
    "restore-item-differs": (p) => `Not the same after the restore: ${itemOf(p)}.`,
    "restore-same-process": () => "The state was read back in the same process: only a new one proves it.",
    "loss-jumped": (p) =>
      `The loss does not go on: ${text(p, "before") ?? "unknown"} before, ${text(p, "after") ?? "unknown"} after.`,
    "loss-not-shown": () => "The loss before and after the restore is not shown.",
    "restart-not-shown": (p) =>
      `A restart is shown by the start-up log and the benchmark of before and of after; missing: ${partOf(p)}.`,
    "restart-differs": (p) =>
      `The service did not come back as it was: ${servedOf(p)} ${text(p, "after") ?? "unknown"} after, ${text(p, "before") ?? "unknown"} before.`,
    "requests-failed": (p) => `Requests failed after the restart: ${text(p, "count") ?? "unknown"}.`,
  } satisfies Record<InconclusiveCode, (p: Params) => string>,
  corrections: {
    state: (by: string) => `weights and states × ${by}`,
    activations: (by: string) => `activations and logits × ${by}`,
    allocator: (by: string) => `reserved over allocated × ${by}`,
    device: (by: string) => `device over reserved ${by}`,
    utilisation: (by: string) => `speed × ${by}`,
  } satisfies Record<CorrectionCause, (by: string) => string>,
  learnt: (list: string, points: number) =>
    `Learnt from ${points} ${points === 1 ? "run" : "runs"} for this stack, model family and card: ${list}.`,
  learntNothing: (points: number) =>
    `Learnt from ${points} ${points === 1 ? "run" : "runs"} for this stack, model family and card: nothing to correct, the intervals narrow.`,
  next: {
    "rerun-pilot": "Next: the same pilot with the planned settings.",
    "rerun-longest": "Next: the same pilot on the longest real batches.",
    "rerun-longer": "Next: the same pilot, longer.",
    "post-memory": "Next: post the memory peaks of this run.",
    "post-steps": "Next: post the log with steps and step times.",
    "check-files": "Next: check the files and post them again.",
    "run-scaling-step": "Next: the scaling step.",
    "run-restore-proof": "Next: the restore proof.",
    "fix-restore": "Next: repair the restore and prove it again.",
    "fix-loss":
      "Next: find where the loss breaks (learning rate, fp16 without loss scaling, a bad sample), then the same pilot again.",
    "settle-contradiction":
      "Next: the same run once more, with the kit (“pilot” here hands it out): it states its own settings, and what two of three say counts.",
    "say-which-batch":
      "Which was it? The same message with “batch 8 per GPU” or “batch 8 in all”, your own figure in it, settles it.",
    "find-hang":
      "Next, the cheapest first: the first error in every rank’s own log (the others only wait for it); an all-reduce alone (`nccl-tests`, `NCCL_DEBUG=INFO`) over the same cards, which tells the network from the program; then 20 steps without evaluation and saving: if they pass, one rank at work alone was the cause, and a longer timeout helps there only.",
    "make-it-fit": "Next: make it fit. “What if it does not fit?” here lists the ways, the best first.",
    "plan-again": "Next: plan again with what was measured.",
    "pilot-of-new-plan": "Next: the pilot of the plan as it is now. “pilot” here hands it out.",
    "plan-other-card": "Next: plan this card as a run of its own.",
    reserve: "Next: reserve the duration.",
    "one-card-fewer": "Next: fewer cards; more do not pay here.",
    "keep-cards":
      "Next: the cards pay all the same. Plan with the measured pace, or let somebody else waive this step in writing.",
    "run-baseline": "Next: run the smallest group with the same effective batch.",
    "change-bound": "Next: change what binds first.",
  } satisfies Record<NextCode, string>,
  nextRun: (minutes: number, gpus: number, cost: string | null) =>
    `${minutes} minutes on ${gpus} ${gpus === 1 ? "GPU" : "GPUs"}${cost === null ? "" : `, ${cost}`}.`,
};

const items: Readonly<Record<RestoreItem, string>> = {
  model: "the model",
  optimizer: "the optimizer state",
  schedule: "the learning-rate schedule",
  randomState: "the random state",
  dataPosition: "the position in the data",
};
const partOff = (p: Params): string =>
  text(p, "cause") === "state" ? "weights and states" : "activations and logits";

const itemOf = (p: Params): string => items[(text(p, "item") ?? "model") as RestoreItem];

const startParts: Readonly<Record<string, string>> = {
  "start-before": "the start-up log of before",
  "bench-before": "the benchmark of before",
  "start-after": "the start-up log of after",
  "bench-after": "the benchmark of after",
};
const partOf = (p: Params): string => startParts[text(p, "missing") ?? ""] ?? "unknown";
const served: Readonly<Record<string, string>> = {
  weightsGib: "weights (GiB)",
  kvCacheTokens: "room for context (tokens)",
  outputTokensPerSecond: "output tokens per second",
  tpotSeconds: "seconds per further token",
};
const servedOf = (p: Params): string => served[text(p, "field") ?? ""] ?? "unknown";
