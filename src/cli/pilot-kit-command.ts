import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pilotKitOf } from "../app/pilot-kit.ts";
import { sizeRun } from "../app/size-run.ts";
import type { Language } from "../domain/conversation.ts";
import { makeInlineEngine } from "../engine/inline-engine.ts";
import { openKnowledge } from "../engine/open-knowledge.ts";
import { kitFileName, pilotRuns, type PilotJob } from "../export/job-of-pilot.ts";
import { words } from "../i18n/messages.ts";
import { launcherOf } from "./launch-command.ts";
import { openInput, readAll } from "./open-input.ts";
import { catalogueDirOf, openWorld } from "./open-world.ts";
import { parseDocument, sayFallBack, sayProblems } from "./plan-command.ts";
import { stderrLog } from "./stderr-log.ts";
import { terminalHub } from "./terminal-hub.ts";
import { CommandEnd, exits, languageOf, writeLine, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface PilotKitOptions {
  /** A file with a run as JSON; "-" = standard input. */
  readonly spec: string;
  readonly launcher: string | undefined;
  readonly run: string | undefined;
  readonly out: string;
  /** Where the bot takes results over HTTP. */
  readonly post?: string | undefined;
  readonly lang?: string;
}

/** `pilot kit --spec FILE --out DIR`: the kit, the run with its defaults and shape, a launch file and a README. */
export async function pilotKit(options: PilotKitOptions, terminal: Terminal): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const say = words(language);
  const launcher = launcherOf(options.launcher ?? "shell", language);
  const run = runOf(options.run ?? "one-gpu-pilot", language);
  const postTo = addressOf(options.post, language);
  const parsed = await parseDocument(await readAll(openInput(options.spec, terminal, language)));
  const world = await openWorld(terminal, language);
  const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
  const refused = { json: false, language, reading: null, view };
  if ("problems" in parsed) return sayProblems(parsed.problems, refused, terminal);
  const hub = terminalHub(terminal.env);
  const engine = makeInlineEngine(world);
  const log = stderrLog(terminal.stderr);
  const knowledge = openKnowledge(catalogueDirOf(terminal, language), world, log);
  const deps = { engine, lookup: world.lookup, hub, knowledge, newId: () => randomUUID().slice(0, 8), log };
  const sized = await sizeRun(deps, { spec: parsed.spec, reading: null });
  await sayFallBack(hub, language, terminal);
  if (sized.kind === "failure") throw new CommandEnd(exits.ourFault, say.errors.internal(sized.incident));
  if (sized.kind === "problems") return sayProblems(sized.problems, refused, terminal);
  if (sized.plan.best === null) throw new CommandEnd(exits.unusable, say.kit.nothingToTry);
  if (sized.plan.spec.method === "inference") throw new CommandEnd(exits.unusable, say.kit.servingNotYet);

  const source = await readFile(new URL(`../kit/${kitFileName}`, import.meta.url), "utf8");
  const { files, launch } = pilotKitOf(sized.plan, world, { launcher, run, language, source, postTo });
  for (const { name, text } of files) {
    const path = join(options.out, name);
    await written(path, text, language);
    await writeLine(terminal.stdout, say.launch.written(path));
  }
  await writeLine(
    terminal.stderr,
    `${say.launch.notes.start.replace(/\s*:$/u, cliWords(language).colon)} ${launch.start}`,
  );
  if (launch.open.length > 0) {
    const open = launch.open.map((part) => say.launch.open[part]).join(", ");
    await writeLine(terminal.stderr, say.launch.stillOpen(open));
  }
  return exits.done;

  async function written(path: string, text: string, spoken: Language): Promise<void> {
    try {
      await mkdir(options.out, { recursive: true });
      await writeFile(path, text);
    } catch {
      throw new CommandEnd(exits.unusable, words(spoken).launch.cannotWrite(path));
    }
  }
}

/** As the kit takes it: https, or http on this machine; a token or a password in it would stay in a file. */
function addressOf(read: string | undefined, language: Language): string | null {
  if (read === undefined) return null;
  const url = URL.canParse(read) ? new URL(read) : null;
  const local = url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const safe = url !== null && (url.protocol === "https:" || (url.protocol === "http:" && local));
  if (!safe || url.username !== "" || url.password !== "" || url.search !== "")
    throw new CommandEnd(exits.unusable, words(language).kit.badAddress);
  return url.href.replace(/\/$/u, "");
}

function runOf(read: string, language: Language): PilotJob["run"] {
  const known = pilotRuns.find((run) => run === read);
  if (known !== undefined) return known;
  throw new CommandEnd(exits.unusable, words(language).kit.unknownRun(read, pilotRuns.join(", ")));
}
