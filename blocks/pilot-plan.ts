import type { Plan } from "../src/domain/plan.ts";
import { wordFor } from "../src/i18n/words-of.ts";
import { stageLine } from "./details.ts";
import { bold, context, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

type Criterion = Plan["pilot"]["passIf"][number];

/** The short runs that settle a plan, what each must show, fixed beforehand, and how results come back. */
export function pilotPlanPieces(plan: Plan | null, s: Scene): Piece[] {
  const say = s.m.drops.plan;
  if (plan === null || plan.best === null) return [section([s.m.answers.unchanged["no-plan-here"]])];
  const runs = plan.pilot.runs.map(({ what, minutes, gpus, cost, currency, settings }): Line => [
    "• ",
    say.run(
      `${wordFor(say.what, what) ?? what}${settings?.concurrency === undefined ? "" : say.users(settings.concurrency)}`,
      minutes,
      gpus,
      cost === null ? null : s.f.moneyRange(cost, currency),
    ),
  ]);
  const criteria = plan.pilot.passIf.flatMap((criterion): Line[] => {
    const words = criterionWords(criterion, s);
    return words === null ? [] : [["• ", words]];
  });
  const stands = stageLine(plan, s);
  const serving = plan.spec.method === "inference";
  return [
    section([bold(say.title)], ...runs),
    section([bold(say.passTitle)], ...criteria),
    section([serving ? say.serving : say.kit], [say.back]),
    ...(stands === null ? [] : [context(stands)]),
  ];
}

function criterionWords({ code, params }: Criterion, s: Scene): string | null {
  const { pass } = s.m.drops.plan;
  const of = (name: string): number => Number(params[name] ?? Number.NaN);
  switch (code) {
    case "device-memory-below":
      return pass[code](
        s.f.gib(of("gib")),
        s.f.range(s.f.gib(of("predictedLow")), s.f.gib(of("predictedHigh"))),
      );
    case "tokens-per-second-at-least":
      return pass[code](
        s.m.units.tokensPerSecond(s.f.rough(of("perGpu"))),
        s.m.units.tokensPerSecond(s.f.rough(of("likely"))),
      );
    case "scaling-efficiency-at-least":
      return pass[code](s.f.percent(of("efficiency")));
    case "five-items-restored":
    case "restarted-and-reloaded":
      return pass[code];
    default:
      return null;
  }
}
