import type { Caveat, CaveatCode, ParamValue } from "../src/domain/caveat.ts";
import type { Plan } from "../src/domain/plan.ts";
import { fieldLabel, termWords } from "../src/i18n/field-words.ts";
import { wordFor } from "../src/i18n/words-of.ts";
import type { Scene } from "./view.ts";

const cardKeys = new Set(["accelerator", "card"]);

/** Ids inside parameters become the names that the reader knows. */
export function namedParams(
  params: Readonly<Record<string, ParamValue>>,
  s: Scene,
): Readonly<Record<string, ParamValue>> {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]): [string, ParamValue] => {
      if (typeof value !== "string") return [key, value];
      if (cardKeys.has(key)) return [key, s.names.card(value)];
      if (key === "model") return [key, s.names.model(value)];
      if (key === "others") return [key, value.split(", ").map(s.names.model).join(", ")];
      if (key === "path") return [key, fieldLabel(value, s)];
      if (key === "phase") return [key, wordFor(s.m.answers.phases, value) ?? value];
      if (key === "tier") return [key, value];
      return [
        key,
        value
          .split(/,\s*/u)
          .map((part) => termWords(part, s))
          .join(", "),
      ];
    }),
  );
}

export const shortCaveat = ({ code, params }: Caveat, s: Scene): string =>
  s.m.caveats[code].short(namedParams(params, s));

export const fullCaveat = ({ code, params }: Caveat, s: Scene): string =>
  s.m.caveats[code].full(namedParams(params, s));

const namesRocm = (id: string | undefined, s: Scene): boolean =>
  id !== undefined && s.view.lookup.accelerator(id)?.platform === "rocm";

/** ROCm in full where AMD is proposed or asked for; DDP with several cards or a summed memory; the restore proof is a stage. */
export function dosed(plan: Plan, s: Scene): readonly Caveat[] {
  const amd = namesRocm(plan.best?.accelerator, s) || namesRocm(plan.spec.accelerator, s);
  const several = (plan.best?.gpus ?? plan.spec.gpus ?? 1) > 1;
  const summed = plan.premises.some((p) => p.code === "summed-memory-ddp");
  return plan.caveats.filter(({ code }) => {
    if (code === "rocm-validation") return amd;
    if (code === "ddp-no-pooling") return several || summed;
    return code !== "prove-restore";
  });
}

/** Said elsewhere in the head (evidence, price date) or of little use before the details. */
const notInHead = new Set<CaveatCode>([
  "unmeasured-stack", "unmeasured-card", "price-age", "price-parts", "allocator-vs-device", "architecture-not-speed",
  "vendor-claim", "licence",
]); // prettier-ignore

/** At most two points for the head, most serious first; the restore proof fills a free place. */
export function headPoints(plan: Plan, s: Scene, most = 2): string[] {
  const points = dosed(plan, s).filter(({ code }) => !notInHead.has(code));
  const restore = plan.caveats.filter(({ code }) => code === "prove-restore");
  return [...points, ...restore].slice(0, most).map((c) => shortCaveat(c, s));
}
