import { randomUUID } from "node:crypto";
import { plainText } from "../../blocks/plain-text.ts";
import type { View } from "../../blocks/view.ts";
import { withNamedModel } from "../app/named-model.ts";
import type { Engine } from "../app/ports.ts";
import { sizeRun } from "../app/size-run.ts";
import type { ParsedRunSpec } from "../contract/parse-run-spec.ts";
import type { World } from "../domain/catalogue.ts";
import type { Language, MessageReading, Reply } from "../domain/conversation.ts";
import type { Warning } from "../domain/estimate.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { makeInlineEngine } from "../engine/inline-engine.ts";
import { openKnowledge } from "../engine/open-knowledge.ts";
import { applyChanges } from "../followup/apply-changes.ts";
import { words } from "../i18n/messages.ts";
import { readMessage } from "../followup/read-message.ts";
import { withoutSecrets } from "../followup/secrets.ts";
import { errorLine } from "./error-line.ts";
import { openInput, readAll } from "./open-input.ts";
import { catalogueDirOf, openWorld } from "./open-world.ts";
import { stderrLog } from "./stderr-log.ts";
import { terminalHub } from "./terminal-hub.ts";
import { CommandEnd, exits, languageOf, writeJson, writeLine, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface PlanOptions {
  readonly text: string;
  readonly spec?: string;
  readonly lang?: string;
  readonly json: boolean;
}

interface Asked {
  readonly spec: RunSpec;
  readonly reading: MessageReading | null;
  readonly warnings: readonly Warning[];
}

/** A run in words, in a file, or a file changed by words, to one plan. */
export async function planCommand(
  options: PlanOptions,
  terminal: Terminal,
  engineOf: (world: World) => Engine = makeInlineEngine,
): Promise<Exit> {
  const stated = languageOf(options.lang, terminal.env);
  const asked = await whatIsAsked(options, terminal, stated);
  const language = options.lang === undefined ? (asked.reading?.language ?? stated) : stated;
  const world = asked.world;
  const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
  if ("problems" in asked)
    return sayProblems(asked.problems, { ...options, language, reading: asked.reading, view }, terminal);
  const hub = terminalHub(terminal.env);
  const engine = engineOf(world);
  const log = stderrLog(terminal.stderr);
  const knowledge = openKnowledge(catalogueDirOf(terminal, language), world, log);
  const deps = { engine, lookup: world.lookup, hub, knowledge, newId: () => randomUUID().slice(0, 8), log };
  const sized = await sizeRun(deps, { spec: asked.spec, reading: asked.reading });
  await sayFallBack(hub, language, terminal);
  if (sized.kind === "failure") {
    throw new CommandEnd(exits.ourFault, words(language).errors.internal(sized.incident));
  }
  if (sized.kind === "problems") {
    return sayProblems(sized.problems, { ...options, language, reading: asked.reading, view }, terminal);
  }
  const plan = { ...sized.plan, warnings: [...asked.warnings, ...sized.plan.warnings] };
  if (options.json) await writeJson(terminal.stdout, plan);
  else {
    const reply: Reply = {
      language,
      reading: asked.reading,
      kind: plan.kind === "needs-answer" ? "question" : "plan",
      plan,
      ref: { planId: "terminal", revision: 1, owner: "you" },
    };
    await writeLine(terminal.stdout, plainText(reply, view));
  }
  for (const { text } of asked.reading?.asked ?? [])
    await writeLine(terminal.stderr, cliWords(language).askedBeside(text));
  return plan.kind === "infeasible" ? exits.infeasible : exits.done;
}

type WhatIsAsked = { readonly world: World; readonly reading: MessageReading | null } & (
  Asked | { readonly problems: readonly Problem[] }
);

async function whatIsAsked(
  options: PlanOptions,
  terminal: Terminal,
  language: Language,
): Promise<WhatIsAsked> {
  const say = cliWords(language);
  const fromStdin = options.text === "" && options.spec === undefined;
  if (fromStdin && terminal.stdin.isTTY === true) throw new CommandEnd(exits.unusable, say.sayARun);
  const document =
    options.spec === undefined ? null : await readAll(openInput(options.spec, terminal, language));
  const text = fromStdin ? await readAll(openInput("-", terminal, language)) : options.text;
  const world = await openWorld(terminal, language);
  const base = document === null ? null : await parseDocument(document);
  if (base !== null && "problems" in base) return { world, reading: null, problems: base.problems };
  const { spec = {}, warnings = [] } = base ?? {};
  if (text.trim() === "") {
    if (base === null) throw new CommandEnd(exits.unusable, say.sayARun);
    return { world, reading: null, spec, warnings };
  }
  const reading = readMessage(text, {
    lookup: world.lookup,
    current: base === null ? null : spec,
    threadLanguage: null,
    locale: language,
    now: new Date().toISOString(),
    timeZone: null,
  });
  const unusable = reading.problems.filter(
    ({ code, path }) => !(code === "unknown-model" && path === "model"),
  );
  if (unusable.length > 0) return { world, reading, problems: unusable };
  const wanted = withNamedModel(applyChanges(spec, reading.changes), reading, text, world.lookup);
  if (Object.keys(wanted).length === 0) {
    const read = withoutSecrets(text.trim()).slice(0, 80);
    return { world, reading, problems: [{ code: "nothing-understood", path: "", read }] };
  }
  return { world, reading, spec: wanted, warnings };
}

/** The run of a plan or an estimate as `--json` prints them; anything else as it is. */
function runIn(json: unknown): unknown {
  if (typeof json !== "object" || json === null || !("spec" in json)) return json;
  return typeof json.spec === "object" && json.spec !== null ? json.spec : json;
}

/** A run as JSON, or what holds one. The schemas are loaded for a file only: words do not need them. */
export async function parseDocument(document: string): Promise<ParsedRunSpec> {
  let json: unknown;
  try {
    json = JSON.parse(document.replace(/^\uFEFF/u, ""));
  } catch {
    return {
      problems: [{ code: "invalid-json", path: "", read: withoutSecrets(document.trim()).slice(0, 60) }],
    };
  }
  const { parseRunSpec } = await import("../contract/parse-run-spec.ts");
  return parseRunSpec(runIn(json));
}

interface Refused {
  readonly json: boolean;
  readonly language: Language;
  readonly reading: MessageReading | null;
  readonly view: View;
}

export async function sayProblems(
  problems: readonly Problem[],
  said: Refused,
  terminal: Terminal,
): Promise<Exit> {
  const { language, reading, view } = said;
  const [first] = problems;
  if (first === undefined) throw new Error("refused without a problem");
  if (said.json) await writeJson(terminal.stdout, errorLine(first, { id: null, language }));
  await writeLine(terminal.stderr, plainText({ language, reading, kind: "problem", problems }, view));
  return exits.unusable;
}

export async function sayFallBack(
  hub: ReturnType<typeof terminalHub>,
  language: Language,
  terminal: Terminal,
): Promise<void> {
  const fault = hub.fellBack();
  const { hubFellBack, hubReasons } = cliWords(language);
  if (fault !== null) await writeLine(terminal.stderr, hubFellBack(hubReasons[fault]));
}
