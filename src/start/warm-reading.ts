import type { CatalogueLookup } from "../domain/catalogue.ts";
import { readMessage } from "../followup/read-message.ts";

const sentences = [
  "llama 3.1 8b lora, 4k sequences, 200M tokens on one 80GB card, under 300 € in 2 days?",
  "fine-tuning complet mistral 7b sur 2 H100, séquences de 4096, moins de 300 € d'ici vendredi ?",
];

/**
 * Reads one sentence of each language and forgets it: the first reading builds lists and costs a fifth of a second
 * of this thread, which somebody's acknowledgement would otherwise wait for.
 */
export function warmReading(lookup: CatalogueLookup, now: Date): void {
  for (const sentence of sentences) {
    readMessage(sentence, {
      lookup,
      current: null,
      threadLanguage: null,
      locale: null,
      now: now.toISOString(),
      timeZone: "Europe/Paris",
      addressed: true,
    });
  }
}
