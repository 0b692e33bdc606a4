import type { Problem } from "../src/domain/problem.ts";
import { allowedWords } from "../src/i18n/allowed-words.ts";
import { fieldLabel } from "../src/i18n/field-words.ts";
import { problemReason } from "../src/i18n/problem-reason.ts";
import { regionWords } from "../src/i18n/region-words.ts";
import { capital } from "../src/i18n/words-of.ts";
import { shorten } from "./escape.ts";
import { bold, code, lineText, section, type Line, type Piece } from "./kit.ts";
import { cardWithMemory } from "./names.ts";
import type { Scene } from "./view.ts";

const mostProblems = 8;
const mostNames = 8;

/** As a person tells them apart: "RTX A6000 48 GB". */
function cardChoice(name: string, s: Scene): string {
  const { lookup } = s.view;
  const found = lookup.accelerator(name) === undefined ? lookup.resolveAccelerator(name) : null;
  return cardWithMemory(found?.kind === "one" ? found.match.id : name, lookup, s.f);
}

function nameOf(path: string, id: string, s: Scene): string {
  if (path.endsWith("accelerator")) return cardChoice(id, s);
  if (path === "limits.regions") return regionWords(id, s.language);
  return path === "model" ? s.names.model(id) : shorten(allowedWords(id, s), 60);
}

function namesFor(path: string, ids: readonly string[], s: Scene, separator = ", "): string {
  const shown = [...new Set(ids.slice(0, mostNames).map((id) => nameOf(path, id, s)))];
  const left = Math.max(0, ids.length - mostNames);
  return left > 0 ? `${shown.join(separator)} ${s.m.units.more(left)}` : shown.join(separator);
}

/** Puts what was read where the sentence names it, as code: it is the person's own text. */
const READ = "\uE000";
function withRead(sentence: string, read: string): Line {
  const [before = "", ...after] = sentence.split(READ);
  if (after.length === 0) return [sentence];
  return [before, code(read), after.join("")].filter((span) => span !== "");
}

const isWhich = ({ code, allowed = [], nearest = [] }: Problem): boolean =>
  (code === "ambiguous-accelerator" || code === "ambiguous-model") && allowed.length + nearest.length > 0;

function whichLine({ code, path, read, allowed = [], nearest = [] }: Problem, s: Scene): Line {
  const { whichCard, whichModel } = s.m.problems;
  const say = code === "ambiguous-model" ? whichModel : whichCard;
  return withRead(say(READ, namesFor(path, [...allowed, ...nearest], s, " · ")), shorten(read, 80));
}

/** The field, what was read, what is allowed, what is nearest. */
export function problemLine(problem: Problem, s: Scene): Line {
  if (isWhich(problem)) return whichLine(problem, s);
  const { code, path, read, allowed = [], nearest = [] } = problem;
  const field = path === "" ? s.m.problems.nothing : fieldLabel(path, s);
  const quoted = read === "" ? s.m.problems.nothing : READ;
  // A field without a name of ours stands as its document spells it.
  const spelt = field === path;
  const sentence = s.m.problems.byCode[code](spelt ? field : capital(field), quoted);
  const tail = [
    problemReason(problem, s),
    nearest.length === 0 ? null : s.m.problems.nearest(namesFor(path, nearest, s)),
    allowed.length === 0 || nearest.length > 0 ? null : s.m.problems.allowed(namesFor(path, allowed, s)),
    code === "unknown-accelerator" ? s.m.problems.giveMemory : null,
    code === "closed-model" ? s.m.problems.giveOpenModel : null,
    code === "unknown-model" && problem.params?.["hub"] === undefined ? s.m.problems.giveModel : null,
  ].filter((x) => x !== null);
  const line = withRead(spelt ? sentence : capital(sentence), shorten(read, 80));
  return tail.length === 0 ? line : [...line, ` ${tail.join(" ")}`];
}

export function problemPieces(problems: readonly Problem[], s: Scene): Piece[] {
  if (problems.length > 0 && problems.every(isWhich))
    return [section(...problems.slice(0, mostProblems).map((p): Line => [bold(lineText(whichLine(p, s)))]))];
  const lines = problems.slice(0, mostProblems).map((p): Line => ["• ", ...problemLine(p, s)]);
  const left = problems.length - lines.length;
  const nothing = problems.some((p) => p.code === "nothing-understood" || p.code === "missing-field");
  return [
    section([bold(s.m.problems.title)], ...lines, ...(left > 0 ? [[s.m.units.more(left)]] : [])),
    ...(nothing ? [section([s.m.problems.example])] : []),
  ];
}
