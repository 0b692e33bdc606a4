import { asTold } from "../app/as-told.ts";
import { judgeFiles } from "../app/judge-pilot.ts";
import { readEvidence } from "../app/read-evidence.ts";
import { planSchema } from "../contract/plan-schema.ts";
import type { PilotEvidence, PilotVerdict } from "../domain/pilot/pilot.ts";
import type { Plan } from "../domain/plan.ts";
import type { Problem } from "../domain/problem.ts";
import type { Language } from "../domain/conversation.ts";
import { withoutSecrets } from "../followup/secrets.ts";
import { verdictInWords } from "../i18n/verdict-words.ts";
import { wording } from "../i18n/messages.ts";
import { errorInWords, errorLine } from "./error-line.ts";
import { openInput, readAll } from "./open-input.ts";
import { openWorld } from "./open-world.ts";
import { exits, languageOf, writeJson, writeLine, type Exit, type Terminal } from "./terminal.ts";

export interface PilotJudgeOptions {
  readonly plan: string;
  readonly json: boolean;
  readonly lang?: string;
}

/** `pilot judge --plan PLAN.json RESULT…`: what came back against what the saved plan predicted. */
export async function pilotJudge(
  files: readonly string[],
  options: PilotJudgeOptions,
  terminal: Terminal,
): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const read = readPlan(await readAll(openInput(options.plan, terminal, language)));
  if ("problem" in read) return refuse(read.problem, options, language, terminal);
  const world = await openWorld(terminal, language);
  const evidence: PilotEvidence[] = [];
  for (const file of files) {
    const came = await readEvidence(file, openInput(file, terminal, language).stream);
    const faults = came.problems.map((problem) => ({ ...problem, path: `${file}: ${problem.path}` }));
    for (const fault of faults)
      await writeLine(terminal.stderr, errorInWords(errorLine(fault, { id: null, language }), language));
    if (faults.length === 0) evidence.push(asTold(came, read.plan, world.lookup));
  }
  if (evidence.length === 0 && files.length > 0) return exits.unusable;
  if (evidence.every(({ reading }) => reading.tool === null)) {
    const problem: Problem = { code: "nothing-understood", path: "RESULT", read: files.join(", ") };
    return refuse(problem, options, language, terminal);
  }
  const verdict = judgeFiles(read.plan, evidence, world);
  if (options.json) await writeJson(terminal.stdout, asJson(verdict));
  else await writeLine(terminal.stdout, verdictInWords(verdict, wording(language)));
  return exits.done;
}

function readPlan(text: string): { readonly plan: Plan } | { readonly problem: Problem } {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/u, ""));
  } catch {
    return {
      problem: { code: "invalid-json", path: "--plan", read: withoutSecrets(text.trim()).slice(0, 60) },
    };
  }
  const parsed = planSchema.safeParse(json);
  if (parsed.success) return { plan: json as Plan };
  const [issue] = parsed.error.issues;
  const path = ["--plan", ...(issue?.path ?? [])].join(".");
  const at = issue?.path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    json,
  );
  const shown = at === undefined ? "" : withoutSecrets(JSON.stringify(at)).slice(0, 60);
  return { problem: { code: at === undefined ? "missing-field" : "wrong-type", path, read: shown } };
}

async function refuse(
  problem: Problem,
  options: PilotJudgeOptions,
  language: Language,
  terminal: Terminal,
): Promise<Exit> {
  const line = errorLine(problem, { id: null, language });
  if (options.json) await writeJson(terminal.stdout, line);
  await writeLine(terminal.stderr, errorInWords(line, language));
  return exits.unusable;
}

/** The contract's keys first; what else the verdict holds follows. */
function asJson(verdict: PilotVerdict): object {
  const { verdict: said, stage, measured, predicted, corrections, next, ...rest } = verdict;
  return { verdict: said, stage, measured, predicted, corrections, next, ...rest };
}
