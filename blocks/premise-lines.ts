import type { Premise, PremiseCode } from "../src/domain/caveat.ts";
import type { Plan } from "../src/domain/plan.ts";
import { capital } from "../src/i18n/words-of.ts";
import { namedParams } from "./caveat-lines.ts";
import { shortenToClause } from "./escape.ts";
import type { Row } from "./fit-lines.ts";
import { lineText, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

/** What puts no belief right needs no "a small precision first". */
const plain: ReadonlySet<PremiseCode> = new Set([
  "not-a-text-model",
  "date-past",
  "not-in-catalogue",
  "other-software",
]);

function lineOf({ code, params }: Premise, s: Scene): Line {
  const sentence = s.m.premises[code](namedParams(params, s));
  return plain.has(code) ? [capital(sentence)] : [s.m.details.premisesTitle, sentence];
}

/** Beliefs put right kindly, before any number. */
export const premiseLines = (plan: Pick<Plan, "premises">, s: Scene): Line[] =>
  plan.premises.map((premise) => lineOf(premise, s));

/** The first of them for a head, under its title; the others stand in the details. */
export function premiseRow(plan: Plan, s: Scene): Row | null {
  const first = premiseLines(plan, s)[0];
  if (first === undefined) return null;
  const most = plan.premises[0]?.code === "not-a-text-model" ? 80 : 120;
  const shorter = (length: number): Line => [shortenToClause(lineText(first), length)];
  return { forms: [first, shorter(most)], lastResort: shorter(75) };
}
