import type { Answer } from "../src/domain/conversation.ts";
import type { PilotStage } from "../src/domain/pilot/pilot.ts";
import type { RentalTaught } from "../src/domain/pilot/teach-rental.ts";
import type { Plan } from "../src/domain/plan.ts";
import { corrects, correctionWords } from "../src/i18n/verdict-words.ts";
import type { Range } from "../src/units/range.ts";
import { priceLines, stageLine } from "./details.ts";
import { shorten } from "./escape.ts";
import { configWords } from "./facts.ts";
import { bold, context, section, type Line, type Piece } from "./kit.ts";
import { closedPriceLines, nextLines, priceMissed } from "./paid-prices.ts";
import type { Scene } from "./view.ts";

type Move = Extract<Answer, { about: "stage" }>["move"];

/** A stage that moved, or what stands in its way; the stages as they stand now. */
export function stagePieces(move: Move, plan: Plan | null, s: Scene): Piece[] {
  const { moves, stages } = s.m;
  if (move.moved === null) {
    const what = move.price === undefined ? stageNamed(move.stage, s) : priceMissed(move.price, s);
    const open = move.open.map((stage) => stages.names[stage]);
    return [
      section([moves.refusals[move.why](what)], ...(open.length === 0 ? [] : [[moves.open(s.f.list(open))]])),
    ];
  }
  const stands = plan === null ? null : stageLine(plan, s);
  return [section(...moveLines(move, plan, s)), ...(stands === null ? [] : [context(stands)])];
}

function moveLines(move: Exclude<Move, { moved: null }>, plan: Plan | null, s: Scene): Line[] {
  const { moves, stages } = s.m;
  switch (move.moved) {
    case "waived":
      return [
        [bold(moves.waived(stages.names[move.stage]))],
        [moves.waivedReason(shorten(move.reason, 300))],
        [moves.waivedBy],
      ];
    case "reserved":
      return [[bold(moves.reserved)], ...sheet(plan, s), [moves.cannotStop], [moves.closeWith]];
    case "closed": {
      const { settlement, hours } = move;
      const ratio = (value: number | null, say: (text: string) => string): Line[] =>
        value === null ? [] : [[say(s.f.number(value, 2))]];
      return [
        [bold(move.again ? moves.closedAgain : moves.closed)],
        ...(plan === null ? [] : [hoursLine(hours, plan.window.total, s)]),
        ...ratio(settlement?.total ?? null, moves.ratioTotal),
        ...(move.price.compared === null ? ratio(settlement?.price ?? null, moves.ratioPrice) : []),
        ...closedPriceLines(move, s),
        [moves.incidents(settlement?.incidents ?? 0)],
        ...taughtLines(move.taught, s),
        ...nextLines(move.next, plan, s),
        [moves.addLater],
      ];
    }
  }
}

const stageNamed = (stage: PilotStage | undefined, s: Scene): string | null =>
  stage === undefined ? null : s.m.stages.names[stage];

/** What the hours teach of the pace, or why nothing. */
function taughtLines(taught: RentalTaught, s: Scene): Line[] {
  const { learnt, learntNothing, silent } = s.m.moves;
  if ("silent" in taught) {
    const why = silent[taught.silent];
    return why === null ? [] : [[why]];
  }
  const told = taught.corrections.filter(corrects).map((one) => correctionWords(one, s));
  return [[told.length === 0 ? learntNothing : learnt(s.f.list(told))]];
}

/** Both in hours, as an invoice counts them. */
function hoursLine(paid: number, { low, likely, high }: Range, s: Scene): Line {
  const { rough, range } = s.f;
  return [s.m.moves.hours(rough(paid), rough(likely), range(rough(low), rough(high)))];
}

/** What a purchase order needs: the offer with the date of its price, the window, what comes on top, what is done by then. */
function sheet(plan: Plan | null, s: Scene): Line[] {
  const best = plan?.best ?? null;
  if (plan === null || best === null) return [];
  const { sheet: labels, finishedBy, wholeRun, options, launchWith } = s.m.moves;
  const row = (label: string, ...line: Line): Line => [bold(label), s.m.units.colon, ...line];
  const by = plan.window.artefactsOutBy;
  return [
    row(labels.configuration, configWords(best, s)),
    ...priceLines(best, s),
    row(labels.window, s.f.hoursRange(plan.window.total)),
    ...(best.cost.total === null
      ? []
      : [row(labels.cost, s.f.moneyRange(best.cost.total, best.cost.currency))]),
    row(labels.options, options),
    ...(by === undefined ? [] : [row(labels.finished, finishedBy(wholeRun, s.f.number(Math.floor(by))))]),
    row(labels.launch, launchWith),
  ];
}
