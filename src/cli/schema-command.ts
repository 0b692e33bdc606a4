import { contractNames, jsonSchemaOf } from "../contract/contract-schemas.ts";
import { CommandEnd, exits, writeLine, languageOf, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

/** One shape of the contract as JSON Schema. */
export async function schemaCommand(
  name: string,
  { lang }: { readonly lang?: string },
  terminal: Terminal,
): Promise<Exit> {
  const language = languageOf(lang, terminal.env);
  const known = contractNames.find((other) => other === name);
  if (known === undefined) {
    throw new CommandEnd(exits.unusable, cliWords(language).unknownSchema(name, contractNames.join(", ")));
  }
  await writeLine(terminal.stdout, JSON.stringify(jsonSchemaOf(known), null, 2));
  return exits.done;
}
