import type { Answer } from "../src/domain/conversation.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { shorten } from "./escape.ts";
import { bold, section, table, type Line, type Piece } from "./kit.ts";
import { shortCardName } from "./names.ts";
import type { Scene } from "./view.ts";

export type CatalogueAnswer = Extract<Answer, { about: "catalogue" }>;

const most = 20;

function cardTable(ids: readonly string[], s: Scene): Piece | null {
  const rows = ids.slice(0, most).map((id) => {
    const card = s.view.lookup.accelerator(id);
    if (card === undefined) return [id, s.m.units.unknown, s.m.units.unknown, s.m.units.unknown];
    const peak = card.denseTflops.bf16;
    return [
      shortCardName(card.name),
      s.f.gb(card.sold),
      termWords(card.platform, s),
      peak === null ? s.m.units.unknown : s.m.catalogue.tflops(s.f.rough(peak)),
    ];
  });
  const { columns } = s.m.catalogue;
  return rows.length === 0
    ? null
    : table([columns.card, columns.memory, columns.platform, columns.peak], rows);
}

function modelLines(ids: readonly string[], s: Scene): Line[] {
  return ids.slice(0, most).map((id): Line => {
    const model = s.view.lookup.model(id);
    return [
      "• ",
      model === undefined ? id : s.m.catalogue.model(model.name, s.f.parameters(model.parametersTotal)),
    ];
  });
}

/** Cards and models that a query found. */
export function cataloguePieces({ query, accelerators, models }: CatalogueAnswer, s: Scene): Piece[] {
  if (accelerators.length === 0 && models.length === 0) {
    return [section([query === "" ? s.m.catalogue.empty : s.m.catalogue.nothing(shorten(query, 80))])];
  }
  const cards = cardTable(accelerators, s);
  const listed = modelLines(models, s);
  const left = Math.max(0, accelerators.length - most) + Math.max(0, models.length - most);
  const pieces: (Piece | null)[] = [
    section([bold(s.m.catalogue.title(shorten(query, 80)))]),
    listed.length === 0 ? null : section([bold(s.m.catalogue.models)], ...listed),
    cards === null ? null : section([bold(s.m.catalogue.cards)]),
    cards,
    left > 0 ? section([s.m.units.more(left)]) : null,
  ];
  return pieces.filter((p) => p !== null);
}
