import type { PlanRef } from "../src/domain/conversation.ts";
import type { Candidate, Infeasible, Plan, Relaxation } from "../src/domain/plan.ts";
import { changePhrase } from "../src/i18n/field-words.ts";
import { capital, wordFor } from "../src/i18n/words-of.ts";
import { shorten } from "./escape.ts";
import {
  briefCost,
  briefTime,
  configWords,
  costWords,
  requiredWords,
  shortVerdict,
  subjectWords,
  timeWords,
} from "./facts.ts";
import { fitLines, type Row } from "./fit-lines.ts";
import { adjustButton } from "./head-actions.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { bold, actions, button, section, type Draft, type Line } from "./kit.ts";
import { limits } from "./limits.ts";
import { premiseRow } from "./premise-lines.ts";
import type { Scene } from "./view.ts";

/** The binding limit and by how much, in its unit; a cap in money only where amounts may be said. */
export function shortWords({ binding, shortBy, unit }: Infeasible, plan: Plan, s: Scene): string {
  const { short, limits: names } = s.m.answers;
  if (shortBy === null || unit === null || !Number.isFinite(shortBy)) return short.plain(names[binding]);
  if (unit === "GiB per GPU") return short.gib(s.f.gib(shortBy));
  if (unit === "hours") return short.hours(s.f.hours(shortBy));
  const budget = plan.spec.limits?.budget;
  if (s.view.showAmounts && budget !== undefined) return short.money(s.f.money(shortBy, budget.currency));
  return budget === undefined || budget.amount <= 0
    ? short.plain(names.budget)
    : short.moneyHidden(s.f.percent(shortBy / budget.amount));
}

/** A relaxation by its name, or by the fields it changes when it has none. */
export const relaxationWords = ({ change, changes }: Relaxation, s: Scene): string =>
  wordFor(s.m.answers.relaxations, change) ?? changesWords(changes, s);

export const changesWords = (changes: Candidate["changes"], s: Scene): string =>
  (changes ?? []).map((c) => changePhrase(c, s, s.names)).join(", ");

function sized(candidate: Candidate, s: Scene, form: "full" | "brief"): string {
  const facts =
    form === "full"
      ? [
          configWords(candidate, s),
          timeWords(candidate, null, s),
          costWords(candidate, s),
          requiredWords(candidate, s),
        ]
      : [configWords(candidate, s), briefTime(candidate, null, s), briefCost(candidate, s)];
  return facts.filter((fact) => fact !== s.m.head.timeUnknown).join(", ");
}

function relaxationRows(infeasible: Infeasible, s: Scene): { first: Row; others: Row[] } {
  const [first, ...others] = infeasible.relaxations.slice(0, 3);
  const words = s.m.answers.infeasible;
  if (first === undefined) return { first: { forms: [[words.nothing]] }, others: [] };
  const change = shorten(relaxationWords(first, s), 80);
  return {
    first: {
      forms: [
        [words.works(change, sized(first.candidate, s, "full"))],
        [words.works(change, sized(first.candidate, s, "brief"))],
        [shorten(words.works(change, sized(first.candidate, s, "brief")), 120)],
      ],
    },
    others: others.map((relaxation) => ({
      forms: [
        [
          words.alsoWorks(
            shorten(relaxationWords(relaxation, s), 80),
            sized(relaxation.candidate, s, "brief"),
          ),
        ],
        null,
      ],
    })),
  };
}

/** What stops the run, the closest that failed, and what would still serve the goal. */
export function infeasibleHead(plan: Plan, infeasible: Infeasible, ref: PlanRef, s: Scene): Draft {
  const why = shortWords(infeasible, plan, s);
  const { nearest } = infeasible;
  const { first, others } = relaxationRows(infeasible, s);
  const rows = {
    title: {
      forms: [
        [bold(s.m.answers.infeasible.title(why)), " ", subjectWords(plan.spec, s)],
        [bold(shorten(s.m.answers.infeasible.title(why), 90))],
      ],
    },
    premise: premiseRow(plan, s),
    nearest:
      nearest === null
        ? null
        : {
            forms: [
              [
                s.m.answers.infeasible.nearest(
                  configWords(nearest, s),
                  `${shortVerdict(nearest, s)}, ${requiredWords(nearest, s)}`,
                ),
              ],
              [s.m.answers.infeasible.nearest(configWords(nearest, s), shortVerdict(nearest, s))],
              null,
            ],
          },
    first,
    second: others[0] ?? null,
    third: others[1] ?? null,
  } satisfies Record<string, Row | null>;
  const order = ["nearest", "third", "first", "nearest", "second", "title", "first", "premise"] as const;
  const lines = fitLines<keyof typeof rows>(rows, order, limits.headLines);
  const body: Line[] = [...lines.premise, ...lines.nearest, ...lines.first, ...lines.second, ...lines.third];
  const buttons = infeasible.relaxations
    .slice(0, 2)
    .map((relaxation, index) =>
      button(
        capital(relaxationWords(relaxation, s)),
        actionIds.relax(index),
        encodeButton({ plan: ref.planId, revision: ref.revision, index }),
      ),
    );
  return {
    pieces: [section(...lines.title), section(...body), actions(...buttons, adjustButton(ref, s))],
    notification: shorten(
      s.m.head.infeasible(shorten(subjectWords(plan.spec, s), 50), why),
      limits.notification,
    ),
  };
}
