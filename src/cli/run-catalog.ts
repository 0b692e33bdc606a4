import { catalogList, catalogShow, type CatalogOptions, type CatalogOutput } from "./catalog-command.ts";
import { catalogueDirOf, openWorld } from "./open-world.ts";
import { languageOf, write, type Exit, type Terminal } from "./terminal.ts";

export interface CatalogFlags {
  readonly json: boolean;
  readonly lang?: string;
}

export type CatalogAsked =
  | { readonly verb: "check" }
  | { readonly verb: "list"; readonly words: readonly string[] }
  | { readonly verb: "show"; readonly text: string };

export async function runCatalog(
  asked: CatalogAsked,
  flags: CatalogFlags,
  terminal: Terminal,
): Promise<Exit> {
  const language = languageOf(flags.lang, terminal.env);
  const { lines, words, exit } = await answer(asked, { language, json: flags.json }, terminal);
  await write(terminal.stdout, lines.map((line) => `${line}\n`).join(""));
  await write(terminal.stderr, words.map((line) => `${line}\n`).join(""));
  return exit;
}

async function answer(
  asked: CatalogAsked,
  options: CatalogOptions,
  terminal: Terminal,
): Promise<CatalogOutput> {
  if (asked.verb === "check") {
    const { catalogCheck } = await import("./catalog-check.ts");
    return catalogCheck(catalogueDirOf(terminal, options.language), options);
  }
  const world = await openWorld(terminal, options.language);
  return asked.verb === "list"
    ? catalogList(world, asked.words, options)
    : catalogShow(world, asked.text, options);
}
