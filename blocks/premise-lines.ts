import type { Plan } from "../src/domain/plan.ts";
import { namedParams } from "./caveat-lines.ts";
import { shorten } from "./escape.ts";
import type { Row } from "./fit-lines.ts";
import { lineText, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

/** Beliefs put right kindly, before any number. */
export const premiseLines = (plan: Pick<Plan, "premises">, s: Scene): Line[] =>
  plan.premises.map((p) => [s.m.details.premisesTitle, s.m.premises[p.code](namedParams(p.params, s))]);

/** The first of them for a head, under its title; the others stand in the details. */
export function premiseRow(plan: Plan, s: Scene): Row | null {
  const first = premiseLines(plan, s)[0];
  return first === undefined ? null : { forms: [first, [shorten(lineText(first), 120)]] };
}
