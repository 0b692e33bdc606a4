import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { plainText } from "../../blocks/plain-text.ts";
import { makeConversation } from "../../src/app/conversation.ts";
import { openStore } from "../../src/db/open-store.ts";
import type { Language, MessageReading } from "../../src/domain/conversation.ts";
import { catalogueFigure } from "../../src/domain/knowledge/catalogue-figures.ts";
import { placeholdersIn, type Figure } from "../../src/domain/knowledge/figure.ts";
import type { World } from "../../src/domain/catalogue.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";
import { loadWorld } from "../../src/engine/load-world.ts";
import { openKnowledge } from "../../src/engine/open-knowledge.ts";
import { format } from "../../src/i18n/format.ts";
import { words } from "../../src/i18n/messages.ts";
import { retrievalScore } from "./retrieval.ts";
import { factsOf, type Case } from "../support/case-facts.ts";

interface Point {
  readonly point: string;
  readonly all: readonly string[];
}
interface Checks {
  readonly id: string;
  readonly must: readonly Point[];
  readonly never?: readonly string[];
}

export interface Scored {
  readonly id: string;
  readonly facts: number;
  readonly factsHeld: number;
  readonly languageRight: boolean;
  readonly points: number;
  readonly missed: readonly string[];
  readonly said: readonly string[];
  readonly text: string;
}

const corpus = (name: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, "../corpus", name), "utf8"));

/** Case, accents, spaces and quotes as a pattern writes them. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[\u00A0\u202F]/gu, " ")
    .replaceAll("œ", "oe")
    .toLowerCase();

function figureText(figure: Figure, language: Language): string {
  const f = format(language);
  if (figure.kind === "gib") return f.gib(figure.value);
  if (figure.kind === "kib") return words(language).knowledge.cards.kib(f.rough(figure.value));
  if (figure.kind === "parameters") return f.parameters(figure.value);
  if (figure.kind === "count") return f.number(figure.value);
  throw new Error(`no words here for a figure of kind ${figure.kind}`);
}

/** `{{…}}` of a pattern as the engine works it out; `bytes` multiplies what follows it. */
function patternOf(source: string, language: Language, world: World): RegExp {
  let filled = source;
  for (const placeholder of placeholdersIn(source)) {
    const figure: Figure | null =
      placeholder.name === "bytes"
        ? { kind: "gib", value: placeholder.args.reduce((all, n) => all * Number(n), 1) / 2 ** 30 }
        : catalogueFigure(placeholder, world);
    if (figure === null) throw new Error(`the catalogue has no figure for ${placeholder.text}`);
    const said = folded(figureText(figure, language)).replaceAll(/[.()]/gu, String.raw`\$&`);
    filled = filled.replace(`{{${placeholder.text}}}`, said);
  }
  return new RegExp(filled, "u");
}

function score(one: Case, checks: Checks, reading: MessageReading, text: string, world: World): Scored {
  const language = one.language === "fr" ? "fr" : "en";
  const said = folded(text);
  const facts = factsOf(one, reading);
  const missed = checks.must.flatMap(({ point, all }) => {
    const absent = all.filter((source) => !patternOf(source, language, world).test(said));
    return absent.length === 0 ? [] : [`${point} (${absent.join(" · ")})`];
  });
  return {
    id: one.id,
    facts: facts.length,
    factsHeld: facts.filter(({ held }) => held).length,
    languageRight: reading.language === one.language,
    points: checks.must.length,
    missed,
    said: (checks.never ?? []).filter((source) => new RegExp(source, "u").test(said)),
    text,
  };
}

type Checked = Case & Checks;

/** Real requests, with the points of another file; and messages of ours as strangers send them. */
const sets = {
  shared: (): readonly Checked[] => {
    const answers = new Map((corpus("cases-answers.yaml") as readonly Checks[]).map((one) => [one.id, one]));
    return (corpus("cases-facts.yaml") as readonly Case[]).map((one) => ({
      ...one,
      must: [],
      ...answers.get(one.id),
    }));
  },
  strangers: () => corpus("strangers.yaml") as readonly Checked[],
  unseen: () => corpus("strangers-unseen.yaml") as readonly Checked[],
} as const;

/** Every request asked as one person alone in one thread would ask it, the hub out of reach. */
export async function scoreConversation(set: keyof typeof sets = "shared"): Promise<readonly Scored[]> {
  const cases = sets[set]();
  const world = await loadWorld("catalog", "2026-11-30");
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = await openStore({ file: ":memory:" });
  let ids = 0;
  const conversation = makeConversation({
    engine: makeInlineEngine(world),
    store,
    lookup: world.lookup,
    hub: { find: () => Promise.resolve({ kind: "unreachable", why: "no network" }) },
    rates: () => world.catalogue.rates,
    catalogue: () => world.catalogue,
    knowledge: openKnowledge("catalog", world, quiet),
    clock: { now: () => new Date("2026-11-30T09:00:00Z") },
    newId: () => `id-${ids++}`,
    log: quiet,
  });
  const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
  const scored: Scored[] = [];
  for (const one of cases) {
    if (one.must.length === 0) throw new Error(`${one.id} has no checks`);
    const { reply, secretSeen } = await conversation.receive({
      asker: { workspace: "local", user: "you", locale: "en", timeZone: null },
      text: one.text,
      place: { channel: "terminal", threadTs: one.id, kind: "terminal" },
      mentioned: false,
    });
    if (reply.reading === null) throw new Error(`${one.id} was not read`);
    const secret = secretSeen ? `${words(reply.language).answers.secret}\n\n` : "";
    scored.push(score(one, one, reply.reading, `${secret}${plainText(reply, view)}`, world));
  }
  await store.close();
  return scored;
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
const sum = (list: readonly number[]): number => list.reduce((all, n) => all + n, 0);

export interface Totals {
  readonly facts: number;
  readonly points: number;
  readonly languages: number;
  readonly forbidden: number;
  readonly words: string;
}

/** Shares over all requests. */
export function totalsOf(scored: readonly Scored[]): Totals {
  const facts = sum(scored.map((one) => one.facts));
  const held = sum(scored.map((one) => one.factsHeld));
  const points = sum(scored.map((one) => one.points));
  const missed = sum(scored.map((one) => one.missed.length));
  const languages = scored.filter((one) => one.languageRight).length;
  const forbidden = sum(scored.map((one) => one.said.length));
  return {
    facts: held / facts,
    points: (points - missed) / points,
    languages: languages / scored.length,
    forbidden,
    words: `${scored.length} requests: facts ${share(held, facts)}, points ${share(points - missed, points)}, languages ${share(languages, scored.length)}, forbidden things said ${forbidden}`,
  };
}

function worstFirst(scored: readonly Scored[]): string {
  const worst = [...scored].sort(
    (a, b) => b.said.length - a.said.length || b.missed.length / b.points - a.missed.length / a.points,
  );
  const lines = worst.flatMap(({ id, points, missed, facts, factsHeld, languageRight, said }) => {
    if (missed.length + said.length + facts - factsHeld === 0 && languageRight) return [];
    const told = [...said.map((x) => `SAID ${x}`), ...missed.map((x) => `missing: ${x}`)].join("\n      ");
    return [
      `  ${id}  points ${points - missed.length}/${points}  facts ${factsHeld}/${facts}${languageRight ? "" : "  WRONG LANGUAGE"}${told === "" ? "" : `\n      ${told}`}`,
    ];
  });
  return [...lines, totalsOf(scored).words].join("\n");
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const verdict = (held: boolean): string => (held ? "holds" : "MISSED");

/** What the assistant answers to real requests and to strangers, worst first, and whether its aims hold. */
export async function benchConversation(): Promise<string> {
  const shared = await scoreConversation("shared");
  const strangers = await scoreConversation("strangers");
  const unseen = await scoreConversation("unseen");
  const retrieval = retrievalScore();
  const all = { ...totalsOf(shared) };
  const own = totalsOf([...strangers, ...unseen]);
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    ["facts of the 42 real requests", percent(all.facts), "≥ 95 %", all.facts >= 0.95],
    ["their languages", percent(all.languages), "100 %", all.languages === 1],
    ["their points", percent(all.points), "≥ 90 %", all.points >= 0.9],
    ["forbidden things said", String(all.forbidden), "0", all.forbidden === 0],
    [`facts of ${strangers.length + unseen.length} messages of strangers`, percent(own.facts), "≥ 95 %", own.facts >= 0.95],
    ["their languages", percent(own.languages), "100 %", own.languages === 1],
    ["their points", percent(own.points), "≥ 90 %", own.points >= 0.9],
    ["forbidden things said", String(own.forbidden), "0", own.forbidden === 0],
    [`retrieval: answers that are the right article (${retrieval.asked} questions)`, percent(retrieval.precision), "≥ 90 %", retrieval.precision >= 0.9],
    ["retrieval: questions answered", percent(retrieval.recall), "≥ 90 %", retrieval.recall >= 0.9],
    [`retrieval: refused of ${retrieval.foreign} texts that no article answers`, percent(retrieval.refused), "≥ 95 %", retrieval.refused >= 0.95],
  ]; // prettier-ignore
  const wide = Math.max(...rows.map(([what]) => what.length));
  return [
    "real requests", worstFirst(shared), "", "strangers", worstFirst(strangers), "", "strangers, kept aside", worstFirst(unseen), "",
    ...rows.map(([what, got, aim, held]) => `${what.padEnd(wide)}  ${got.padStart(8)}  aim ${aim.padEnd(7)} ${verdict(held)}`),
  ].join("\n"); // prettier-ignore
}
