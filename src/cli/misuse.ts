import type { Command, CommanderError } from "commander";
import { nearestOf } from "../contract/nearest-of.ts";
import type { Language } from "../domain/conversation.ts";
import { words } from "../i18n/messages.ts";

/** The command that an argument list names, as deep as it goes. */
function commandIn(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const [at, word] of argv.entries()) {
    if (word.startsWith("-") || argv[at - 1] === "--lang") continue;
    const next = command.commands.find((sub) => sub.name() === word);
    if (next === undefined) break;
    command = next;
  }
  return command;
}

/** A command line that cannot be read: what is wrong with it, the nearest that exists, what is allowed. */
export function misuse(
  error: CommanderError,
  program: Command,
  argv: readonly string[],
  language: Language,
): string {
  const { misuse: say } = words(language).terminal;
  const { nearest, allowed } = words(language).problems;
  const command = commandIn(program, argv);
  const read = /'(?<read>[^']*)'/u.exec(error.message)?.groups?.["read"] ?? "";
  const among = (names: readonly string[]): readonly string[] => {
    const near = nearestOf(read, names);
    return [...(near.length === 0 ? [] : [nearest(near.join(", "))]), allowed(names.join(", "))];
  };
  const options = command.createHelp().visibleOptions(command);
  switch (error.code) {
    case "commander.unknownOption":
      return [
        say.unknownOption(read),
        ...among(options.flatMap(({ long }) => long ?? [])),
        ...(command.name() === "plan" ? [say.textIsPlain] : []),
      ].join(" ");
    case "commander.unknownCommand":
      return [say.unknownCommand(read), ...among(command.commands.map((sub) => sub.name()))].join(" ");
    case "commander.optionMissingArgument":
      return say.optionWithoutValue(read);
    case "commander.missingMandatoryOptionValue":
      return [say.missingOption(read), usageOf(command)].join("\n");
    case "commander.missingArgument":
      return [say.missingArgument(read), usageOf(command)].join("\n");
    case "commander.excessArguments":
      return [say.tooManyArguments, usageOf(command)].join("\n");
    default:
      return say.other;
  }
}

const usageOf = (command: Command): string => command.helpInformation().split("\n", 1).join("");
