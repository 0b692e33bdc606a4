import { randomUUID } from "node:crypto";
import { Command, CommanderError } from "commander";
import { withoutWords } from "../app/without-words.ts";
import type { Language } from "../domain/conversation.ts";
import { words } from "../i18n/messages.ts";
import { misuse } from "./misuse.ts";
import { stderrLog } from "./stderr-log.ts";
import { CommandEnd, exits, languageOfHelp, languageStated, type Exit, type Terminal } from "./terminal.ts";

interface Flags {
  readonly json?: boolean;
  readonly brief?: boolean;
  readonly spec?: string;
  readonly source?: readonly string[];
  readonly plan?: string;
  readonly launcher?: string;
  readonly run?: string;
  readonly post?: string;
  readonly out?: string;
  readonly card?: readonly string[];
}

/** The commands; each loads its own parts, so that `help` and `schema` start at once. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<Exit> {
  let status: Exit = exits.done;
  const ended = (exit: Exit): void => {
    status = exit;
  };
  const stated = languageStated(argv);
  const lang = stated === undefined ? {} : { lang: stated };
  const language = languageOfHelp(stated, terminal.env);
  const say = words(language).terminal;
  const program = describe(new Command("gpu-plan"), say.program)
    .exitOverride()
    .helpCommand(`help ${say.placeholders["[command]"]}`, say.commands.help)
    .configureHelp({
      styleTitle: (title) => wordOf(say.headings, title),
      styleUsage: (usage) => usage.replaceAll(/\[\w+\]/gu, (part) => wordOf(say.placeholders, part)),
    })
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: () => undefined,
    });

  type Said = typeof say;
  function describe(command: Command, description: string): Command {
    return command
      .description(description)
      .helpOption("-h, --help", say.options.help)
      .option("--lang <en|fr>", say.options.lang);
  }
  const command = (parent: Command, name: keyof Said["commands"]): Command =>
    describe(parent.command(name), say.commands[name]);
  const taking = (name: keyof Said["arguments"], form: (word: string) => string): [string, string] => {
    const [word = "", description = ""] = say.arguments[name];
    return [form(word), description];
  };
  const some = (word: string): string => `[${word}...]`;
  const one = (word: string): string => `[${word}]`;

  const [specWord = "", specHelp = ""] = say.options.spec;
  command(program, "plan")
    .argument(...taking("text", some))
    .option(`--spec <${specWord}>`, specHelp)
    .option("--json", say.options.planJson)
    .action(async (text: readonly string[], flags: Flags) => {
      const { planCommand } = await import("./plan-command.ts");
      const options = { text: text.join(" "), json: flags.json === true, ...lang };
      const { spec } = flags;
      ended(await planCommand(spec === undefined ? options : { ...options, spec }, terminal));
    });

  const valued = (words: readonly string[], flag: string): [string, string] => {
    const [word = "", description = ""] = words;
    return [`--${flag} <${word}>`, description];
  };
  command(program, "launch")
    .option(...valued(say.options.planFile, "plan"))
    .requiredOption(...valued(say.options.launcher, "launcher"))
    .option(...valued(say.options.outFolder, "out"))
    .action(async ({ plan, launcher, out }: Flags) => {
      const { launchCommand } = await import("./launch-command.ts");
      const options = { plan, launcher, ...(out === undefined ? {} : { out }), ...lang };
      ended(await launchCommand(options, terminal));
    });

  command(program, "chart")
    .argument(...taking("chart", (word) => `<${word}>`))
    .option(...valued(say.options.planFile, "plan"))
    .requiredOption(...valued(say.options.outPicture, "out"))
    .action(async (kind: string, { plan, out = "" }: Flags) => {
      const { chartCommand } = await import("./chart-command.ts");
      ended(await chartCommand({ kind, plan, out, ...lang }, terminal));
    });

  command(program, "compare")
    .argument(...taking("plans", (word) => `<${word}...>`))
    .option(
      ...valued(say.options.card, "card"),
      (card: string, before: readonly string[]) => [...before, card],
      [] as readonly string[],
    )
    .option("--json", say.options.comparisonJson)
    .action(async (files: readonly string[], flags: Flags) => {
      const { compareCommand } = await import("./compare-command.ts");
      const options = { files, cards: flags.card ?? [], json: flags.json === true, ...lang };
      ended(await compareCommand(options, terminal));
    });

  command(program, "estimate")
    .argument(...taking("runs", one))
    .option("--json", say.options.linesJson)
    .option("--brief", say.options.brief)
    .action(async (file: string | undefined, flags: Flags) => {
      const { estimateCommand } = await import("./estimate-command.ts");
      const options = { json: flags.json === true, brief: flags.brief === true, ...lang };
      ended(await estimateCommand(file === undefined ? options : { ...options, file }, terminal));
    });

  command(program, "ask")
    .argument(...taking("message", some))
    .option("--json", say.options.askJson)
    .action(async (text: readonly string[], flags: Flags) => {
      const { askCommand } = await import("./ask-command.ts");
      ended(await askCommand({ text: text.join(" "), json: flags.json === true, ...lang }, terminal));
    });

  command(program, "schema")
    .argument(...taking("schema", (word) => `<${word}>`))
    .action(async (name: string) => {
      const { schemaCommand } = await import("./schema-command.ts");
      ended(await schemaCommand(name, lang, terminal));
    });

  const catalog = command(program, "catalog");
  command(catalog, "check")
    .option("--json", say.options.faultsJson)
    .action(async (flags: Flags) => {
      const { runCatalog } = await import("./run-catalog.ts");
      ended(await runCatalog({ verb: "check" }, { json: flags.json === true, ...lang }, terminal));
    });
  command(catalog, "list")
    .argument(...taking("kind", one))
    .argument(...taking("query", some))
    .option("--json", say.options.entriesJson)
    .action(async (kind: string | undefined, query: readonly string[], flags: Flags) => {
      const { runCatalog } = await import("./run-catalog.ts");
      const asked = { verb: "list", words: kind === undefined ? [] : [kind, ...query] } as const;
      ended(await runCatalog(asked, { json: flags.json === true, ...lang }, terminal));
    });
  command(catalog, "show")
    .argument(...taking("entry", (word) => `<${word}...>`))
    .option("--json", say.options.entryJson)
    .action(async (id: readonly string[], flags: Flags) => {
      const { runCatalog } = await import("./run-catalog.ts");
      const asked = { verb: "show", text: id.join(" ") } as const;
      ended(await runCatalog(asked, { json: flags.json === true, ...lang }, terminal));
    });

  const [sourceWord = "", sourceHelp = ""] = say.options.source;
  command(catalog, "refresh")
    .option(`--source <${sourceWord}...>`, sourceHelp)
    .option("--json", say.options.refreshJson)
    .action(async (flags: Flags) => {
      const { refreshCommand } = await import("./refresh-command.ts");
      const options = { sources: flags.source ?? [], json: flags.json === true, ...lang };
      ended(await refreshCommand(options, terminal));
    });

  const pilot = command(program, "pilot");
  command(pilot, "kit")
    .requiredOption(...valued(say.options.kitSpec, "spec"))
    .option(...valued(say.options.kitLauncher, "launcher"))
    .option(...valued(say.options.kitRun, "run"))
    .option(...valued(say.options.kitPost, "post"))
    .requiredOption(...valued(say.options.kitFolder, "out"))
    .action(async ({ spec = "-", launcher, run, out = ".", post }: Flags) => {
      const { pilotKit } = await import("./pilot-kit-command.ts");
      ended(await pilotKit({ spec, launcher, run, out, post, ...lang }, terminal));
    });
  command(pilot, "read")
    .argument(...taking("logs", (word) => `<${word}...>`))
    .option("--json", say.options.readJson)
    .action(async (files: readonly string[], flags: Flags) => {
      const { pilotRead } = await import("./pilot-command.ts");
      ended(await pilotRead(files, { json: flags.json === true, ...lang }, terminal));
    });

  command(pilot, "judge")
    .requiredOption(...valued(say.options.judgedPlan, "plan"))
    .argument(...taking("logs", (word) => `<${word}...>`))
    .option("--json", say.options.judgeJson)
    .action(async (files: readonly string[], { plan = "", ...flags }: Flags) => {
      const { pilotJudge } = await import("./pilot-judge-command.ts");
      ended(await pilotJudge(files, { plan, json: flags.json === true, ...lang }, terminal));
    });

  try {
    await program.parseAsync(argv, { from: "user" });
    return status;
  } catch (cause) {
    if (cause instanceof CommanderError) {
      if (cause.exitCode === 0) return exits.done;
      if (cause.code !== "commander.help") {
        terminal.stderr.write(`${misuse(cause, program, argv, language)}\n`);
      }
      return exits.unusable;
    }
    if (cause instanceof CommandEnd) {
      terminal.stderr.write(`${cause.message}\n`);
      return cause.status;
    }
    return ourFault(cause, language, terminal);
  }
}

/** A bug: its place in a log line of JSON, and an id to ask about, as everywhere else. */
function ourFault(cause: unknown, language: Language, terminal: Terminal): Exit {
  const incident = randomUUID().slice(0, 8);
  stderrLog(terminal.stderr).error({ incident, ...withoutWords(cause) }, "a command failed");
  terminal.stderr.write(`${words(language).errors.internal(incident)}\n`);
  return exits.ourFault;
}

const wordOf = (all: Readonly<Record<string, string>>, key: string): string => all[key] ?? key;
