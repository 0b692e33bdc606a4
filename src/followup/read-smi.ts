import { block, placeName, postpone, state, take, type Draft } from "./draft.ts";
import { fold } from "./normalize.ts";
import { matches } from "./prefilter.ts";

const screen = /nvidia-smi\s+\d|rocm-smi|(?<!\d)\d+\s?mib\s*\/\s*\d+\s?mib/u;
const row = /(\d{1,6})\s?mib\s*\/\s*(\d{3,7})\s?mib/gu;
const versions: readonly (readonly [string, RegExp])[] = [
  ["driver", /driver version\s*:\s*(\d+(?:\.\d+){1,3})/u],
  ["cuda", /cuda version\s*:\s*(\d+(?:\.\d+){1,2})/u],
];

/** MiB in use and in all on one card. */
interface Row {
  readonly used: number;
  readonly total: number;
}

/** The lines of a pasted nvidia-smi screen, by their frame. */
const framed = /(?:^|\n)[ \t]*(?:[|+][^\n]{3,300})/gu;

/**
 * A pasted screen of nvidia-smi is a measurement: it tells the card, how many there are and how full they are. Its
 * index, bus and temperature columns are nobody's batch or count.
 */
export function readSmi(draft: Draft): void {
  if (!matches(screen, draft.folded)) return;
  for (const [tool, words] of versions) {
    const version = words.exec(draft.folded)?.[1];
    if (version !== undefined) draft.versions[tool] = version;
  }
  const rows = [...draft.folded.matchAll(row)].map(([, used, total]) => ({
    used: Number(used),
    total: Number(total),
  }));
  const fullest = [...rows].sort((a, b) => b.used - a.used)[0];
  if (fullest !== undefined) {
    draft.observed["usedGib"] = fullest.used / 1024;
    draft.observed["capacityGib"] = fullest.total / 1024;
  }
  const lines = [...draft.folded.matchAll(framed)];
  if (fullest !== undefined) lessOthers(draft, fullest, lines);
  if (lines.length < 2) return;
  for (const { index, 0: line } of lines) readLine(draft, index, line, rows.length);
}

/** Outside the screen: that what fills the card is somebody else's. */
const others =
  /(?<!\w)(?:other (?:jobs?|users?|process(?:es)?|tenants?|people|things?)|others?(?! cards?)|some(?:body|one|thing) else|colleagues?|coworkers?|shared?|already (?:used|taken|running|in use|busy|something)|in use by|left over|free memory|what is (?:left|free)|partagee?s?|autres? (?:jobs?|processus|travaux|utilisateurs?|personnes?|choses?)|quelqu'un d'autre|collegues?|deja (?:pris|prise|occupee?|utilisee?|quelque chose)|ce qui reste|memoire libre)(?!\w)/u;

/** What other tenants hold is not usable: the driver's total less what is taken on the fullest card. [GiB] */
function lessOthers(draft: Draft, { used, total }: Row, lines: readonly RegExpExecArray[]): void {
  const typed = lines.reduce((text, { 0: line }) => text.replace(line, " "), draft.folded);
  const said = others.exec(typed);
  if (said === null || used >= total) return;
  const start = draft.folded.indexOf(said[0]);
  const value = Math.round(((total - used) / 1024) * 10) / 10;
  draft.pending.push({ kind: "other-tenants", value, start, where: said[0] });
}

/** After sizes that only name the card: what others leave goes before them. */
export function settleTenants(draft: Draft): void {
  const left = draft.pending.find(({ kind }) => kind === "other-tenants");
  if (left === undefined) return;
  const { value, start, where } = left;
  draft.assumed.push({ field: "memoryGib", value, why: "less-other-tenants" });
  draft.facts.push({ field: "memoryGib", value, start, where });
}

function readLine(draft: Draft, start: number, line: string, gpus: number): void {
  const end = start + line.length;
  const named = draft.context.lookup.findNames(draft.canonical.text.slice(start, end)).find(({ kind }) => kind === "accelerator"); // prettier-ignore
  take(draft, start, end);
  block(draft, start, end);
  if (named === undefined || named.resolution.kind === "none") return;
  const span = { ...named, start: start + named.start, end: start + named.end };
  const id = named.resolution.kind === "one" ? named.resolution.match.id : named.resolution.matches[0]?.id;
  if (id === undefined || draft.facts.some(({ field }) => field === "accelerator")) return;
  placeName(draft, span);
  const match = {
    start: span.start,
    end: span.end,
    text: fold(span.text),
    group: () => undefined,
    named: {},
  };
  state(draft, match, "accelerator", id);
  if (gpus > 0) state(draft, match, "gpus", gpus);
  postpone(draft, match, "card-span", draft.names.length - 1);
}
