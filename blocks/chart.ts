import type { Charted, ChartFigures, ChartKind } from "../src/domain/charting/chart-figures.ts";
import { chartKinds } from "../src/domain/charting/chart-figures.ts";
import { cardsIn, type PictureRequest } from "../src/domain/charting/picture.ts";
import type { PlanRef } from "../src/domain/conversation.ts";
import { chartTitle, chartWords, type ChartVoice } from "../src/i18n/chart-words.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { actions, bold, button, context, section, type Piece } from "./kit.ts";
import { cardName, cardWithMemory } from "./names.ts";
import type { Scene } from "./view.ts";

/** Short names where they tell the cards apart; the size of the memory where they do not, and where one card is meant. */
function cardNames(figures: ChartFigures, s: Scene): Readonly<Record<string, string>> {
  const { lookup } = s.view;
  const ids = cardsIn(figures);
  const short = ids.map((id) => cardName(id, lookup));
  const alone = (name: string): boolean => short.filter((other) => other === name).length === 1;
  return Object.fromEntries(
    ids.map((id, i) => {
      const name = short[i] ?? id;
      return [id, figures.chart === "cost" && alone(name) ? name : cardWithMemory(id, lookup, s.f)];
    }),
  );
}

/** What the picture of these figures is drawn of, for this reader. */
export const pictureOf = (figures: ChartFigures, s: Scene): PictureRequest => ({
  figures,
  language: s.language,
  timeZone: s.view.timeZone,
  cards: cardNames(figures, s),
});

/** The words of a picture as its reader hears them. */
export function voiceFor(figures: ChartFigures, s: Scene): ChartVoice {
  const names = cardNames(figures, s);
  return { ...s, card: (id) => names[id] ?? id, timeZone: s.view.timeZone };
}

function otherCharts(shown: ChartKind, ref: PlanRef, s: Scene): Piece {
  const value = { plan: ref.planId, revision: ref.revision, ...variantOf(ref) };
  return actions(
    ...chartKinds
      .filter((kind) => kind !== shown)
      .map((kind) => button(s.m.charts.names[kind], actionIds.chart(kind), encodeButton(value))),
  );
}
const variantOf = ({ variant }: PlanRef): { readonly variant?: string } =>
  variant === undefined ? {} : { variant: variant.id };

/** The figures of a chart in words, which stand whatever becomes of the picture; and the other charts. */
export function chartPieces({ kind, figures, missing }: Charted, ref: PlanRef | null, s: Scene): Piece[] {
  const others = ref === null ? [] : [otherCharts(kind, ref, s)];
  if (missing !== null) return [section([s.m.charts.gaps[missing]]), ...others];
  const voice = voiceFor(figures, s);
  return [
    section([bold(chartTitle(figures, voice))], ...chartWords(figures, voice).map((line) => [line])),
    ...(ref === null ? [] : [context([s.m.answers.change.unchanged(ref.revision)])]),
    ...others,
  ];
}
