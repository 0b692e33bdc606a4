import type { Accelerator } from "../domain/accelerator.ts";
import type { Catalogue } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import type { ModelArchitecture } from "../domain/model-architecture.ts";
import type { Offer } from "../domain/offer.ts";
import type { FieldEvidence } from "../domain/provenance.ts";
import { format } from "../i18n/format.ts";
import { catalogWords, type CatalogWords } from "./words.ts";

const colon = (language: Language) => (language === "fr" ? " : " : ": ");

/** Whole days between two ISO dates. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

type Row = readonly [label: string, value: string, evidence?: FieldEvidence | undefined];

const rowsToLines = (rows: readonly Row[], language: Language): readonly string[] => {
  const words = catalogWords(language);
  return rows.map(([label, value, evidence]) => {
    const mark = evidence === undefined || value === words.unknown ? "" : ` [${words.evidence[evidence]}]`;
    return `  ${label}${colon(language)}${value}${mark}`;
  });
};

const said = (value: boolean | null, words: CatalogWords) =>
  value === null ? words.unknown : value ? words.yes : words.no;

function sourceLines(ids: readonly string[], catalogue: Catalogue, language: Language): readonly string[] {
  const found = catalogue.sources.filter((s) => ids.includes(s.id));
  const lines = found.map((s) =>
    ["  -", s.title, s.date === null ? null : `(${s.date})`, s.url].filter((p) => p !== null).join(" "),
  );
  return lines.length === 0
    ? []
    : [`${catalogWords(language).sources}${colon(language).trimEnd()}`, ...lines];
}

/** Prices of a card, cheapest per card first, each with its age. */
export function offerLines(offers: readonly Offer[], language: Language, today: string): readonly string[] {
  const words = catalogWords(language);
  const say = format(language);
  if (offers.length === 0) return [words.noPrice];
  const sorted = [...offers].sort(
    (a, b) => a.perHour / a.gpus - b.perHour / b.gpus || (a.id < b.id ? -1 : 1),
  );
  const lines = sorted.map((o) => {
    const date =
      o.observedAt === null
        ? words.undated
        : words.aged(say.date(o.observedAt, { year: true }), daysBetween(o.observedAt, today));
    const money = (amount: number) => `${say.number(amount, 3)} ${o.currency}`;
    const parts = [
      money(o.perHour),
      words.cards(o.gpus),
      ...(o.gpus === 1 ? [] : [words.perCard(money(o.perHour / o.gpus))]),
      `${o.provider} ${o.instance}`,
      o.region ?? words.regionUnknown,
      words.tiers[o.tier],
      date,
      ...(o.note === null ? [] : [o.note]),
    ];
    return `  ${parts.join(" · ")}`;
  });
  return [words.prices(offers.length), ...lines];
}

export function acceleratorLines(
  card: Accelerator,
  catalogue: Catalogue,
  language: Language,
  today: string,
): readonly string[] {
  const words = catalogWords(language);
  const say = format(language);
  const orUnknown = (value: string | null) => value ?? words.unknown;
  const number = (n: number | null, unit: string, decimals = 1) =>
    n === null ? words.unknown : `${say.number(n, decimals)} ${unit}`.trimEnd();
  const how = (field: string) => card.evidence[field] ?? "general";
  const label = words.fields;
  const { llmInt8, qlora4bit, optim8bit } = card.bitsandbytes;
  const link = card.interconnect.gbSBidirectional;
  const rows: readonly Row[] = [
    [label.architecture, card.architecture],
    [label.platform, card.platform],
    [label.class, card.class],
    [label.computeTarget, orUnknown(card.computeTarget), how("computeTarget")],
    [label.launch, orUnknown(card.launch), how("launch")],
    [label.sold, say.gb(card.sold), how("sold")],
    [label.devices, String(card.devices)],
    [label.reported, card.reported === null ? words.unknown : say.gib(card.reported), how("reported")],
    [label.memoryType, card.memoryType, how("memoryType")],
    [label.bandwidthGbS, number(card.bandwidthGbS, language === "fr" ? "Go/s" : "GB/s"), how("bandwidthGbS")],
    ...Object.entries(card.denseTflops).map(([name, peak]): Row => [
      words.dense(name.toUpperCase()),
      number(peak as number | null, name === "int8" ? "TOP/s" : "TFLOP/s"),
      how(`denseTflops.${name}`),
    ]),
    [label.bf16Native, said(card.bf16Native, words), how("bf16Native")],
    [label.flashAttention2, said(card.flashAttention2, words), how("flashAttention2")],
    [
      label.bitsandbytes,
      `LLM.int8 ${said(llmInt8, words)}, NF4 ${said(qlora4bit, words)}, 8-bit Adam ${said(optim8bit, words)}`,
      how("bitsandbytes"),
    ],
    [
      label.interconnect,
      link === null ? card.interconnect.type : `${card.interconnect.type}, ${number(link, "GB/s")}`,
      how("interconnect"),
    ],
    [label.pcie, orUnknown(card.pcie), how("pcie")],
    [label.tdpW, number(card.tdpW, "W", 0), how("tdpW")],
    [label.formFactors, card.formFactors.join(", "), how("formFactors")],
    [label.maxPerNode, number(card.maxPerNode, "", 0), how("maxPerNode")],
    [label.mig, said(card.mig, words), how("mig")],
    [label.ecc, said(card.ecc, words), how("ecc")],
  ];
  const offers = catalogue.offers.filter((o) => o.accelerator === card.id);
  return [
    `${card.name} (${card.id})`,
    ...rowsToLines(rows, language),
    ...(card.aliases.length === 0 ? [] : rowsToLines([[words.aliases, card.aliases.join(", ")]], language)),
    ...(card.note === null ? [] : rowsToLines([[words.note, card.note]], language)),
    ...card.conflicts.flatMap((c) => rowsToLines([[words.conflicts, c]], language)),
    ...offerLines(offers, language, today),
    ...sourceLines([...card.sources, ...offers.map((o) => o.source)], catalogue, language),
  ];
}

export function modelLines(
  model: ModelArchitecture,
  catalogue: Catalogue,
  language: Language,
): readonly string[] {
  const words = catalogWords(language);
  const say = format(language);
  const how = (field: string) => model.evidence?.[field];
  const { shape } = model;
  const joined = (...numbers: readonly number[]) => numbers.map((n) => say.number(n)).join(", ");
  const basis = model.parametersBasis === undefined ? "" : `, ${words.basis[model.parametersBasis]}`;
  const shapeRows: readonly Row[] =
    shape === null || model.shapeAssumed
      ? []
      : [
          [words.layers, say.number(shape.layers)],
          [
            words.layerKinds,
            joined(
              shape.fullAttentionLayers,
              shape.slidingAttentionLayers,
              shape.linearAttentionLayers,
              shape.ssmLayers,
            ),
          ],
          [words.hidden, joined(shape.hiddenSize, shape.intermediateSize), "read"],
          [words.heads, joined(shape.attentionHeads, shape.keyValueHeads, shape.headDim), "read"],
          [words.vocabulary, say.number(shape.vocabularySize), "read"],
          [words.positions, shape.maxPositions === null ? words.unknown : say.number(shape.maxPositions)],
          ...(shape.moe === null
            ? []
            : [
                [
                  words.experts,
                  joined(shape.moe.experts, shape.moe.expertsPerToken, shape.moe.expertIntermediateSize),
                  "read",
                ] satisfies Row,
              ]),
        ];
  const rows: readonly Row[] = [
    [words.kind, model.class],
    [words.family, model.family ?? words.unknown],
    [words.parametersTotal, `${say.number(model.parametersTotal)}${basis}`, how("parametersTotal")],
    ...(model.parametersActive === model.parametersTotal
      ? []
      : [[words.parametersActive, say.number(model.parametersActive)] satisfies Row]),
    ...shapeRows,
    [words.dtype, model.dtype ?? words.unknown],
    [words.licence, model.licence ?? words.unknown, how("licence")],
    [words.gated, said(model.gated, words), how("gated")],
    ...(model.variants === undefined || model.variants.length === 0
      ? []
      : [[words.variants, model.variants.join(", ")] satisfies Row]),
    ...(model.note === null ? [] : [[words.note, model.note] satisfies Row]),
  ];
  return [
    `${model.name} (${model.id})`,
    ...rowsToLines(rows, language),
    ...(model.shapeAssumed ? [`  ${words.assumed}`] : []),
    ...sourceLines(model.source === null ? [] : [model.source], catalogue, language),
  ];
}
