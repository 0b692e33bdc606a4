import type { World } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import { findCatalogueDir } from "../catalog/find-catalogue-dir.ts";
import { loadWorld } from "../engine/load-world.ts";
import { withStoredPrices } from "./live-world.ts";
import { CommandEnd, exits, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

/** Where the catalogue is; none ends the command. */
export function catalogueDirOf(terminal: Terminal, language: Language): string {
  const dir = findCatalogueDir(terminal.env);
  if (dir === null) throw new CommandEnd(exits.unusable, cliWords(language).noCatalogue);
  return dir;
}

/**
 * The catalogue as of today, with the prices that refreshes brought in unless `stored` is false; a missing or faulty
 * catalogue ends the command.
 */
export async function openWorld(
  terminal: Terminal,
  language: Language,
  { stored = true }: { readonly stored?: boolean } = {},
): Promise<World> {
  const dir = catalogueDirOf(terminal, language);
  try {
    const world = await loadWorld(dir, new Date().toISOString().slice(0, 10));
    return stored ? await withStoredPrices(world, terminal.env) : world;
  } catch (cause) {
    throw new CommandEnd(exits.unusable, cause instanceof Error ? cause.message : String(cause));
  }
}
