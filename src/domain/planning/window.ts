import { addRanges, range, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { linearBytes } from "../precision.ts";
import type { RentalWindow, WindowPart } from "../plan.ts";
import { roundingUp } from "./billing.ts";
import type { Billing } from "./billing.ts";
import { INTERRUPTIONS_PER_DAY, interruptionsOf, interruptionsOfJob } from "./spot.ts";

const minutes = (low: number, likely: number, high: number): Range => range(low / 60, likely / 60, high / 60);
const nothing = range(0, 0, 0);

/** Bytes of weights that are fetched before the first step: the 16-bit checkpoint unless it is published quantised. */
function checkpointBytes(run: FilledRun): number {
  const each =
    run.precision.weights === "gptq4" || run.precision.weights === "awq4" ? linearBytes(run.precision) : 2;
  return run.model.parametersTotal * each;
}

/** Bytes of one saved state: adapters with their optimizer, or weights with fp32 master and two moments. */
function savedBytes(run: FilledRun, trainable: number): number {
  return trainable * (run.lora === null ? 14 : 16);
}

/** Fetch and load: from object storage, a fast mirror or a slow line. [h] */
function loadHours(run: FilledRun): Range {
  const size = checkpointBytes(run);
  const at = (bytesPerSecond: number): number => size / bytesPerSecond / 3600;
  return addRanges(range(at(2e9), at(0.4e9), at(0.08e9)), minutes(0.5, 1, 3));
}

/** About a tenth of the steps when nothing is said (MLCommons logs: 9–12 %), else forward passes counted. [h] */
function evaluationHours(run: FilledRun, steps: Range, throughput: Throughput): Range {
  const validation = run.validation;
  const every = validation?.everySteps;
  const samples = validation?.samples;
  if (every === undefined || samples === undefined)
    return range(0.02 * steps.low, 0.07 * steps.likely, 0.15 * steps.high);
  const stepCount = (steps.likely * 3600) / throughput.stepSeconds.likely;
  const times = Math.floor(stepCount / every) + 1;
  const tokens = samples * run.memoryTokens * times;
  // A forward pass alone runs about three times as fast as a training step; generating is far slower.
  const gain = validation?.generation === true ? 0.2 : 3;
  const rate = throughput.tokensPerSecondPerGpu;
  const at = (r: number): number => tokens / (r * run.gpus * gain) / 3600;
  return range(at(rate.high), at(rate.likely), at(rate.low));
}

/** What one save takes of the training: 0.3–5 GB/s a machine, blocking; an asynchronous save shows a tenth of it. [h] */
function saveHours(run: FilledRun, trainable: number): Range {
  const size = savedBytes(run, trainable);
  const shown = run.save?.asynchronous === true ? 0.1 : 1;
  const at = (bytesPerSecond: number): number => ((size / (bytesPerSecond * run.nodes) + 5) * shown) / 3600;
  return range(at(5e9), at(1e9), at(0.3e9));
}

/** Saves × time of one. [h] */
function checkpointHours(steps: Range, save: Range, everyMinutes: number): Range {
  const count = (hours: number): number => Math.max(1, Math.ceil(hours / (everyMinutes / 60)));
  return range(count(steps.low) * save.low, count(steps.likely) * save.likely, count(steps.high) * save.high);
}

const merges = (run: FilledRun): boolean => run.lora === null || run.export?.merge === true;

/** Bytes of the weights that one run leaves behind: 16-bit weights of the whole model, or the adapters alone. */
const exportedBytes = (run: FilledRun, trainable: number): number =>
  (merges(run) ? run.model.parametersTotal : trainable) * 2;

/** What must leave the machine: the weights of all runs, and one saved state where it is kept too. [GB = 10^9 bytes] */
export const artefactsOf = (run: FilledRun, trainable: number): { exportGb: number; savedGb: number } => ({
  exportGb: (exportedBytes(run, trainable) * run.runs) / 1e9,
  savedGb: savedBytes(run, trainable) / 1e9,
});

function exportHours(run: FilledRun, trainable: number): Range {
  const merged = merges(run);
  const size = exportedBytes(run, trainable);
  const stated = run.save?.uploadMbps;
  const at = (mbps: number): number => (size * 8) / (mbps * 1e6) / 3600;
  const upload =
    stated === undefined
      ? range(at(4000), at(800), at(100))
      : range(at(stated * 1.1), at(stated), at(stated * 0.6));
  return addRanges(upload, merged && run.lora !== null ? minutes(1, 4, 15) : nothing);
}

const part = (name: WindowPart["part"], hours: Range): WindowPart => ({ part: name, hours });

function windowOf(parts: readonly WindowPart[]): RentalWindow {
  return { parts, total: addRanges(...parts.map((p) => p.hours)) };
}

/** The window with what rounding up to the billed unit adds. */
function billedWindow(parts: readonly WindowPart[]): RentalWindow {
  return windowOf([...parts, part("billing-unit", roundingUp(windowOf(parts).total))]);
}

/** The same window where the provider publishes the unit that it bills in. */
export function billedBy(window: RentalWindow, by: Billing): RentalWindow {
  if (by.billing === null) return window;
  const used = window.parts.filter(({ part: name }) => name !== "billing-unit");
  const rounding = roundingUp(windowOf(used).total, by);
  const before = window.parts.find(({ part: name }) => name === "billing-unit")?.hours.likely ?? 0;
  const billed = windowOf([...used, part("billing-unit", rounding)]);
  const { artefactsOutBy } = window;
  return {
    ...window,
    ...billed,
    ...(artefactsOutBy === undefined ? {} : { artefactsOutBy: artefactsOutBy - before + rounding.likely }),
  };
}

export const emptyWindow: RentalWindow = { parts: [], total: nothing };

/** How long the machines are rented for all runs of a training job, from boot to the last artefact off them. [h] */
function trainingWindow(
  run: FilledRun,
  throughput: Throughput,
  stepsOfOne: Range,
  trainable: number,
  spot: boolean,
): RentalWindow {
  const steps = scaleRange(stepsOfOne, run.runs);
  const several = (hours: Range): Range => scaleRange(hours, run.runs);
  const startUp = minutes(1, 4, 10);
  const load = loadHours(run);
  const warmUp = run.compile ? minutes(1, 3, 8) : minutes(0.3, 1, 4);
  const evaluation = evaluationHours(run, steps, throughput);
  const save = saveHours(run, trainable);
  const stated = run.save?.everyMinutes;
  const interruptions = spot
    ? interruptionsOf(
        addRanges(steps, evaluation),
        save,
        addRanges(startUp, load, warmUp),
        interruptionsOfJob(INTERRUPTIONS_PER_DAY, run.nodes),
        stated,
      )
    : null;
  const parts = [
    part("start-up", startUp),
    part("load", load),
    part("warm-up", several(warmUp)),
    part("steps", steps),
    part("evaluation", evaluation),
    part("checkpoints", checkpointHours(steps, save, interruptions?.everyMinutes ?? stated ?? 60)),
    ...(interruptions === null
      ? []
      : [part("interruptions", interruptions.lostHours), part("capacity-wait", interruptions.waitHours)]),
    part("restore-proof", scaleRange(addRanges(scaleRange(loadHours(run), 0.5), minutes(1, 3, 10)), 1)),
    part("export-upload", several(exportHours(run, trainable))),
    part("slack", range(0, 0.05 * steps.likely, 0.15 * steps.high)),
  ];
  const window = billedWindow(parts);
  const upload = parts.find((p) => p.part === "export-upload")?.hours.high ?? 0;
  return {
    ...window,
    artefactsOutBy: Math.max(0, window.total.likely - upload),
    ...(interruptions === null ? {} : { interruptions }),
  };
}

/** Serving is rented for as long as it is wanted; a batch job for as long as its tokens take. */
function servingWindow(run: FilledRun, hours: Range): RentalWindow {
  const [startUp, load, warmUp] = scaleUp(run);
  return billedWindow([
    part("start-up", startUp),
    part("load", load),
    part("warm-up", warmUp),
    part("steps", hours),
  ]);
}

/** Until a machine of a service answers: start-up, weights fetched and loaded, engine warmed up. [h] */
export const scaleUp = (run: FilledRun): readonly [Range, Range, Range] => [
  minutes(1, 4, 10),
  loadHours(run),
  minutes(1, 2, 6),
];

/** Hours of a window that are paid for: waiting for a spot machine costs time alone. [h] */
export function paidHours({ parts, total }: RentalWindow): Range {
  const wait = parts.find((p) => p.part === "capacity-wait")?.hours;
  if (wait === undefined) return total;
  return range(total.low - wait.low, total.likely - wait.likely, total.high - wait.high);
}

/** The rental window of a training whose length is known, with what interruptions add on `spot`; else null. */
export function trainingWindowOf(
  run: FilledRun,
  throughput: Throughput | null,
  trainable: number,
  spot: boolean,
): RentalWindow | null {
  if (run.method === "inference" || throughput?.hours === undefined) return null;
  return trainingWindow(run, throughput, throughput.hours, trainable, spot);
}

/** The rental window of a service; null when neither the data nor a duration says how long. */
export function servingWindowOf(
  run: FilledRun,
  throughput: Throughput | null,
  duration: number | undefined,
): RentalWindow | null {
  if (run.method !== "inference" || throughput === null) return null;
  if (throughput.hours !== undefined) return servingWindow(run, throughput.hours);
  return duration === undefined ? null : servingWindow(run, range(duration, duration, duration));
}
