import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { plainText } from "../../blocks/plain-text.ts";
import type { View } from "../../blocks/view.ts";
import { makeConversation } from "../app/conversation.ts";
import type { Conversation, Outcome } from "../app/conversation-port.ts";
import { pastedResult, readPaste } from "../app/pasted-result.ts";
import { openStore } from "../db/open-store.ts";
import type { Language } from "../domain/conversation.ts";
import { makeInlineEngine } from "../engine/inline-engine.ts";
import { openKnowledge } from "../engine/open-knowledge.ts";
import { words } from "../i18n/messages.ts";
import { askLine, type AskLine } from "./ask-line.ts";
import { errorLine } from "./error-line.ts";
import { linesOf } from "./lines-of.ts";
import { catalogueDirOf, openWorld } from "./open-world.ts";
import { stderrLog } from "./stderr-log.ts";
import { terminalHub } from "./terminal-hub.ts";
import { exits, languageOf, writeJson, writeLine, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface AskOptions {
  /** One message to answer; "" = a conversation. */
  readonly text: string;
  readonly json: boolean;
  readonly lang?: string;
}

/** One person alone in one thread. */
const oneself = { thread: "terminal", user: "you" };

const named = /@gpu-?plan\b[:,]?/giu;

/** The conversation that Slack has, in a terminal: a prompt for people, JSON Lines for programs. */
export async function askCommand(options: AskOptions, terminal: Terminal): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const world = await openWorld(terminal, language);
  const store = await openStore({ file: ":memory:" });
  const log = stderrLog(terminal.stderr);
  const conversation = makeConversation({
    engine: makeInlineEngine(world),
    store,
    lookup: world.lookup,
    hub: terminalHub(terminal.env),
    rates: () => world.catalogue.rates,
    catalogue: () => world.catalogue,
    knowledge: openKnowledge(catalogueDirOf(terminal, language), world, log),
    clock: { now: () => new Date() },
    newId: () => randomUUID().slice(0, 8),
    log,
  });
  const session: Session = {
    conversation,
    language,
    terminal,
    view: { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null },
  };
  try {
    if (options.text.trim() !== "") return await askOnce(session, options);
    return await (options.json || terminal.stdin.isTTY !== true ? askInLines(session) : askAtPrompt(session));
  } finally {
    await store.close();
  }
}

interface Session {
  readonly conversation: Conversation;
  readonly language: Language;
  readonly terminal: Terminal;
  readonly view: View;
}

async function askInLines(session: Session): Promise<Exit> {
  const { terminal, language, view } = session;
  let all = 0;
  let bad = 0;
  for await (const batch of linesOf(terminal.stdin)) {
    for (const line of batch) {
      all += 1;
      const asked = askLine(line);
      if ("problem" in asked) {
        bad += 1;
        await writeJson(terminal.stdout, errorLine(asked.problem, { id: null, line: line.number, language }));
        continue;
      }
      const outcome = await receive(session, asked);
      await writeJson(terminal.stdout, answerOf(asked.thread, outcome, view));
    }
  }
  return all > 0 && bad === all ? exits.unusable : exits.done;
}

/** An answer to stdout; what could not be used is words to stderr, as from every other command. */
async function askOnce(session: Session, { text, json }: AskOptions): Promise<Exit> {
  const { terminal, view } = session;
  const outcome = await receive(session, { ...oneself, text });
  const { reply } = outcome;
  const said = wordsOf(outcome, view);
  if (json) await writeJson(terminal.stdout, answerOf(oneself.thread, outcome, view));
  else if (said !== "") await writeLine(reply.kind === "problem" ? terminal.stderr : terminal.stdout, said);
  if (reply.kind !== "problem") return exits.done;
  return reply.incident === undefined ? exits.unusable : exits.ourFault;
}

async function askAtPrompt(session: Session): Promise<Exit> {
  const { terminal, language, view } = session;
  await writeLine(terminal.stderr, cliWords(language).askIntroduction);
  const prompt = createInterface({ input: terminal.stdin, output: terminal.stderr, prompt: "› " });
  prompt.prompt();
  for await (const text of prompt) {
    if (text.trim() !== "") {
      const outcome = await receive(session, { ...oneself, text });
      const said = wordsOf(outcome, view);
      if (said !== "") await writeLine(terminal.stdout, said);
    }
    prompt.prompt();
  }
  return exits.done;
}

async function receive(
  { conversation, language }: Session,
  { thread, user, text }: AskLine,
): Promise<Outcome> {
  const asker = { workspace: "local", user, locale: language, timeZone: null };
  const place = { channel: "terminal", threadTs: thread, kind: "terminal" } as const;
  const spoken = text.replace(named, " ").trim();
  const pasted = pastedResult(spoken);
  if (pasted === null)
    return conversation.receive({ asker, text: spoken, place, mentioned: text.search(named) >= 0 });
  const files = [await readPaste(words(language).drops.pasted, pasted)];
  return conversation.recordPilot({ asker, place, planId: null, files, unopened: [], addressed: true });
}

/** A pasted secret is answered first: it has to be revoked whatever the rest says. */
function wordsOf({ reply, secretSeen }: Outcome, view: View): string {
  const warning = secretSeen ? [words(reply.language).answers.secret] : [];
  const said = reply.kind === "silence" ? "" : plainText(reply, view);
  return [...warning, said].filter((part) => part !== "").join("\n\n");
}

function answerOf(thread: string, outcome: Outcome, view: View): Readonly<Record<string, unknown>> {
  const { reply } = outcome;
  const { reading } = reply;
  return {
    thread,
    lang: reply.language,
    kind: reply.kind,
    text: wordsOf(outcome, view),
    understood: reading?.understood ?? {},
    context: reading?.context ?? {},
    changes: reply.kind === "change" ? reply.changes : (reading?.changes ?? []),
    unread: reading?.unread ?? [],
    ...("plan" in reply && reply.plan !== null ? { plan: reply.plan } : {}),
  };
}
