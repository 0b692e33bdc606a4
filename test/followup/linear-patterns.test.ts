import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { RegExpParser, type AST } from "@eslint-community/regexpp";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const room = join(import.meta.dirname, "../../src/followup");

/** Patterns that are written out in a file, and those that are put together and exported in a rule. */
function literalsIn(name: string): readonly RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, readFileSync(join(room, name), "utf8"), ts.ScriptTarget.Latest));
  return found;
}
const patternsOf = (value: unknown): readonly RegExp[] => {
  if (value instanceof RegExp) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(patternsOf) : [];
};

/** Runs that texts do not hold: spaces are single after normalising, and a mark is as long as one name. */
const short = /^(?:\\s|\\u00A7|§|\\u00B6)[*+]\??$/u;

interface Opening {
  /** Runs at the front, each able to begin again inside itself. */
  readonly runs: readonly string[];
  /** Whether the elements may all match nothing, so that what follows is at the front too. */
  readonly empty: boolean;
}

/** Characters that long runs are made of, in pastes. */
const usual = "a9 ,.".split("");
const matched = ({ raw }: AST.Element): readonly string[] =>
  usual.filter((one) => new RegExp(`^(?:${raw})$`, "u").test(one));

/** "\\d[\\d ,]*": one character more in front of a run of its kind. */
const goesOn = (one: AST.Element, run: AST.Element): boolean =>
  /^Character/u.test(one.type) &&
  /^Character/u.test(run.type) &&
  matched(run).some((each) => matched(one).includes(each));

/** A run at the front of a pattern that can still fail behind it is tried again from each of its own characters. */
function opening(elements: readonly AST.Element[], followed: boolean): Opening {
  const runs: string[] = [];
  for (const [at, element] of elements.entries()) {
    const mayFail =
      followed || elements.slice(at + 1).some((later) => later.type !== "Quantifier" || later.min > 0);
    if (element.type === "Assertion") {
      if (element.kind === "lookbehind" || element.kind === "word" || element.kind === "start") return { runs, empty: false }; // prettier-ignore
      continue;
    }
    if (element.type === "Group" || element.type === "CapturingGroup") {
      const inside = ofAll(element.alternatives, mayFail);
      runs.push(...inside.runs);
      if (!inside.empty) return { runs, empty: false };
      continue;
    }
    if (element.type !== "Quantifier") {
      const next = elements[at + 1];
      if (next?.type === "Quantifier" && next.max === Infinity && mayFail && goesOn(element, next.element)) runs.push(element.raw + next.raw); // prettier-ignore
      return { runs, empty: false };
    }
    const { max, min, raw, element: repeated } = element;
    if (max === Infinity && mayFail && !short.test(raw)) runs.push(raw);
    if (repeated.type === "Group" || repeated.type === "CapturingGroup") runs.push(...ofAll(repeated.alternatives, mayFail || max > 1).runs); // prettier-ignore
    if (min > 0) return { runs, empty: false };
  }
  return { runs, empty: true };
}

function ofAll(alternatives: readonly AST.Alternative[], followed = false): Opening {
  const each = alternatives.map(({ elements }) => opening(elements, followed));
  return { runs: each.flatMap(({ runs }) => runs), empty: each.some(({ empty }) => empty) };
}

const parser = new RegExpParser({ ecmaVersion: 2024 });
const runsOf = ({ source, sticky, unicode }: RegExp): readonly string[] =>
  sticky ? [] : ofAll(parser.parsePattern(source, 0, source.length, { unicode }).alternatives).runs;

describe("a long run of one kind of character costs its length, not its square", () => {
  it.each([
    ["\\d+ gb", ["\\d+"]],
    ["(?<!\\d)\\d+ gb", []],
    ["(?:a |)\\w*x", ["\\w*"]],
    ["(?:gpu|[a-z]+)s", ["[a-z]+"]],
    ["(?:[a-z]+-)x", ["[a-z]+"]],
    ["\\d+(?:k)?", []],
    ["\\b\\w+ gb", []],
    ["\\d[\\d ,]*gb", ["\\d[\\d ,]*"]],
    ["(?<!\\d[ ,]?)\\d[\\d ,]*gb", []],
    ["\\d[ ,]*gb", []],
  ])("the opening run of %s", (source, runs) => {
    expect(runsOf(new RegExp(source, "u"))).toEqual(runs);
  });

  it.each(readdirSync(room))(
    "%s opens no pattern with a run that can begin again inside itself",
    async (name) => {
      const exported = Object.values((await import(join(room, name))) as Readonly<Record<string, unknown>>);
      const patterns = [...literalsIn(name), ...exported.flatMap(patternsOf)];
      expect(patterns.filter((one) => runsOf(one).length > 0).map(({ source }) => source)).toEqual([]);
    },
  );
});
