import { parseRunSpec } from "../contract/parse-run-spec.ts";
import type { World } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import type { Estimate, Warning } from "../domain/estimate.ts";
import { estimateRun } from "../domain/planning/estimate-run.ts";
import { wording } from "../i18n/messages.ts";
import { errorInWords, errorLine, type ErrorLine } from "./error-line.ts";
import { linesOf, type Line } from "./lines-of.ts";
import { openInput } from "./open-input.ts";
import { openWorld } from "./open-world.ts";
import { makeProgress } from "./progress.ts";
import { exits, languageOf, write, writeLine, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface EstimateOptions {
  readonly file?: string;
  readonly json: boolean;
  readonly brief: boolean;
  readonly lang?: string;
}

type Answered = ({ readonly id: string | null } & Estimate) | ErrorLine;

/** JSON Lines of runs in, one answer a line out, in order, a batch of input at a time: memory stays flat. */
export async function estimateCommand(options: EstimateOptions, terminal: Terminal): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const say = cliWords(language);
  const input = openInput(options.file, terminal, language);
  const world = await openWorld(terminal, language);
  if (input.stream === terminal.stdin && terminal.stdin.isTTY === true) {
    await writeLine(terminal.stderr, say.waitingForLines);
  }
  const progress = makeProgress(terminal.stderr, input.size);
  const unread = new Set<string>();
  let all = 0;
  let bad = 0;
  for await (const batch of linesOf(input.stream)) {
    let text = "";
    for (const line of batch) {
      const answer = answerLine(line, world, options.brief, language);
      all += 1;
      if ("error" in answer) bad += 1;
      else if (!options.json) await warnOnce(answer.warnings, unread, terminal, language);
      text += `${options.json ? JSON.stringify(answer) : inWords(answer, language)}\n`;
      progress.add(line.text.length + 1);
      if (text.length > 1 << 16) {
        await write(terminal.stdout, text);
        text = "";
      }
    }
    await write(terminal.stdout, text);
  }
  progress.end();
  if (all === 0) await writeLine(terminal.stderr, say.noRuns);
  if (bad > 0) await writeLine(terminal.stderr, say.badLines(bad, all));
  return bad === all ? exits.unusable : exits.done;
}

/** In words a line says its verdict alone: a field that was not read is named beside, once for the whole batch. */
async function warnOnce(
  warnings: readonly Warning[],
  said: Set<string>,
  terminal: Terminal,
  language: Language,
): Promise<void> {
  for (const { code, params } of warnings) {
    const sentence = code === "unknown-key" ? wording(language).m.warnings[code](params) : null;
    if (sentence === null || said.has(sentence)) continue;
    said.add(sentence);
    await writeLine(terminal.stderr, sentence);
  }
}

function answerLine(
  { number, text, tooLong }: Line,
  world: World,
  brief: boolean,
  language: Language,
): Answered {
  const json = tooLong ? undefined : parsed(text);
  if (json === undefined) {
    const code = tooLong ? "text-too-long" : "invalid-json";
    return errorLine({ code, path: "", read: text.slice(0, 60) }, { id: null, line: number, language });
  }
  const id = idOf(json);
  const fail = { id, line: number, language };
  const run = parseRunSpec(json);
  if ("problems" in run) return firstProblem(run.problems, fail);
  try {
    const answered = estimateRun(run.spec, world, { brief });
    if ("problems" in answered) return firstProblem(answered.problems, fail);
    const { estimate } = answered;
    return { id, ...estimate, warnings: [...run.warnings, ...estimate.warnings] };
  } catch (cause) {
    return {
      id,
      line: number,
      error: { code: "internal", path: "", message: cause instanceof Error ? cause.name : "failed" },
    };
  }
}

function firstProblem(
  problems: Extract<ReturnType<typeof parseRunSpec>, { problems: unknown }>["problems"],
  fail: Parameters<typeof errorLine>[1],
): ErrorLine {
  const [first] = problems;
  if (first === undefined) throw new Error("refused without a problem");
  return errorLine(first, fail);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function idOf(json: unknown): string | null {
  if (typeof json !== "object" || json === null || !("id" in json)) return null;
  return typeof json.id === "string" ? json.id : null;
}

/** One line a run: verdict, what it needs of what is usable, per GPU. */
function inWords(answer: Answered, language: Language): string {
  if ("error" in answer) return errorInWords(answer, language);
  const say = cliWords(language);
  const number = new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", { maximumFractionDigits: 1 });
  const unit = language === "fr" ? "Gio" : "GiB";
  const { low, likely, high } = answer.perGpu.required;
  const need = `${number.format(likely)} (${number.format(low)}–${number.format(high)}) ${unit} ${say.perGpu}`;
  const usable =
    answer.usableGib === null ? "" : ` / ${number.format(answer.usableGib)} ${unit} ${say.usable}`;
  const verdict = say.verdicts[answer.verdict];
  return `${answer.id === null ? "" : `${answer.id}: `}${verdict} · ${need}${usable}`;
}
