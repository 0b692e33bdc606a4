import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { PilotEvidence } from "../domain/pilot/pilot.ts";
import type { Plan } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { readMessage } from "../followup/read-message.ts";
import type { ReadEvidence } from "./read-evidence.ts";

const toldFields = ["model", "method", "stack", "optimizer"] as const satisfies readonly (keyof RunSpec)[];

/**
 * Figures that a person typed are of the run that their words name: its card, how many, its model, method and stack. What a
 * tool printed stands; what the words leave open is taken from the plan.
 */
export function asTold(
  { evidence, words }: ReadEvidence,
  plan: Plan,
  lookup: CatalogueLookup,
): PilotEvidence {
  const { reading } = evidence;
  const typed = reading.warnings.some(({ code }) => code === "human-figures");
  if (words === null || !typed || evidence.result !== null) return evidence;
  const { understood } = readMessage(words, {
    lookup,
    current: null,
    held: null,
    recent: [],
    threadLanguage: null,
    locale: null,
    now: "2000-01-01T00:00:00Z",
    timeZone: null,
    addressed: true,
  });
  const card = cardTold(words, understood, plan, lookup);
  const { readings } = reading;
  // "On an H100" of a plan with two of them is the card, not how many took part.
  const gpus = understood.gpus === 1 && card?.planned === true ? undefined : understood.gpus;
  const stated = Object.fromEntries(
    toldFields.flatMap((field) => {
      const value = understood[field];
      const same = field === "model" && isPlannedModel(words, value, plan, lookup);
      return value === undefined || same ? [] : [[field, value]];
    }),
  ) as RunSpec;
  const told = {
    ...reading,
    readings: {
      ...readings,
      gpuName: readings.gpuName ?? card?.name ?? null,
      gpuCount: readings.gpuCount ?? gpus ?? null,
    },
  };
  return { ...evidence, reading: told, ...(Object.keys(stated).length === 0 ? {} : { stated }) };
}

/** A name that may stand for the planned card is the planned card. */
function cardTold(
  words: string,
  { accelerator }: RunSpec,
  { best }: Plan,
  lookup: CatalogueLookup,
): { readonly name: string; readonly planned: boolean } | null {
  const card = accelerator === undefined ? undefined : lookup.accelerator(accelerator);
  if (card === undefined) return null;
  const planned = best === null ? undefined : lookup.accelerator(best.accelerator);
  const mayBe = lookup.findNames(words).some((span) => span.kind === "accelerator" && standsFor(span.resolution, card.id) && standsFor(span.resolution, planned?.id)); // prettier-ignore
  return mayBe && planned !== undefined
    ? { name: planned.name, planned: true }
    : { name: card.name, planned: card.id === planned?.id };
}

type Resolution = ReturnType<CatalogueLookup["resolveModel"]>;

function standsFor(resolution: Resolution, id: string | undefined): boolean {
  if (resolution.kind === "none") return false;
  const all = resolution.kind === "one" ? [resolution.match, ...resolution.alternatives] : resolution.matches;
  return all.some((one) => one.id === id);
}

/** Sizes as people say them: 8B is 8.03B. */
const NEAR = 0.08;

/** "The 8B" is the planned model of that size; a name that may stand for the planned one does. */
function isPlannedModel(
  words: string,
  told: RunSpec["model"],
  { spec }: Plan,
  lookup: CatalogueLookup,
): boolean {
  if (told === undefined || typeof spec.model !== "string") return true;
  const planned = lookup.model(spec.model)?.parametersTotal;
  if (typeof told === "string")
    return lookup.findNames(words).some((span) => span.kind === "model" && standsFor(span.resolution, spec.model as string)); // prettier-ignore
  const size = told["params_total"];
  return planned === undefined || typeof size !== "number" || Math.abs(size / planned - 1) <= NEAR;
}
