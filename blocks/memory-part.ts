import type { PartName } from "../src/domain/estimate.ts";
import type { Candidate, Plan } from "../src/domain/plan.ts";
import { capital } from "../src/i18n/words-of.ts";
import { configWords } from "./facts.ts";
import { bold, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

/** What a KV cache is of, and whether layers of the model stop at a window. */
function cacheLines({ spec }: Plan, s: Scene): Line[] {
  const { memory } = s.m.answers;
  const { concurrency, promptTokens = 0, outputTokens = 0 } = spec.serving ?? {};
  const tokens = promptTokens + outputTokens || (spec.sequenceLength ?? 0);
  const of: Line[] =
    concurrency === undefined || tokens === 0
      ? []
      : [[memory.cacheFor(s.f.number(concurrency), s.f.number(tokens))]];
  const shape = typeof spec.model === "string" ? s.view.lookup.model(spec.model)?.shape : undefined;
  if (shape == null) return of;
  const { slidingAttentionLayers: sliding, fullAttentionLayers: full, slidingWindow } = shape;
  const layers = s.f.number(sliding + full);
  return [
    ...of,
    [
      sliding > 0 && slidingWindow !== null
        ? memory.slidingLayers(s.f.number(sliding), layers, s.f.number(slidingWindow))
        : memory.noSliding(layers),
    ],
  ];
}

/** One part of the memory per card and on all of them, with what it is of; a part that the plan lacks is said so. */
export function partLines(plan: Plan, c: Candidate, part: PartName, s: Scene): Line[] {
  const { memory, parts } = s.m.answers;
  const name = capital(parts[part]);
  const found = c.estimate.parts.find((one) => one.part === part);
  const held = found !== undefined && found.gib.likely >= 0.05 ? found.gib : null;
  const adapts = plan.spec.method !== "full" && plan.spec.method !== "pretrain";
  const other = c.estimate.phases.find(({ parts: of }) => (of?.[part] ?? 0) >= 0.05);
  if (held === null && other !== undefined) {
    const gib = s.f.gib(other.parts?.[part] ?? 0);
    return [[bold(memory.partElsewhere(name, gib, s.m.answers.phases[other.phase]))]];
  }
  if (held === null) {
    const why: Line[] =
      part === "reference" && adapts && plan.spec.objective !== undefined ? [[memory.adapterReference]] : [];
    return [[bold(memory.noPart(name))], ...why];
  }
  const each = s.f.gibRange(held);
  const words =
    c.gpus > 1
      ? memory.onePartInAll(name, each, s.f.gib(held.likely * c.gpus), configWords(c, s))
      : memory.onePart(name, each);
  return [[bold(words)], ...(part === "kv-cache" ? cacheLines(plan, s) : [])];
}
