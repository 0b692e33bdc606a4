import type { Problem } from "../src/domain/problem.ts";
import { fieldLabel } from "../src/i18n/field-words.ts";
import { capital, wordFor } from "../src/i18n/words-of.ts";
import { shorten } from "./escape.ts";
import { bold, code, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

const mostProblems = 8;
const mostNames = 8;

function namesFor(path: string, ids: readonly string[], s: Scene): string {
  const shown = ids.slice(0, mostNames).map((id) => {
    const type = wordFor(s.m.problems.types, id);
    if (type !== undefined) return type;
    if (path.endsWith("accelerator")) return s.names.card(id);
    return path === "model" ? s.names.model(id) : shorten(id, 60);
  });
  const left = ids.length - shown.length;
  return left > 0 ? `${shown.join(", ")} ${s.m.units.more(left)}` : shown.join(", ");
}

/** Puts what was read where the sentence names it, as code: it is the person's own text. */
const READ = "\uE000";
function withRead(sentence: string, read: string): Line {
  const [before = "", ...after] = sentence.split(READ);
  if (after.length === 0) return [sentence];
  return [before, code(read), after.join("")].filter((span) => span !== "");
}

function bounds({ params }: Problem, s: Scene): string | null {
  const [low, high] = [params?.["min"], params?.["max"]];
  if (typeof low !== "number" || typeof high !== "number") return null;
  return s.m.problems.between(s.f.number(low, 3), s.f.number(high, 3));
}

/** The field, what was read, what is allowed, what is nearest. */
export function problemLine(problem: Problem, s: Scene): Line {
  const { code, path, read, allowed = [], nearest = [] } = problem;
  const field = path === "" ? s.m.problems.nothing : fieldLabel(path, s);
  const quoted = read === "" ? s.m.problems.nothing : READ;
  const sentence = s.m.problems.byCode[code](capital(field), quoted);
  const range = bounds(problem, s);
  const tail = [
    nearest.length === 0 ? null : s.m.problems.nearest(namesFor(path, nearest, s)),
    range ??
      (allowed.length === 0 || nearest.length > 0 ? null : s.m.problems.allowed(namesFor(path, allowed, s))),
  ].filter((x) => x !== null);
  const line = withRead(capital(sentence), shorten(read, 80));
  return tail.length === 0 ? line : [...line, ` ${tail.join(" ")}`];
}

export function problemPieces(problems: readonly Problem[], s: Scene): Piece[] {
  const lines = problems.slice(0, mostProblems).map((p): Line => ["• ", ...problemLine(p, s)]);
  const left = problems.length - lines.length;
  const nothing = problems.some((p) => p.code === "nothing-understood" || p.code === "missing-field");
  return [
    section([bold(s.m.problems.title)], ...lines, ...(left > 0 ? [[s.m.units.more(left)]] : [])),
    ...(nothing ? [section([s.m.problems.example])] : []),
  ];
}
