import type { PlanSummary } from "../src/domain/conversation.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { bold, link, section, type Line, type Piece, type Span } from "./kit.ts";
import type { Scene } from "./view.ts";

const most = 15;

/** One plan in a list, linked where it stands. */
export function summaryLine({ model, method, revision, updatedAt, permalink }: PlanSummary, s: Scene): Line {
  const title = s.m.home.plan(s.names.model(model), termWords(method, s), revision);
  const span: Span = permalink === null ? bold(title) : link(title, permalink);
  return [span, " · ", s.m.home.updated(s.f.date(updatedAt, { time: true, timeZone: s.view.timeZone }))];
}

export function minePieces(plans: readonly PlanSummary[], s: Scene): Piece[] {
  if (plans.length === 0) return [section([s.m.home.noneMine])];
  const shown = plans.slice(0, most);
  const left = plans.length - shown.length;
  return [
    section(
      [bold(s.m.home.mineTitle(shown.length))],
      ...shown.map((p): Line => ["• ", ...summaryLine(p, s)]),
      ...(left > 0 ? [[s.m.units.more(left)]] : []),
    ),
  ];
}
