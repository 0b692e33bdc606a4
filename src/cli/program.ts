import { Command, CommanderError } from "commander";
import { CommandEnd, exits, type Exit, type Terminal } from "./terminal.ts";

interface Flags {
  readonly json?: boolean;
  readonly brief?: boolean;
  readonly lang?: string;
  readonly spec?: string;
  readonly source?: readonly string[];
}

/** The commands; each loads its own parts, so that `help` and `schema` start at once. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<Exit> {
  let status: Exit = exits.done;
  const ended = (exit: Exit): void => {
    status = exit;
  };
  const program = new Command("gpu-plan")
    .description(
      "Hardware for training, fine-tuning and serving models: memory, time and money, with their evidence",
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    });
  const langFlag = ["--lang <en|fr>", "language of the answer"] as const;

  program
    .command("plan")
    .description("the smallest configuration that finishes a run, in words or as a JSON file")
    .argument("[text...]", "the run, in one line, English or French")
    .option("--spec <file>", "a run as JSON (CONTRACT's RunSpec); words then change it")
    .option(...langFlag)
    .option("--json", "the plan as JSON")
    .action(async (text: readonly string[], flags: Flags) => {
      const { planCommand } = await import("./plan-command.ts");
      ended(
        await planCommand(
          { text: text.join(" "), json: flags.json === true, ...specOf(flags), ...langOf(flags) },
          terminal,
        ),
      );
    });

  program
    .command("estimate")
    .description("memory and speed of runs as they are: JSON Lines in, one answer a line out")
    .argument("[file]", "JSON Lines of RunSpec; - or nothing = standard input")
    .option("--json", "answers as JSON Lines")
    .option("--brief", "without words, levers and largest batch; the numbers are the same")
    .option(...langFlag)
    .action(async (file: string | undefined, flags: Flags) => {
      const { estimateCommand } = await import("./estimate-command.ts");
      const options = { json: flags.json === true, brief: flags.brief === true, ...langOf(flags) };
      ended(await estimateCommand(file === undefined ? options : { ...options, file }, terminal));
    });

  program
    .command("ask")
    .description("a conversation: a prompt on a terminal, JSON Lines {thread, user, text} otherwise")
    .option("--json", "JSON Lines in and out")
    .option(...langFlag)
    .action(async (flags: Flags) => {
      const { askCommand } = await import("./ask-command.ts");
      ended(await askCommand({ json: flags.json === true, ...langOf(flags) }, terminal));
    });

  program
    .command("schema")
    .description("one shape of the contract as JSON Schema")
    .argument("<name>", "run-spec, estimate, plan, pilot-result or reading")
    .action(async (name: string) => {
      const { schemaCommand } = await import("./schema-command.ts");
      ended(await schemaCommand(name, terminal));
    });

  const catalog = program.command("catalog").description("cards, models, offers and their sources");
  catalog
    .command("check")
    .description("every fault of every file, as file:line:column")
    .option("--json", "faults as JSON Lines")
    .option(...langFlag)
    .action(async (flags: Flags) => {
      const { runCatalog } = await import("./run-catalog.ts");
      ended(await runCatalog({ verb: "check" }, catalogFlags(flags), terminal));
    });
  catalog
    .command("list")
    .description("entries of one kind, one a line")
    .argument("[kind]", "accelerators, models, offers or sources", "accelerators")
    .argument("[query...]", "words that an entry must hold")
    .option("--json", "entries as JSON Lines")
    .option(...langFlag)
    .action(async (kind: string, query: readonly string[], flags: Flags) => {
      const { runCatalog } = await import("./run-catalog.ts");
      ended(await runCatalog({ verb: "list", kind, query: query.join(" ") }, catalogFlags(flags), terminal));
    });
  catalog
    .command("show")
    .description("everything about one card, model or source")
    .argument("<id...>", "an id, an alias or a name")
    .option("--json", "the entry as JSON")
    .option(...langFlag)
    .action(async (id: readonly string[], flags: Flags) => {
      const { runCatalog } = await import("./run-catalog.ts");
      ended(await runCatalog({ verb: "show", text: id.join(" ") }, catalogFlags(flags), terminal));
    });

  catalog
    .command("refresh")
    .description("prices and exchange rates from their live sources; a source that fails keeps its last ones")
    .option("--source <name...>", "only these: skypilot, gpuhunt, azure, lambda, runpod, vast, fx")
    .option("--json", "the report as JSON Lines, as it is anyway when nobody looks on")
    .option(...langFlag)
    .action(async (flags: Flags) => {
      const { refreshCommand } = await import("./refresh-command.ts");
      ended(await refreshCommand({ sources: flags.source ?? [], ...catalogFlags(flags) }, terminal));
    });

  const pilot = program.command("pilot").description("what a pilot run measured");
  pilot
    .command("read")
    .description(
      "figures of logs and results that people already have: training, serving, monitoring, failures",
    )
    .argument("<file...>", "logs, JSON, CSV, plain or gzip; - = standard input")
    .option("--json", "one JSON object a file")
    .option(...langFlag)
    .action(async (files: readonly string[], flags: Flags) => {
      const { pilotRead } = await import("./pilot-command.ts");
      ended(await pilotRead(files, { json: flags.json === true, ...langOf(flags) }, terminal));
    });

  try {
    await program.parseAsync(argv, { from: "user" });
    return status;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? exits.done : exits.unusable;
    if (!(cause instanceof CommandEnd)) throw cause;
    terminal.stderr.write(`${cause.message}\n`);
    return cause.status;
  }
}

/** Only what was given: an absent option is not an undefined one. */
const langOf = ({ lang }: Flags): { lang?: string } => (lang === undefined ? {} : { lang });
const catalogFlags = (flags: Flags): { json: boolean; lang?: string } => ({
  json: flags.json === true,
  ...langOf(flags),
});
const specOf = ({ spec }: Flags): { spec?: string } => (spec === undefined ? {} : { spec });
