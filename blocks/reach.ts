import type { Plan, Reach, SizedModel } from "../src/domain/plan.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { capital } from "../src/i18n/words-of.ts";
import { configWords } from "./facts.ts";
import type { Row } from "./fit-lines.ts";
import type { Line } from "./kit.ts";
import type { Scene } from "./view.ts";

/** Length of a training whose sequences are not stated. */
const usualLength = 2048;

const machinesOf = ({ reach = [] }: Plan): readonly SizedModel[] => {
  const all = reach.flatMap(({ largest, beyond }) => largest ?? beyond ?? []);
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
};
const isSame = (one: SizedModel, other: SizedModel): boolean =>
  one.accelerator === other.accelerator && one.gpus === other.gpus;

/** What the machine reaches, as the title of a plan without a model, longest first; null where no machine is stated. */
export function reachTitles(plan: Plan, s: Scene): readonly [string, string] | null {
  const machines = machinesOf(plan);
  if (machines.length === 0) return null;
  const { reach = [], spec } = plan;
  const config = s.f.list(machines.map((machine) => configWords(machine, s)));
  const { title, titleAt } = s.m.head.reach;
  const trains = reach.some(({ method }) => method !== "inference");
  const short = title(config);
  return [trains ? titleAt(config, s.f.number(spec.sequenceLength ?? usualLength)) : short, short];
}

function memoryOf({ required, usableGib }: SizedModel, s: Scene): string {
  const need = s.f.gibRange(required);
  return usableGib === null ? need : s.m.head.reach.memory(need, s.f.rough(usableGib));
}

const wayWords = (
  { method, weights }: Pick<Reach, "method"> & { weights?: string | undefined },
  s: Scene,
): string =>
  [method, ...(weights === undefined ? [] : [weights])].map((word) => termWords(word, s)).join(", ");

/** Several machines are a row each: the largest model by each method, without figures. */
function machineRow({ reach = [] }: Plan, machine: SizedModel, most: number, s: Scene): string {
  const { brief, none } = s.m.head.reach;
  const ways = reach
    .filter(({ largest, beyond }) => {
      const on = largest ?? beyond;
      return on !== null && isSame(on, machine);
    })
    .map(({ largest, ...way }) => {
      const name = wayWords(way, s);
      return largest === null ? none(name) : brief(name, s.names.model(largest.model));
    });
  return [configWords(machine, s), ways.slice(-most).join(s.m.assumptions.separator)].join(s.m.units.colon);
}

/** One row a method: the largest that surely fits, and the first that does not. */
export function reachRows(plan: Plan, s: Scene): Row[] {
  const { reach = [] } = plan;
  const machines = machinesOf(plan);
  if (machines.length > 1)
    return machines.map((machine) => ({
      forms: [3, 2, 1].map((most) => [machineRow(plan, machine, most, s)]),
    }));
  const { upTo, none, tightBeyond, tooLarge } = s.m.head.reach;
  return reach.map(({ method, weights, largest, beyond }): Row => {
    const name = capital(wayWords({ method, weights }, s));
    const held = (memory: (model: SizedModel) => string): string =>
      largest === null ? none(name) : upTo(name, s.names.model(largest.model), memory(largest));
    const brief = held(({ required }) => s.f.gib(required.likely));
    if (beyond === null) return { forms: [[held((model) => memoryOf(model, s))], [brief]] };
    const next = (beyond.verdict === "does-not-fit" ? tooLarge : tightBeyond)(s.names.model(beyond.model));
    const more = (words: string): Line => [[words, next].join(s.m.assumptions.separator)];
    return { forms: [more(held((model) => memoryOf(model, s))), more(brief), [brief]] };
  });
}
