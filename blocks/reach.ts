import type { Plan, SizedModel } from "../src/domain/plan.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { capital } from "../src/i18n/words-of.ts";
import { configWords } from "./facts.ts";
import type { Row } from "./fit-lines.ts";
import type { Line } from "./kit.ts";
import type { Scene } from "./view.ts";

/** Length of a training whose sequences are not stated. */
const usualLength = 2048;

const machineOf = ({ reach = [] }: Plan): SizedModel | undefined =>
  reach.flatMap(({ largest, beyond }) => largest ?? beyond ?? [])[0];

/** What the machine reaches, as the title of a plan without a model, longest first; null where no machine is stated. */
export function reachTitles(plan: Plan, s: Scene): readonly [string, string] | null {
  const machine = machineOf(plan);
  if (machine === undefined) return null;
  const { reach = [], spec } = plan;
  const config = configWords(machine, s);
  const { title, titleAt } = s.m.head.reach;
  const trains = reach.some(({ method }) => method !== "inference");
  const short = title(config);
  return [trains ? titleAt(config, s.f.number(spec.sequenceLength ?? usualLength)) : short, short];
}

function memoryOf({ required, usableGib }: SizedModel, s: Scene): string {
  const need = s.f.gibRange(required);
  return usableGib === null ? need : s.m.head.reach.memory(need, s.f.rough(usableGib));
}

/** One row a method: the largest that surely fits, and the first that does not. */
export function reachRows({ reach = [] }: Plan, s: Scene): Row[] {
  const { upTo, none, tightBeyond, tooLarge } = s.m.head.reach;
  return reach.map(({ method, weights, largest, beyond }): Row => {
    const name = capital(
      [method, ...(weights === undefined ? [] : [weights])].map((word) => termWords(word, s)).join(", "),
    );
    const held = (memory: (model: SizedModel) => string): string =>
      largest === null ? none(name) : upTo(name, s.names.model(largest.model), memory(largest));
    const brief = held(({ required }) => s.f.gib(required.likely));
    if (beyond === null) return { forms: [[held((model) => memoryOf(model, s))], [brief]] };
    const next = (beyond.verdict === "does-not-fit" ? tooLarge : tightBeyond)(s.names.model(beyond.model));
    const more = (words: string): Line => [[words, next].join(s.m.assumptions.separator)];
    return { forms: [more(held((model) => memoryOf(model, s))), more(brief), [brief]] };
  });
}
