import type { World } from "../catalogue.ts";
import { fieldsOfArchitecture } from "../fields-of-architecture.ts";
import type { FilledRun } from "../filled-run.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import type { ReadingTool, Readings } from "../pilot-reading.ts";
import type { Plan } from "../plan.ts";
import { fillRun } from "../planning/assumptions.ts";
import type { RunSpec, StackName } from "../run-spec.ts";
import { stableText } from "./digest.ts";
import { qualityOf, type QualitySettings } from "./quality.ts";
import { servingShare } from "./serving-share.ts";
import type { InconclusiveReason, KitResult, PilotRun, PilotStage } from "./pilot.ts";

/** Stacks whose logs a tool writes; a tool that is not here speaks for no stack in particular. */
const hub: readonly StackName[] = [
  "hf-trainer", "trl", "axolotl", "llama-factory", "unsloth", "ms-swift", "fms-acceleration", "generic", "deepspeed",
]; // prettier-ignore
const writes: Partial<Readonly<Record<ReadingTool, readonly StackName[]>>> = {
  "hf-trainer": hub,
  trl: hub,
  axolotl: ["axolotl", "generic"],
  "llama-factory": ["llama-factory", "generic"],
  "ms-swift": ["ms-swift", "generic"],
  unsloth: ["unsloth", "trl", "generic"],
  torchtune: ["torchtune", "generic"],
  torchtitan: ["torchtitan", "generic"],
  litgpt: ["litgpt", "generic"],
  "megatron-lm": ["megatron", "nemo", "generic"],
  nemo: ["nemo", "megatron", "generic"],
  composer: ["llm-foundry", "generic"],
  nanotron: ["nanotron", "generic"],
  vllm: ["vllm", "generic"],
  "vllm bench serve": ["vllm", "sglang", "generic"],
  sglang: ["sglang", "generic"],
  "sglang bench serve": ["vllm", "sglang", "generic"],
  tgi: ["generic"],
};

/** The planned run as it was really run: what the files state, over what the plan says. */
export interface AsRun {
  readonly spec: RunSpec;
  readonly run: FilledRun;
  readonly stage: PilotStage;
  /** The run of the plan's pilot that this one is, by stage and settings. */
  readonly planned: PilotRun | null;
  readonly differences: readonly InconclusiveReason[];
  /** A batch that was told without its kind, where that matters: what it would be per GPU, by either meaning. */
  readonly batch: BareBatch | null;
  /** The run as it was is known well enough to be planned: its card has a name. */
  readonly itself: boolean;
  /** As the files show it; null = taken from the plan. */
  readonly quality: QualitySettings | null;
}

/** The chosen layout bound into the spec: what `estimate` would be asked for this very machine. */
export function boundSpec(plan: Plan): RunSpec | null {
  const { best, spec } = plan;
  if (best === null) return null;
  const { microBatch, gradientAccumulation, ...parallel } = best.layout;
  const { accelerator, gpus, nodes } = best;
  return { ...spec, accelerator, gpus, nodes, parallel, microBatch, gradientAccumulation };
}

/** The run that a point stands for: nothing of the asker's money, dates or names. */
export function bareSpec(spec: RunSpec): RunSpec {
  const {
    id: _,
    limits: __,
    current: ___,
    dataRevision: ____,
    modelRevision: _____,
    save: ______,
    ...run
  } = spec;
  return run;
}

const other = (code: InconclusiveReason["code"], planned: string | number, measured: string | number) => ({
  code,
  params: { planned, measured },
});

/** Card of the files: by its printed name, else by a memory that cannot be the planned card's. */
function cardOf(readings: Readings, planned: string, world: World): { id: string | null; unlike: boolean } {
  const { gpuName, capacityGib } = readings;
  if (gpuName !== null) {
    const found = world.lookup.resolveAccelerator(gpuName);
    if (found.kind === "one") {
      const ids = [found.match, ...found.alternatives].map(({ id }) => id);
      return ids.includes(planned) ? { id: planned, unlike: false } : { id: found.match.id, unlike: true };
    }
    if (found.kind === "several")
      return found.matches.some(({ id }) => id === planned)
        ? { id: planned, unlike: false }
        : { id: null, unlike: true };
  }
  const card = world.lookup.accelerator(planned);
  const usable = card?.reported ?? (card === undefined ? null : (card.sold * 1e9) / 2 ** 30 / card.devices);
  const far = capacityGib !== null && usable !== null && Math.abs(capacityGib / usable - 1) > 0.12;
  return far ? { id: null, unlike: true } : { id: planned, unlike: false };
}

/** Fields of the kit's own spec that must be the plan's, and what a difference in each is called. */
const compared: readonly (readonly [InconclusiveReason["code"], string, (run: FilledRun) => unknown])[] = [
  ["other-model", "model", (run) => run.model.name],
  ["other-method", "method", (run) => run.method],
  ["other-stack", "stack", (run) => run.stack],
  ["other-version", "stackVersion", (run) => run.stackVersion],
  ["other-settings", "precision", (run) => run.precision],
  ["other-settings", "optimizer", (run) => run.optimizer],
  ["other-settings", "checkpointing", (run) => run.checkpointing],
  ["other-settings", "attention", (run) => run.attention],
  ["other-settings", "fusedLoss", (run) => run.fusedLoss],
  ["other-settings", "lora", (run) => run.lora],
  ["other-settings", "packing", (run) => run.packing],
];

const shown = (value: unknown): string =>
  (typeof value === "string" ? value : stableText(value ?? null)).slice(0, 80);

/** A kit carries its model as fields of data: one that reads back as the planned model is the planned model. */
function underItsName(kit: KitResult, spec: RunSpec, planned: FilledRun, world: World): KitResult {
  if (typeof kit.spec.model !== "object") return kit;
  const { model } = planned;
  const modelOf = (one: RunSpec): ModelArchitecture | null => {
    const filled = fillRun(one, world.lookup, world.catalogue.stacks);
    return "problems" in filled ? null : filled.run.model;
  };
  const back = modelOf({ ...spec, model: fieldsOfArchitecture(model) });
  const same = back !== null && stableText(back) === stableText(modelOf(kit.spec));
  return same && spec.model !== undefined ? { ...kit, spec: { ...kit.spec, model: spec.model } } : kit;
}

function differencesOf(spec: RunSpec, planned: FilledRun, world: World) {
  const filled = fillRun(spec, world.lookup, world.catalogue.stacks);
  if ("problems" in filled) return null;
  const differences = compared.flatMap(([code, field, of]): InconclusiveReason[] => {
    const [a, b] = [of(planned), of(filled.run)];
    const unstated = code === "other-version" && (a === undefined || b === undefined);
    if (unstated || stableText(a ?? null) === stableText(b ?? null)) return [];
    return [{ code, params: { field, planned: shown(a), measured: shown(b) } }];
  });
  return { run: filled.run, differences };
}

/** What people say of a run moves what follows from it: other weights with another method, no version of another stack. */
function differencesTold(spec: RunSpec, stated: RunSpec, planned: FilledRun, world: World) {
  const { precision, stackVersion, ...rest } = spec;
  const told: RunSpec = {
    ...rest,
    ...(stated.method === undefined && precision !== undefined ? { precision } : {}),
    ...(stated.stack === undefined && stackVersion !== undefined ? { stackVersion } : {}),
    ...stated,
  };
  const found = differencesOf(told, planned, world);
  if (found === null) return null;
  const differences = found.differences.filter(
    ({ code, params }) => code !== "other-settings" || Object.hasOwn(stated, params["field"] ?? ""),
  );
  return { spec: told, differences };
}

export interface BareBatch {
  readonly told: number;
  /** Micro-batch, if it is that of all GPUs and accumulated passes. */
  readonly inAll: number;
  readonly taken: number;
}

/**
 * Micro-batch of what was told: global = micro × accumulation × data-parallel GPUs. A batch of no kind is both on one GPU
 * without accumulation, and the micro-batch where it cannot be shared out; else it is open, and taken as planned where it may be.
 */
function batchTold(
  { microBatch, globalBatch, details }: Readings,
  { gpus, gradientAccumulation, microBatch: planned }: Settings,
  { tensor, pipeline, context }: FilledRun["parallel"],
  typed: boolean,
): { readonly microBatch: number; readonly open: BareBatch | null } {
  if (microBatch !== null) return { microBatch, open: null };
  if (!typed) return { microBatch: planned, open: null };
  const ways = Math.max(1, gpus / (tensor * pipeline * context)) * gradientAccumulation;
  if (globalBatch !== null)
    return { microBatch: Number.isInteger(globalBatch / ways) ? globalBatch / ways : planned, open: null };
  const told = details["bareBatch"];
  if (told === undefined) return { microBatch: planned, open: null };
  const inAll = told / ways;
  if (ways === 1 || !Number.isInteger(inAll)) return { microBatch: told, open: null };
  const taken = planned === inAll || planned === told ? planned : told;
  return { microBatch: taken, open: { told, inAll, taken } };
}

type Settings = Required<Pick<RunSpec, "gpus" | "microBatch" | "gradientAccumulation" | "sequenceLength">>;

function settingsOf(
  readings: Readings,
  kit: KitResult | null,
  pick: Settings,
  { parallel }: Pick<FilledRun, "parallel">,
  typed: boolean,
): Settings {
  const told = {
    gpus: readings.gpuCount ?? kit?.spec.gpus ?? pick.gpus,
    microBatch: pick.microBatch,
    gradientAccumulation: readings.gradientAccumulation ?? pick.gradientAccumulation,
    sequenceLength: readings.sequenceLength ?? pick.sequenceLength,
  };
  return { ...told, microBatch: batchTold(readings, told, parallel, typed).microBatch };
}

/** What the kit says that it ran cannot be sized at all. */
const unfilled: InconclusiveReason = { code: "other-settings", params: { field: "spec" } };

const differing = (a: Settings, b: Settings): readonly InconclusiveReason[] => [
  ...(a.gpus === b.gpus ? [] : [other("other-gpu-count", a.gpus, b.gpus)]),
  ...(a.microBatch === b.microBatch ? [] : [other("other-micro-batch", a.microBatch, b.microBatch)]),
  ...(a.gradientAccumulation === b.gradientAccumulation
    ? []
    : [other("other-accumulation", a.gradientAccumulation, b.gradientAccumulation)]),
  ...(a.sequenceLength === b.sequenceLength
    ? []
    : [other("other-length", a.sequenceLength, b.sequenceLength)]),
];

/** Runs of the plan that a result may be; a plan without a designed pilot is compared with the whole run. */
function candidates(
  plan: Plan,
  whole: Settings,
): readonly { run: PilotRun | null; settings: Settings; stage: PilotStage }[] {
  const designed = plan.pilot.runs.flatMap((run) =>
    run.stage === undefined || run.settings === undefined
      ? []
      : [{ run, settings: run.settings, stage: run.stage }],
  );
  return designed.length > 0 ? designed : [{ run: null, settings: whole, stage: "one-gpu-pilot" }];
}

/** Fewer cards of a service carry their share of its users. */
const shared = (spec: RunSpec, { gpus, serving }: FilledRun): RunSpec =>
  serving === null || spec.gpus === undefined || spec.gpus >= gpus
    ? spec
    : { ...spec, serving: servingShare(serving, spec.gpus, gpus) };

/** What the files of one run say of it together. */
export interface Returned {
  readonly readings: Readings;
  readonly kit: KitResult | null;
  readonly tool: ReadingTool | null;
  /** By the words beside typed figures. */
  readonly stated: RunSpec | null;
}

/** Which run of the plan the files are of, what in them is not as planned, and the run as it was. Null = it cannot be filled. */
export function matchRun(
  plan: Plan,
  { readings, kit: came, tool, stated }: Returned,
  world: World,
): AsRun | null {
  const spec = boundSpec(plan);
  if (spec === null) return null;
  const filled = fillRun(spec, world.lookup, world.catalogue.stacks);
  if ("problems" in filled) return null;
  const { run } = filled;
  const kit = came === null ? null : underItsName(came, spec, run, world);
  const kitted = kit === null ? null : differencesOf(kit.spec, run, world);
  const told = stated === null || kit !== null ? null : differencesTold(spec, stated, run, world);
  const possible = candidates(plan, run).filter(({ stage }) => kit === null || stage === kit.run);
  const typed = tool === "paste" && run.method !== "inference";
  const closest = possible
    .map((option) => ({
      ...option,
      away: differing(
        option.settings,
        run.method === "inference"
          ? { ...option.settings, gpus: readings.gpuCount ?? option.settings.gpus }
          : settingsOf(readings, kit, option.settings, run, typed),
      ),
    }))
    .reduce<(ReturnType<typeof candidates>[number] & { away: readonly InconclusiveReason[] }) | null>(
      (best, option) => (best === null || option.away.length < best.away.length ? option : best),
      null,
    );
  const pick = closest?.settings ?? run;
  const stage = kit?.run ?? closest?.stage ?? "one-gpu-pilot";
  // An engine's own limits of length and batch are no settings of the load.
  const settings =
    run.method === "inference"
      ? { ...pick, gpus: readings.gpuCount ?? kit?.spec.gpus ?? pick.gpus }
      : settingsOf(readings, kit, pick, run, typed);
  const card = cardOf(readings, run.accelerator ?? "", world);
  const stacks = tool === null ? undefined : writes[tool];
  const wrongTool = stacks !== undefined && !stacks.includes(run.stack) && kit === null;
  const differences: InconclusiveReason[] = [
    ...(card.unlike
      ? [
          other(
            "other-card",
            world.lookup.accelerator(run.accelerator ?? "")?.name ?? "",
            readings.gpuName ?? `${readings.capacityGib ?? "?"} GiB`,
          ),
        ]
      : []),
    ...((kitted ?? told)?.differences ?? []),
    ...(kit !== null && kitted === null ? [unfilled] : []),
    ...(wrongTool ? [other("other-stack", run.stack, tool ?? "")] : []),
    ...differing(pick, settings),
  ];
  const own =
    kitted === null ? (told?.spec ?? spec) : { ...(kit?.spec ?? spec), accelerator: spec.accelerator ?? "" };
  const alone = settings.gpus <= run.parallel.tensor * run.parallel.pipeline * run.parallel.context;
  const placed = card.id === null ? own : { ...own, accelerator: card.id };
  const { shardGroup: _, ...parallel } = run.parallel;
  const wider = parallel.strategy === "single" ? "ddp" : parallel.strategy;
  const asRun: RunSpec = {
    ...placed,
    ...settings,
    nodes: settings.gpus === run.gpus ? run.nodes : Math.max(1, Math.ceil(settings.gpus / 8)),
    parallel: settings.gpus === run.gpus ? run.parallel : { ...parallel, strategy: alone ? "single" : wider },
  };
  const again = fillRun(shared(asRun, run), world.lookup, world.catalogue.stacks);
  if ("problems" in again) return null;
  return {
    spec: shared(asRun, run),
    run: again.run,
    stage,
    planned: closest?.run ?? null,
    differences,
    batch: batchTold(readings, { ...settings, microBatch: pick.microBatch }, run.parallel, typed).open,
    itself: card.id !== null,
    quality: kitted === null ? null : qualityOf(kitted.run),
  };
}
