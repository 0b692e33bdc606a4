import type { ParamValue } from "../src/domain/caveat.ts";
import type { Advice, Cited, Finding } from "../src/domain/finding.ts";
import type { Plan } from "../src/domain/plan.ts";
import { wordFor } from "../src/i18n/words-of.ts";
import { namedParams } from "./caveat-lines.ts";
import { shorten } from "./escape.ts";
import type { Row } from "./fit-lines.ts";
import { statementWords, withCode } from "./knowledge.ts";
import { bold, link, section, type Line, type Piece } from "./kit.ts";
import { cardWithMemory, hostOf } from "./names.ts";
import type { Scene } from "./view.ts";

/** "8:a100-80gb-sxm:none:false …" with the names that people know. */
function namedRows(rows: string, s: Scene): string {
  return rows
    .split(" ")
    .map((row) => {
      const [gpus = "", id = "", holds = "", native = ""] = row.split(":");
      return `${s.m.units.cards(Number(gpus), cardWithMemory(id, s.view.lookup, s.f))}|${holds}|${native}`;
    })
    .join(";");
}

/** Names of models and cards; everything else as it is. */
function words({ params }: Finding, s: Scene): Readonly<Record<string, ParamValue>> {
  const { card, model, rows, part, second, ...rest } = params;
  const named = (id: ParamValue | undefined): ParamValue =>
    typeof id === "string" ? (wordFor(s.m.answers.parts, id) ?? id) : null;
  return {
    ...rest,
    ...(card === undefined ? {} : typeof card === "string" ? namedParams({ card }, s) : { card }),
    ...(model === undefined ? {} : namedParams({ model }, s)),
    ...(part === undefined ? {} : { part: named(part), partId: part }),
    ...(second === undefined ? {} : { second: named(second) }),
    ...(typeof rows === "string" ? { rows: namedRows(rows, s) } : {}),
  };
}

function sentences(finding: Finding, s: Scene): readonly string[] {
  const params = words(finding, s);
  return s.m.findings.byCode[finding.code].map((say) => say(params)).filter((sentence) => sentence !== "");
}

function citedLine({ statement, figures, url }: Cited, s: Scene): Line | null {
  const { knowledge, findings } = s.m;
  const said = statementWords(statement, figures, s);
  if (said === null) return null;
  const known = statement.evidence === "check" ? "" : knowledge.known(knowledge.evidence[statement.evidence]);
  return [
    ...withCode(findings.reported(said)),
    known,
    ...(url === null ? [] : [" ", link(hostOf(url), url)]),
  ];
}

/** Everything that is said of a report: each finding with its first sentence in bold, then what others measured. */
export function advicePieces(advice: Advice, s: Scene): Piece[] {
  const own = advice.findings.map((finding) => {
    const [first = "", ...others] = sentences(finding, s);
    return section([bold(first)], ...others.map((sentence): Line => ["• ", sentence]));
  });
  const cited = advice.cited.map((one) => citedLine(one, s)).filter((line) => line !== null);
  return [...own, ...(cited.length === 0 ? [] : [section(...cited)])];
}

/** "The training peak is not the job's peak." of a sentence that goes on after a colon or a comma. */
function firstClause(sentence: string): string {
  const end = /^.{24,90}?(?=[\s\u00A0\u202F]?[:;,(](?:[\s\u00A0]|$))/u.exec(sentence)?.[0];
  return end === undefined ? shorten(sentence, 90) : `${end.trimEnd()}.`;
}

/** The most decisive finding, for a head. */
export function adviceRow({ advice }: Pick<Plan, "advice">, s: Scene): Row | null {
  const findings = advice?.findings ?? [];
  const first = findings.find(({ code }) => code !== "calm") ?? findings[0];
  if (first === undefined) return null;
  const [sentence] = sentences(first, s);
  if (sentence === undefined) return null;
  return { forms: [[bold(sentence)], [bold(firstClause(sentence))], [bold(shorten(sentence, 60))]] };
}
