import type { Answer, FileSaid, PlanRef } from "../src/domain/conversation.ts";
import { configurationKey } from "../src/domain/pilot/configuration-key.ts";
import { insightInto } from "../src/domain/pilot/insight.ts";
import { settles, type PilotVerdict } from "../src/domain/pilot/pilot.ts";
import type { Problem } from "../src/domain/problem.ts";
import type { Plan } from "../src/domain/plan.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { verdictInWords } from "../src/i18n/verdict-words.ts";
import { stageLine } from "./details.ts";
import { shorten } from "./escape.ts";
import { configWords, requiredWords } from "./facts.ts";
import { relaxationLines, titleWords } from "./infeasible.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { actions, bold, button, code, context, mention, section, type Line, type Piece } from "./kit.ts";
import { cardName } from "./names.ts";
import { problemLine } from "./problem-lines.ts";
import type { Scene } from "./view.ts";

type PilotAnswer = Extract<Answer, { about: "pilot" }>;

const mostFiles = 10;
const mostProblems = 5;

/** What came back against what was predicted: verdict first, our miss said plainly, what changes, what is next. */
export function pilotPieces(answer: PilotAnswer, plan: Plan | null, ref: PlanRef | null, s: Scene): Piece[] {
  const { verdict, files, again, before } = answer;
  const said = files.slice(0, mostFiles).flatMap((file) => fileLines(file, s));
  const left = files.length > mostFiles ? [[s.m.units.more(files.length - mostFiles)]] : [];
  const about = said.length === 0 ? [] : [section(...said, ...left)];
  if (verdict === null) {
    const nowhere: Piece[] = ref === null ? [section([s.m.drops.noPlan])] : [];
    return about.length + nowhere.length === 0 ? [section([s.m.drops.nothingIn])] : [...about, ...nowhere];
  }
  const [head = "", ...lines] = verdictInWords(verdict, s).split("\n");
  const stands = plan === null ? null : stageLine(plan, s);
  return [
    ...(again ? [section([s.m.drops.again])] : []),
    section([bold(head)], ...lines.map((line): Line => [line])),
    ...signed(verdict, s),
    ...corrected(before, plan, s),
    ...insight(plan, verdict, s),
    ...about,
    ...offer(verdict, ref, s),
    ...(stands === null ? [] : [context(stands)]),
    ...(ref === null || before !== null ? [] : [context([s.m.answers.change.unchanged(ref.revision)])]),
  ];
}

/** Who posted what a result contradicts, and when. */
function signed({ contradicts = [] }: PilotVerdict, s: Scene): Piece[] {
  const lines = contradicts
    .filter(({ by, at }, i) => contradicts.findIndex((one) => one.by === by && one.at === at) === i)
    .flatMap(({ by, at }): Line[] =>
      by === null || at === null ? [] : [[mention(by), s.m.pilot.contradictedBy(s.f.date(at.slice(0, 10)))]],
    );
  return lines.length === 0 ? [] : [context(...lines)];
}

/** Another card than planned, as a plan of its own. */
function offer(verdict: PilotVerdict, ref: PlanRef | null, s: Scene): Piece[] {
  if (ref === null || verdict.verdict !== "inconclusive" || verdict.next.code !== "plan-other-card")
    return [];
  const card = verdict.offered?.accelerator;
  if (card === undefined) return [];
  const value = encodeButton({ plan: ref.planId, revision: ref.revision, pilot: verdict.key });
  const label = s.m.head.buttons.planOffered(shorten(cardName(card, s.view.lookup), 40));
  return [actions(button(label, actionIds.planOffered, value))];
}

/** The interval before and after what was learnt. */
function corrected(before: Plan | null, after: Plan | null, s: Scene): Piece[] {
  const [was, now] = [before?.best ?? null, after?.best ?? null];
  if (before === null || after === null || was === null) return [];
  if (now === null) {
    const { infeasible } = after;
    if (infeasible === null) return [section([s.m.drops.noLongerFits])];
    return [
      section(
        [s.m.drops.noLongerFits],
        [titleWords(infeasible, after, s)],
        ...relaxationLines(infeasible, s).slice(0, 2),
      ),
    ];
  }
  const ranOut = after.ranOutOfMemoryAt !== undefined && before.ranOutOfMemoryAt === undefined;
  const [held, holds] = [requiredWords(was, s), requiredWords(now, s)];
  const lines: Line[] = [
    ...(ranOut ? [[s.m.drops.noLongerFits]] : []),
    ...(configurationKey(before) === configurationKey(after)
      ? []
      : [[s.m.drops.otherConfiguration(`${configWords(now, s)}, ${termWords(now.layout.strategy, s)}`)]]),
    ...(held === holds ? [] : [[s.m.drops.corrected(held, holds)]]),
  ];
  return lines.length === 0 ? [] : [section(...lines)];
}

/** Which limit binds, what to change first, and what the whole costs at the measured rate. */
function insight(plan: Plan | null, verdict: PilotVerdict, s: Scene): Piece[] {
  // A result that settles nothing says nothing of what to change, nor of what the whole would cost.
  if (plan === null || !settles(verdict)) return [];
  const { bound: found, cost } = insightInto(plan, verdict);
  // A scaling step has said so already.
  const bound = found?.because === "scalingEfficiency" ? null : found;
  const { drops } = s.m;
  const lines: Line[] = [
    ...(bound === null
      ? []
      : [
          [
            drops.bound(
              drops.bounds[bound.bound],
              bound.change === null ? null : drops.boundChanges[bound.change],
              bound.gain === null || bound.gain <= 0 ? null : s.f.percent(bound.gain),
            ),
          ],
        ]),
    ...(cost === null
      ? []
      : [
          [
            drops.measuredCost(
              s.f.hours(cost.hours),
              s.f.moneyAbout(cost.perSuccessfulRun, cost.currency),
              s.f.moneyAbout(cost.perMillionTokens, cost.currency),
            ),
          ],
        ]),
  ];
  return lines.length === 0 ? [] : [section(...lines)];
}

/** The same fault in many places of one list is said of the first. */
const problemsOnce = (problems: readonly Problem[]): readonly Problem[] => {
  const kind = ({ code, path }: Problem): string => `${code} ${path.replaceAll(/\d+/gu, "#")}`;
  return problems.filter((one, index) => problems.findIndex((other) => kind(other) === kind(one)) === index);
};

function fileLines(file: FileSaid, s: Scene): Line[] {
  const name = code(shorten(file.name, 60));
  const { drops } = s.m;
  switch (file.kind) {
    case "unopened":
      return [[name, " ", drops.notRead(drops.faults[file.fault])]];
    case "nothing-read":
      return file.saw === "binary"
        ? [[name, " ", drops.notRead(drops.faults["not-text"])]]
        : [
            [name, " ", drops.nothingIn],
            ...(file.saw === "instruction-in-log" ? [[s.m.readings.warnings["instruction-in-log"]()]] : []),
          ];
    case "faulty":
      return [
        [name, " ", drops.kitFaulty],
        ...problemsOnce(file.problems)
          .slice(0, mostProblems)
          .map((problem): Line => ["• ", ...problemLine(problem, s)]),
        ...(problemsOnce(file.problems).length > mostProblems
          ? [[s.m.units.more(problemsOnce(file.problems).length - mostProblems)]]
          : []),
      ];
  }
}
