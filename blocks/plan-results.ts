import type { PlanRef } from "../src/domain/conversation.ts";
import type { MeasuredPoint } from "../src/domain/pilot/correction.ts";
import type { CorrectionsSaid } from "../src/domain/pilot/corrections-said.ts";
import type { PlanResult } from "../src/domain/pilot/plan-results.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { actions, bold, button, context, section, type Line, type Piece } from "./kit.ts";
import { byLine, dateOf } from "./paid-prices.ts";
import type { Scene } from "./view.ts";

/** One row of buttons holds five. */
const mostButtons = 5;
const mostListed = 12;

function resultLine({ n, kind, by, at, point, price }: PlanResult, s: Scene): Line {
  const { results } = s.m.corrections;
  const figures =
    price === null
      ? point === null
        ? null
        : pointWords(point, s)
      : s.m.corrections.paid.perGpuHour(s.f.money(price.paid.amount, price.paid.currency));
  return [
    results.one(s.f.number(n), results.kinds[kind], dateOf(at, s)),
    ...byLine(by === null ? [] : [by], s),
    ...(figures === null ? [] : [s.m.units.colon, figures]),
  ];
}

/** What was taken back: one by its figures, several by their number. */
export function goneLines(
  { gone, results }: Extract<CorrectionsSaid, { kind: "withdrawn" }>,
  s: Scene,
): Line[] {
  const [only] = gone;
  const { corrections } = s.m;
  return [
    [bold(corrections.withdrawn(results))],
    ...(gone.length === 1 && only !== undefined ? [["• ", ...resultLine(only, s)]] : []),
  ];
}

/** What of a plan still counts, each with its number and its button. */
export function leftPieces(
  left: readonly PlanResult[],
  ref: PlanRef | null,
  s: Scene,
  title = s.m.corrections.results.left,
): Piece[] {
  const { results } = s.m.corrections;
  const shown = left.slice(-mostListed);
  const first = shown[0];
  if (first === undefined) return [section([results.none])];
  const pressable = ref === null ? [] : shown.slice(-mostButtons);
  return [
    section([title], ...shown.map((one): Line => ["• ", ...resultLine(one, s)])),
    ...(left.length > shown.length ? [context([s.m.units.more(left.length - shown.length)])] : []),
    ...(ref === null || pressable.length === 0
      ? []
      : [
          actions(
            ...pressable.map(({ n, key }) =>
              button(
                results.withdraw(s.f.number(n)),
                actionIds.withdrawResult(n),
                encodeButton({ plan: ref.planId, revision: ref.revision, result: key }),
              ),
            ),
          ),
        ]),
    context([results.how(s.f.number(first.n))]),
  ];
}

export function pointWords(point: MeasuredPoint, s: Scene): string {
  const { corrections, units } = s.m;
  const { spec, peakAllocatedGib, peakReservedGib, peakDeviceGib, tokensPerSecondPerGpu } = point;
  const { figures } = corrections;
  const rate = point.rateSpread === undefined ? figures.rate : figures.rentalRate;
  const gib = (value: number | null, say: (gib: string) => string): readonly string[] =>
    value === null ? [] : [say(s.f.gib(value))];
  const told = [
    ...gib(point.allocatedAtLeastGib ?? null, figures.ranOut),
    ...gib(peakAllocatedGib, figures.allocated),
    ...gib(peakReservedGib, figures.reserved),
    ...gib(peakDeviceGib, figures.device),
    ...(tokensPerSecondPerGpu === null
      ? []
      : [rate(units.tokensPerSecond(s.f.rough(tokensPerSecondPerGpu)))]),
  ];
  const batch = corrections.batch(s.f.number(spec.microBatch ?? 1), s.f.number(spec.sequenceLength ?? 0));
  return corrections.point(batch, spec.gpus ?? 1, told.join(", "));
}
