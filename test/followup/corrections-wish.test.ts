import { expect, it } from "vitest";
import { correctionsWish } from "../../src/followup/corrections-wish.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

it.each([
  ["withdraw the correction", "last"], ["Withdraw the corrections.", "all"], ["please withdraw my correction", "last"], ["take back the corrections", "all"],
  ["revoke these corrections of this plan", "all"], ["retire la correction", "last"], ["Retirez les corrections du plan", "all"], ["je veux retirer ma correction", "last"],
  ["withdraw it", "last"], ["withdraw my result", "last"], ["please retract the last result", "last"], ["discard my pilot result", "last"], ["retire mon résultat", "last"],
  ["retirez la mesure", "last"], ["je veux retirer mes résultats du pilote", "all"], ["retire-le", "last"], ["retire-les", "all"], ["withdraw these", "all"],
  ["withdraw the first result", "first"], ["retire le premier résultat", "first"], ["retire la première mesure", "first"],
  ["withdraw result 2", { n: 2 }], ["please remove result #2", { n: 2 }], ["withdraw no. 3", { n: 3 }], ["withdraw 2", { n: 2 }], ["discard the second result", { n: 2 }],
  ["retire le résultat 2", { n: 2 }], ["retire le résultat n° 2", { n: 2 }], ["supprime le résultat numéro 3", { n: 3 }], ["retire le deuxième résultat", { n: 2 }], ["retire la 2e mesure", { n: 2 }],
  ["withdraw all results", "all"], ["withdraw all of them", "all"], ["retire tous les résultats", "all"], ["retire tout", "all"],
  ["withdraw the price", "price"], ["withdraw the price paid", "price"], ["retire le prix payé", "price"], ["retire la facture", "price"],
  ["withdraw the rental hours", "hours"], ["retire les heures de location", "hours"],
])("%j withdraws %j", (said, which) => {
  expect(correctionsWish(said, {})).toEqual({ act: "withdraw", which });
}); // prettier-ignore

it.each([
  "which results can I withdraw?", "what results count here?", "list the results of this plan", "withdraw which?", "which results can be withdrawn?",
  "quels résultats peut-on retirer ?", "quels résultats comptent encore ?", "liste les résultats", "montre-moi les résultats de ce plan", "retire lequel ?",
])("%j lists them", (said) => {
  expect(correctionsWish(said, {})).toEqual({ act: "list" });
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
  "retire le plafond", "on a lancé sur 2 H100 et ça OOM", "on a testé en 8k, 40 Gio", "remove it", "annule ça", "take it back", "withdraw from Paris", "remove 2 GPUs", "drop 2", "remove the price cap", "enlève 2 cartes", "2 results", "list the results of the pilot on L40S", "supprime la facture", "see it without LoRA",
])("%j asks nothing of them", (said) => {
  expect(correctionsWish(said, {})).toBeNull();
}); // prettier-ignore
