import { expect, it } from "vitest";
import { correctionsWish } from "../../src/followup/corrections-wish.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

it.each([
  "withdraw the correction", "Withdraw the corrections.", "please withdraw my correction", "take back the corrections",
  "revoke these corrections of this plan", "retire la correction", "Retirez les corrections du plan", "je veux retirer ma correction",
  "withdraw it", "withdraw my result", "please retract the last result", "discard my pilot result", "retire mon résultat", "retirez la mesure", "je veux retirer mes résultats du pilote", "retire-le",
])("%j withdraws", (said) => {
  expect(correctionsWish(said, {})).toEqual({ act: "withdraw" });
}); // prettier-ignore

it.each([
  "does this plan use what we measured?", "Is this plan based on our measurements?", "ce plan utilise-t-il nos mesures ?", "est-ce que ce plan tient compte de nos mesures ?",
  "see without it", "See it without", "show me without them", "voir sans", "montre sans ça", "see it without the corrections", "without the corrections?", "show me the plan without our measurements",
  "what would it be without the team's corrections?", "and without what we measured?", "sans les corrections", "voir sans la correction",
  "Montre-le sans nos mesures", "et sans ce qu'on a mesuré ?", "que donne le plan sans les corrections ?",
])("%j contests", (said) => {
  expect(correctionsWish(said, {})).toEqual({ act: "without" });
}); // prettier-ignore

it.each([
  ["what have we measured for 8B LoRA on L40S?", { method: "lora", accelerator: "l40s" }],
  ["What did the team measure on H100?", { accelerator: "h100-sxm" }],
  ["have we already measured QLoRA?", { method: "qlora" }],
  ["do we have measurements for llama 3.1 8b?", { model: "meta-llama/Llama-3.1-8B" }],
  ["qu'a-t-on mesuré pour le 8B en LoRA sur L40S ?", { method: "lora", accelerator: "l40s" }],
  ["Qu’avons-nous déjà mesuré sur H100 ?", { accelerator: "h100-sxm" }],
  ["have we ever run a LoRA on L40S?", { method: "lora", accelerator: "l40s" }],
  ["has anyone already tried QLoRA here?", { method: "qlora" }],
  ["on a déjà mesuré du 8B en LoRA sur L40S ?", { method: "lora", accelerator: "l40s" }],
  ["est-ce qu'on a déjà testé du QLoRA ?", { method: "qlora" }],
  ["a-t-on mesuré du QLoRA ?", { method: "qlora" }],
  ["quelles mesures avons-nous pour llama 3.1 8b ?", { model: "meta-llama/Llama-3.1-8B" }],
])("%j asks for what was measured, in a thread and out of it, and changes nothing", (said, about) => {
  for (const current of [null, threadSpec])
    expect(readMessage(said, readingContext(current)).intent).toMatchObject({
      kind: "corrections",
      wish: { act: "ask", about },
    });
});

it.each([
  "without it", "can it run without?", "without checkpointing", "sans lora", "remove the budget", "what is measured by MFU?", "comment mesurer la mémoire ?",
  "annule", "drop the corrections department from the list of users", "we measured 39 GiB", "on a mesuré 39 Gio par carte",
  "retire le plafond", "on a lancé sur 2 H100 et ça OOM", "on a testé en 8k, 40 Gio", "remove it", "annule ça", "take it back", "withdraw from Paris", "see it without LoRA",
])("%j asks nothing of them", (said) => {
  expect(correctionsWish(said, {})).toBeNull();
}); // prettier-ignore
