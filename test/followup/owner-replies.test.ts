import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import type { ReadContext } from "../../src/followup/draft.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const lora: RunSpec = {
  model: "mistralai/Mistral-7B-v0.3",
  method: "lora",
  accelerator: "a100-40gb-sxm",
  gpus: 8,
  sequenceLength: 4096,
  data: { tokens: 25e6, epochs: 1 },
};
const service: RunSpec = {
  model: "meta-llama/Llama-3.3-70B-Instruct",
  method: "inference",
  sequenceLength: 8192,
  serving: { concurrency: 60, promptTokens: 7680, outputTokens: 512 },
};

/** As the owner types it in the thread of the plan, naming nobody. */
const read = (text: string, current: RunSpec, standing: Partial<ReadContext> = {}) =>
  readMessage(text, { ...readingContext(current), held: { gpus: 8, nodes: 1 }, ...standing });
const changed = (text: string, current: RunSpec, standing: Partial<ReadContext> = {}): unknown => {
  const { intent, changes } = read(text, current, standing);
  return intent.kind === "change" ? Object.fromEntries(changes.map(({ field, to }) => [field, to])) : intent;
};
const asked = (text: string, current: RunSpec): unknown => {
  const { intent, changes } = read(text, current);
  expect(changes).toEqual([]);
  if (intent.kind !== "question") return intent;
  const supposed = Object.fromEntries((intent.changes ?? []).map(({ field, to }) => [field, to]));
  return [intent.about, intent.topic, supposed].filter((one) => one !== undefined);
};

describe("how many cards will do", () => {
  it.each([
    ["would 4 be enough?", 4], ["can one of them do it?", 1], ["is 2 not enough for this?", 2], ["surely 4 would be sufficient?", 4], ["une seule peut le faire ?", 1], ["ça tourne sur deux ?", 2], ["is one card enough for that?", 1], ["could we get away with two?", 2], ["2 would be enough no?", 2],
    ["une seule suffit non ?", 1], ["est-ce que 4 suffisent ?", 4], ["deux cartes ça passe ?", 2], ["on peut s'en sortir avec 2 ?", 2],
    ["how long with just one?", 1], ["et le temps avec une seule", 1], ["what's the cost on 2 of them?", 2], ["combien ça coûte avec 4 ?", 4],
  ])("%s: %d, told and not taken", (text, gpus) => {
    expect(asked(text, lora)).toEqual(["would-change", { gpus }]);
  }); // prettier-ignore

  it.each([
    "do we even need all 8?", "do we really need all of them?", "do you need that many cards?", "on a vraiment besoin des 8 ?",
    "faut-il vraiment les huit cartes ?", "a-t-on besoin de toutes les cartes ?",
  ])("%s: without the count", (text) => {
    expect(asked(text, lora)).toEqual(["would-change", { gpus: null }]);
  }); // prettier-ignore

  it.each([
    "quelle carte au minimum", "la carte minimale pour ça ?", "quel est le strict minimum comme carte ?", "what's the smallest card that works?", "minimum gpu for this?",
    "which card at minimum?", "c'est quoi la config minimale ?",
  ])("%s: the smallest, of any card", (text) => {
    expect(asked(text, lora)).toEqual(["would-change", { gpus: null, accelerator: null, "limits.prefer": "smallest" }]); // prettier-ignore
  }); // prettier-ignore

  it.each(["is 5000 enough?", "is 24 GB enough?", "are 3 epochs enough?", "will 2 days be enough?"])(
    "%s counts no cards",
    (text) => {
      expect(JSON.stringify(read(text, lora).intent)).not.toContain("gpus");
    },
  );
});

describe("a number that says what it answers", () => {
  it.each([
    ["ok 4 then", lora, { gpus: 4 }],
    ["4 alors", lora, { gpus: 4 }],
    ["fine, two then", lora, { gpus: 2 }],
    ["make that 4 then", lora, { gpus: 4 }],
    ["so 2 then, and sequence at 8k", lora, { gpus: 2, sequenceLength: 8192 }],
    ["plutôt 80 en fait", service, { "serving.concurrency": 80 }],
    ["va pour 2", lora, { gpus: 2 }],
    ["let's go with 2 instead", lora, { gpus: 2 }],
    ["ok 4 then. and pls use 8-bit adam", lora, { gpus: 4, optimizer: "adamw-8bit" }],
    ["et si on passe à 90 ?", service, { "serving.concurrency": 90 }],
    ["what if we go up to 120?", service, { "serving.concurrency": 120 }],
    ["on monte à 200", service, { "serving.concurrency": 200 }],
  ] as const)("%s", (text, current, wanted) => {
    expect(changed(text, current)).toEqual(wanted);
  });

  const former = [
    { field: "serving.concurrency", value: 60 },
    { field: "gpus", value: 4 },
    { field: "serving.concurrency", value: 12 },
  ];
  it.each([
    ["back to 12", { "serving.concurrency": 12 }],
    ["reviens à 12", { "serving.concurrency": 12 }],
    ["retour à 4", { gpus: 4 }],
    ["on repasse à 12 mais garde le cache fp8", { "serving.concurrency": 12, "serving.kvPrecision": "fp8" }],
    ["go back to 12 but keep the cache in fp8", { "serving.concurrency": 12, "serving.kvPrecision": "fp8" }],
  ])("%s is what a field had before", (text, wanted) => {
    expect(changed(text, service, { former })).toEqual(wanted);
  });
});

describe("corrections of what the plan has", () => {
  it.each([
    ["and they're the 80s not 40s", "a100-80gb-sxm"],
    ["sorry it's the 80GB version, not the 40", "a100-80gb-sxm"],
    ["hmm the cards are 80GB, not 40", "a100-80gb-sxm"],
    ["nos cartes font 80 Go, pas 40", "a100-80gb-sxm"],
    ["oops these are 80 gig ones", "a100-80gb-sxm"],
    ["ce sont des cartes de 80 Go", "a100-80gb-sxm"],
    ["c'est les 80 Go, pas les 40", "a100-80gb-sxm"],
    ["pas les 40 mais les 80", "a100-80gb-sxm"],
    ["non, je voulais dire 32 Go de VRAM, une V100", "v100-32gb"],
    ["I meant a V100 with 32GB", "v100-32gb"],
  ])("%s: %s", (text, accelerator) => {
    expect(changed(text, lora)).toMatchObject({ accelerator });
  });

  it.each([
    ["ok et si le micro batch est à 4", { microBatch: 4 }],
    ["what if the batch size is set to 8", { microBatch: 8 }],
    ["l'accumulation passe à 16", { gradientAccumulation: 16 }],
    ["trop cher, le max c'est 40€", { "limits.budget": { amount: 40, currency: "EUR", tax: "excluded" } }],
    ["the 25M were per epoch, there are 4", { "data.epochs": 4 }],
    ["attends, en fait les 25M c'était par époque, y'en a 4", { "data.epochs": 4 }],
  ])("%s", (text, wanted) => {
    expect(changed(text, lora)).toMatchObject(wanted);
  });

  it.each([
    ["and if amd", "rocm"], ["et si on prend plutôt de l'AMD", "rocm"], ["et si on prenait de l'AMD ?", "rocm"], ["what about amd cards", "rocm"], ["et chez AMD ?", "rocm"],
  ])("%s: a maker's cards, the plan's own no longer", (text, platform) => {
    expect(changed(text, lora)).toEqual({ "limits.platforms": [platform], accelerator: null });
  }); // prettier-ignore
});

describe("the users of a service", () => {
  it.each([
    ["ok but 20 users was the average, peak is 70", 70],
    ["60 c'était la moyenne, le pic est à 150", 150],
    ["at peak there are 200", 200],
    ["150 c'est un maximum, en moyenne on est à 30", 150],
    ["80 is the peak, on average we have 20", 80],
    ["en pointe on est à 90", 90],
    ["en fait la moitié seulement seront connectés en même temps", 30],
    ["only half of them will be online at once", 30],
    ["et la moitié des gens seulement en même temps ?", 30],
    ["a third are ever active at the same time", 20],
    ["25 % des utilisateurs seront actifs", 15],
  ])("%s: %d", (text, users) => {
    expect(changed(text, service)).toEqual({ "serving.concurrency": users });
  });

  it.each(["only half of them will be online at once", "le pic est à 150"])("%s says nothing of a training", (text) => {
    expect(changed(text, lora)).toMatchObject({ kind: "chatter" });
  }); // prettier-ignore

  it.each([
    "et avec le cache en fp8 alors",
    "keep the cache in fp8",
    "fp8 cache then",
    "le cache fp8 plutôt",
  ])("%s", (text) => {
    expect(changed(text, service)).toEqual({ "serving.kvPrecision": "fp8" });
  });
});

describe("questions about a part of the plan", () => {
  it.each([
    ["quelle taille fait le cache kv là-dedans ?", "kv-cache"], ["how big is the kv cache?", "kv-cache"], ["kv cache, how much?", "kv-cache"], ["le cache kv c'est gros comment ?", "kv-cache"], ["ça prend en compte la fenêtre glissante ?", "kv-cache"], ["the vram figure, does it count the optimizer states?", "optimizer"], ["what share of it is the optimizer?", "optimizer"],
    ["does that include sliding window? kv seems big", "kv-cache"], ["les logits me semblent énormes", "logits"], ["how much do the weights take?", "weights"],
    ["combien pèsent les gradients ?", "gradients"], ["pourquoi tu comptes un modèle de référence, avec lora y'en a pas besoin", "reference"],
    ["why do you count a reference model with lora?", "reference"], ["tu prends en compte les états de l'optimiseur ?", "optimizer"],
    ["are the activations included?", "activations"], ["what do the optimizer states weigh?", "optimizer"],
  ])("%s: %s", (text, part) => {
    expect(asked(text, lora)).toEqual(["memory", part, {}]);
  }); // prettier-ignore

  it.each([
    ["can we reserve now?", ["standing", {}]], ["on peut réserver maintenant ?", ["standing", {}]], ["are we ready to book?", ["standing", {}]],
    ["is there any measured number behind this", ["source", {}]], ["il y a des mesures réelles derrière ?", ["source", {}]],
    ["t'es sûr du temps ? ça me semble bien trop court", ["time", "reckoned", {}]], ["are you sure about the duration?", ["time", "reckoned", {}]],
    ["that time estimate looks way too low", ["time", "reckoned", {}]], ["how did you get the time?", ["time", "reckoned", {}]], ["so how long for the whole thing at that speed", ["time", "measured", {}]],
    ["à ce rythme ça prend combien de temps en tout ?", ["time", "measured", {}]], ["ça rentre vraiment ? j'ai déjà eu des OOM avec ça", ["certainty", {}]],
    ["are you sure it fits?", ["certainty", {}]], ["et si un nœud tombe samedi ?", ["help", "restart-after-a-failure", {}]],
    ["la carte lâche en pleine nuit, il se passe quoi ?", ["help", "restart-after-a-failure", {}]],
    ["are those numbers real measurements?", ["source", {}]], ["une L4 toute seule ça suffit ?", ["would-change", { gpus: 1, accelerator: "l4" }]], ["and on a 4090 what would it be", ["would-change", { gpus: 1, accelerator: "rtx-4090" }]],
    ["what if a gpu dies halfway?", ["help", "restart-after-a-failure", {}]],
    ["what would that be on a 4090 (english pls for Tom)", ["would-change", { gpus: 1, accelerator: "rtx-4090" }]],
    ["ça donnerait quoi sur une 4090 ?", ["would-change", { gpus: 1, accelerator: "rtx-4090" }]],
  ] as const)("%s", (text, wanted) => {
    expect(asked(text, lora)).toEqual(wanted);
  }); // prettier-ignore

  it.each(["undo that last one", "annule cette dernière modif", "undo the previous step", "take back the last step", "cancel the previous change", "retire le dernier changement", "annule ce dernier changement"])(
    "%s",
    (text) => {
      expect(read(text, lora).intent).toEqual({ kind: "undo" });
    },
  ); // prettier-ignore

  it.each([
    ["tu peux comparer T4 et L4 pour ça ?", "T4 et L4"], ["could you compare the A10 with 2 L4?", "the A10 with 2 L4"],
    ["comparaison entre H100 et H200", "H100 et H200"],
  ])("%s is a comparison of both", (text, rest) => {
    expect(read(text, lora).intent).toEqual({ kind: "command", name: "compare", rest, private: false });
  }); // prettier-ignore
});

describe("what is in the words of the trade and not understood", () => {
  it.each([
    "et en gelant la moitié des couches ?", "et sur cpu, 32 coeurs ?", "can we freeze the first 20 layers?", "does nvlink matter between these?",
    "le modèle est distillé avec des têtes élaguées, ça change ?",
  ])("%s concerns the plan", (text) => {
    const { intent, changes } = read(text, lora);
    expect(changes).toEqual([]);
    expect(intent.kind === "question" || (intent.kind === "chatter" && intent.concerns === true)).toBe(true);
  }); // prettier-ignore
});

describe("two machines of a first message", () => {
  it.each([
    "compare h100 and h200 for serving qwen2.5 72b bf16, 20 users at 16k",
    "compare A6000 and L40S for lora mistral 7b 2k",
    "comparaison de la L40S et de la H100 pour un lora de mistral 7b en 4k",
  ])("%s: both are planned for", (text) => {
    const { intent, understood } = readMessage(text, readingContext(null));
    expect([intent.kind, understood.limits?.among?.length]).toEqual(["plan", 2]);
  });
});
