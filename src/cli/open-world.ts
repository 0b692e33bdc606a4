import type { World } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import { findCatalogueDir } from "../catalog/find-catalogue-dir.ts";
import { loadWorld } from "../engine/load-world.ts";
import { CommandEnd, exits, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

/** The catalogue as of today; a missing or faulty one ends the command. */
export async function openWorld(terminal: Terminal, language: Language): Promise<World> {
  const dir = findCatalogueDir(terminal.env);
  if (dir === null) throw new CommandEnd(exits.unusable, cliWords(language).noCatalogue);
  try {
    return await loadWorld(dir, new Date().toISOString().slice(0, 10));
  } catch (cause) {
    throw new CommandEnd(exits.unusable, cause instanceof Error ? cause.message : String(cause));
  }
}
