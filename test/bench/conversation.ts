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

/** Every request asked as one person alone in one thread would ask it, the hub out of reach. */
export async function scoreConversation(): Promise<readonly Scored[]> {
  const cases = corpus("cases-facts.yaml") as readonly Case[];
  const answers = new Map((corpus("cases-answers.yaml") as readonly Checks[]).map((one) => [one.id, one]));
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
    knowledge: openKnowledge("catalog", world, quiet),
    clock: { now: () => new Date("2026-11-30T09:00:00Z") },
    newId: () => `id-${ids++}`,
    log: quiet,
  });
  const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
  const scored: Scored[] = [];
  for (const one of cases) {
    const checks = answers.get(one.id);
    if (checks === undefined) throw new Error(`${one.id} has no checks`);
    const { reply, secretSeen } = await conversation.receive({
      asker: { workspace: "local", user: "you", locale: "en", timeZone: null },
      text: one.text,
      place: { channel: "terminal", threadTs: one.id, kind: "terminal" },
      mentioned: false,
    });
    if (reply.reading === null) throw new Error(`${one.id} was not read`);
    const secret = secretSeen ? `${words(reply.language).answers.secret}\n\n` : "";
    scored.push(score(one, checks, reply.reading, `${secret}${plainText(reply, view)}`, world));
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

/** What the assistant answers to real requests, worst first. */
export async function benchConversation(): Promise<string> {
  const scored = await scoreConversation();
  const worst = [...scored].sort(
    (a, b) => b.said.length - a.said.length || b.missed.length / b.points - a.missed.length / a.points,
  );
  const lines = worst.map(({ id, points, missed, facts, factsHeld, languageRight, said }) => {
    const told = [...said.map((x) => `SAID ${x}`), ...missed.map((x) => `missing: ${x}`)].join("\n      ");
    return `  ${id}  points ${points - missed.length}/${points}  facts ${factsHeld}/${facts}${languageRight ? "" : "  WRONG LANGUAGE"}${told === "" ? "" : `\n      ${told}`}`;
  });
  return [...lines, totalsOf(scored).words].join("\n");
}
