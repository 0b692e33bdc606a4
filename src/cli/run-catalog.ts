import { findCatalogueDir } from "../catalog/find-catalogue-dir.ts";
import { catalogCheck, catalogList, catalogShow, type CatalogOutput } from "./catalog-command.ts";
import { openWorld } from "./open-world.ts";
import { CommandEnd, exits, languageOf, write, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface CatalogFlags {
  readonly json: boolean;
  readonly lang?: string;
}

export type CatalogAsked =
  | { readonly verb: "check" }
  | { readonly verb: "list"; readonly kind: string; readonly query: string }
  | { readonly verb: "show"; readonly text: string };

export async function runCatalog(
  asked: CatalogAsked,
  flags: CatalogFlags,
  terminal: Terminal,
): Promise<Exit> {
  const language = languageOf(flags.lang, terminal.env);
  const { lines, words, exit } = answer(asked, { language, json: flags.json }, terminal);
  await write(terminal.stdout, lines.map((line) => `${line}\n`).join(""));
  await write(terminal.stderr, words.map((line) => `${line}\n`).join(""));
  return exit;
}

function answer(
  asked: CatalogAsked,
  options: Parameters<typeof catalogCheck>[1],
  terminal: Terminal,
): CatalogOutput {
  if (asked.verb === "check") {
    const dir = findCatalogueDir(terminal.env);
    if (dir === null) throw new CommandEnd(exits.unusable, cliWords(options.language).noCatalogue);
    return catalogCheck(dir, options);
  }
  const world = openWorld(terminal, options.language);
  return asked.verb === "list"
    ? catalogList(world, asked.kind, asked.query, options)
    : catalogShow(world, asked.text, options);
}
