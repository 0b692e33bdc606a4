import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import type { Language } from "../../src/domain/conversation.ts";
import { fieldLabel } from "../../src/i18n/field-words.ts";
import { scene } from "../../blocks/view.ts";
import { openOffice, world, type Office } from "./office.ts";

/** A number that a field cannot hold is answered with the field, what was read and what may stand there; nothing is planned with it or without it. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
let threads = 0;

const rows: readonly (readonly [field: string, english: string, french: string])[] = [
  ["lora.rank", "lora rank 9999999", "rang 9999999"],
  ["lora.rank", "r=0", "rang 0"],
  ["lora.rank", "rank -4", "rang -4"],
  ["lora.rank", "rank 1e9", "rang 1e9"],
  ["lora.rank", "lora_r: 9999999", "lora_r: 9999999"],
  ["lora.alpha", "alpha -3", "alpha 0"],
  ["lora.alpha", "alpha 9999999999", "alpha 9999999999"],
  ["sequenceLength", "sequence length 10^12", "longueur de séquence 10^12"],
  ["sequenceLength", "seq 1000000000000", "séquences de 1000000000000"],
  ["sequenceLength", "seq 0", "séquences de -5"],
  ["microBatch", "batch 0", "lot 0"],
  ["microBatch", "micro-batch 1.5", "micro-lot 1,5"],
  ["microBatch", "batch 99999999999", "lot 99999999999"],
  ["gradientAccumulation", "grad accum -2", "accumulation -2"],
  ["gradientAccumulation", "grad accum 99999999999", "accumulation 99999999999"],
  ["gradientAccumulation", "effective batch 0", "taille de lot effective 0"],
  ["gradientAccumulation", "effective batch 99999999999999", "taille de lot effective 99999999999999"],
  ["gpus", "on 5000000 GPUs", "sur 5000000 cartes"],
  ["gpus", "on 5 000 000 GPUs", "sur 5 000 000 cartes"],
  ["gpus", "on 5M GPUs", "sur 5M cartes"],
  ["gpus", "on 0 H100", "sur 0 H100"],
  ["gpus", "on -2 GPUs", "sur -2 cartes"],
  ["gpus", "on 2.5 H100", "sur 2,5 H100"],
  ["gpus", "on 99999999999 H100", "sur 99999999999 H100"],
  ["nodes", "0 nodes of 8 H100", "0 nœuds de 8 H100"],
  ["nodes", "999999 nodes of 8 H100", "999999 nœuds de 8 H100"],
  ["limits.maxGpus", "max 0 GPUs", "au plus 0 carte"],
  ["limits.maxGpus", "at most 99999999999 gpus", "au plus 99999999999 cartes"],
  ["memoryGib", "on a 0 GB card", "sur une carte de 0 Go"],
  ["memoryGib", "on a 99999 GB card", "sur une carte de 99999 Go"],
  ["data.epochs", "epochs -1", "-1 époque"],
  ["data.epochs", "99999999 epochs", "99999999 époques"],
  ["data.tokens", "-5M tokens", "-5M de jetons"],
  ["data.tokens", "10000000000000000000000 tokens", "10000000000000000000000 jetons"],
  ["data.samples", "0 samples", "0 exemple"],
  ["data.tokensPerSample", "1000 samples of 0 tokens", "1000 exemples de 0 jeton"],
  ["data.longestSample", "longest sample 0 tokens", "le plus long exemple : 0 jeton"],
  ["runs", "0 runs", "0 essais"],
  ["limits.budget", "budget 0 €", "budget de 0 €"],
  ["limits.budget", "budget -50 €", "budget de -50 €"],
  ["limits.budget", "budget 10000000000000000 €", "budget de 10000000000000000 €"],
  ["limits.deadlineHours", "in 0 hours", "en 0 heure"],
  ["limits.deadlineHours", "within 99999999 days", "en moins de 99999999 jours"],
  ["parallel.tensor", "tp 0", "tp 0"],
  ["parallel.tensor", "tp 99999999", "tp 99999999"],
  ["parallel.pipeline", "pp -1", "pp -1"],
  ["serving.concurrency", "for 0 users", "pour 0 utilisateur"],
  ["serving.concurrency", "for 999999999999 users", "pour 999999999999 utilisateurs"],
  ["serving.promptTokens", "prompts of -5 tokens", "prompts de -5 jetons"],
  ["serving.outputTokens", "output 1000000000000 tokens", "réponses de 1000000000000 jetons"],
  ["serving.requestsPerSecond", "0 rps", "0 rps"],
  ["serving.targets", "ttft 0 ms", "ttft 0 ms"],
  ["validation.batch", "eval batch 0", "eval batch 0"],
];

const both = rows.flatMap(([field, english, french]): readonly (readonly [string, Language, string])[] => [
  [field, "en", english],
  [field, "fr", french],
]);

async function refused(field: string, language: Language, text: string, opens: boolean): Promise<void> {
  const place = { threadTs: `${(threads += 1)}.9`, locale: language } as const;
  const run = { en: "llama 3.1 8b lora, 4k", fr: "llama 3.1 8b lora, séquences de 4k" }[language];
  if (!opens) await office.say("ada", run, { ...place, mentioned: true });
  const said = opens ? `llama 3.1 8b lora, ${text}` : text;
  const { reply, record } = await office.say("ada", said, { ...place, mentioned: true });
  expect(reply.kind).toBe("problem");
  expect(record?.revisions.length ?? 0).toBeLessThanOrEqual(1);
  const words = plainText(reply, view).toLowerCase();
  expect(words).toContain(fieldLabel(field, scene(language, view)).toLowerCase());
  // What is allowed is said, or is all of the refusal.
  expect(words).toMatch(
    language === "fr"
      ? /^(?=[^]*hors des bornes)(?=[^]*permis)|le minimum est 1/u
      : /^(?=[^]*out of range)(?=[^]*allowed)|cannot go below 1/u,
  );
  const number = /-?\d[\d.,^e ]*/u.exec(text)?.[0].trim() ?? "?";
  expect(words).toContain(number);
}

describe("a number that its field cannot hold", () => {
  it.each(both)("%s (%s), in the first message: %s", (field, language, text) =>
    refused(field, language, text, true),
  );
  it.each(both)("%s (%s), in the thread of a plan: %s", (field, language, text) =>
    refused(field, language, text, false),
  );
});
