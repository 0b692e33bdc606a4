import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

const read = (text: string, addressed = true, current: RunSpec | null = threadSpec) =>
  readMessage(text, { ...readingContext(current), addressed });

describe("what is meant in a plan's thread", () => {
  it.each([
    "retour au plan d'avant", "reviens à la version précédente", "remets comme avant", "go back to the previous one",
    "back to what we had before", "ok, revert to the one before please", "on revient en arrière", "comme c'était avant",
    "let's go back one revision", "le plan précédent stp",
  ])("%s takes back the last change", (text) => {
    expect(read(text).intent).toEqual({ kind: "undo" });
  }); // prettier-ignore

  it.each(["back to 4k", "reviens à 2 cartes", "retour à 2k comme avant", "as before but with 8k"])(
    "%s states what to go back to",
    (text) => {
      expect(read(text).intent.kind).toBe("change");
    },
  );

  it.each([
    ["which was cheapest?", "cheapest"],
    ["lequel était le moins cher ?", "cheapest"],
    ["which one was the fastest so far", "fastest"],
    ["cheapest of those?", "cheapest"],
    ["la plus rapide jusqu'ici ?", "fastest"],
    ["which plan was the smallest?", "smallest"],
    ["quelle version était la plus rapide ?", "fastest"],
  ])("%s is of what was tried", (text, topic) => {
    expect(read(text).intent).toEqual({ kind: "question", about: "revisions", topic });
  });

  it.each(["what have we tried so far?", "qu'est-ce qu'on a essayé ?", "show the history", "liste les révisions"])(
    "%s lists them",
    (text) => {
      expect(read(text).intent).toEqual({ kind: "question", about: "revisions" });
    },
  ); // prettier-ignore

  it.each([
    "remind me tomorrow", "rappelle-moi demain", "can you ping me when the price changes", "mets un rappel pour vendredi",
    "tu peux me relancer lundi ?", "set a reminder for Friday",
  ])("%s: reminders are told, nothing is changed", (text) => {
    expect(read(text).intent).toEqual({ kind: "command", name: "reminders", rest: text, private: false });
    expect(read(text).changes).toEqual([]);
  }); // prettier-ignore

  it.each(["remind me to call Paul", "rappelle-moi demain", "ping me when you're done"])(
    "%s between colleagues is theirs",
    (text) => {
      expect(read(text, false).intent).toEqual({ kind: "chatter" });
    },
  );

  it.each([
    ["how long would 3 epochs take", "data.epochs"],
    ["combien de temps prendraient 3 époques ?", "data.epochs"],
    ["how much memory does mixtral 8x7b need in bf16?", "model"],
    ["combien faudrait-il de mémoire pour un mixtral 8x7b ?", "model"],
    ["how many gpus would full fine-tuning need?", "method"],
    ["combien coûterait du 16k ?", "sequenceLength"],
  ])("%s is told, not taken", (text, field) => {
    const { intent, changes } = read(text);
    expect(changes).toEqual([]);
    expect(intent).toMatchObject({ kind: "question", about: "would-change" });
    expect(intent.kind === "question" && intent.changes?.map((one) => one.field)).toContain(field);
  });

  it.each([
    ["à la fin j'ai combien de tokens si je coupe à 200 € ?", "finished"],
    ["c'est cher, pourquoi ?", "cost"],
    ["why so expensive?", "cost"],
    ["combien de tokens/s par carte ?", "speed"],
    ["what is the latency?", "service"],
    ["le premier jeton est lent, 4 s, normal ?", "service"],
  ])("%s asks %s", (text, about) => {
    expect(read(text).intent).toMatchObject({ kind: "question", about });
  });

  it.each(["merci bcp", "thanks a bunch", "thx guys!!", "merci mille fois", "super, merci chef"])(
    "%s is thanks",
    (text) => {
      expect(read(text).intent).toEqual({ kind: "chatter", courtesy: "thanks" });
    },
  );
});

describe("two questions in one message", () => {
  it.each([
    ["how sure are you, and where does this number come from?", ["certainty", "source"]],
    ["what dominates and how long will it take?", ["dominant", "time"]],
    ["d'où sort ce prix ? et c'est fiable ?", ["source", "certainty"]],
    ["how much memory does it need, and how sure are you?", ["memory", "certainty"]],
    ["pourquoi pas la 4090 ? et qu'est-ce qui domine ?", ["why-not", "dominant"]],
    ["why not the MI300X, and what does it cost per hour?", ["why-not", "cost"]],
  ])("%s: both are answered", (text, wanted) => {
    const { intent, asked = [] } = read(text);
    const abouts = [intent, ...asked.map(({ question }) => question)];
    expect(abouts.map((one) => (one.kind === "question" ? one.about : one.kind))).toEqual(wanted);
  });

  it.each([
    "how sure are you? really?",
    "what dominates, what is the biggest part?",
    "pourquoi 32 Gio, explique la mémoire",
  ])("%s is one", (text) => {
    expect(read(text).asked ?? []).toEqual([]);
  });

  it("spot asked for its figures and its risk is summed on the plan", () => {
    expect(read("et en spot, ça donne quoi et c'est risqué ?").intent).toMatchObject({ about: "spot" });
  });
});

describe("tokens and samples", () => {
  const tokens: RunSpec = { ...threadSpec, data: { tokens: 2e6, epochs: 2 } };
  const samples: RunSpec = { ...threadSpec, data: { samples: 1e5, tokensPerSample: 800, epochs: 2 } };
  const changed = (text: string, current: RunSpec): unknown =>
    Object.fromEntries(read(text, true, current).changes.map(({ field, to }) => [field, to]));
  it.each([
    ["I meant samples", tokens, { "data.tokens": null, "data.samples": 2e6 }],
    ["non, c'est des exemples, pas des jetons", tokens, { "data.tokens": null, "data.samples": 2e6 }],
    ["je voulais dire des tokens", samples, { "data.samples": null, "data.tokensPerSample": null, "data.tokens": 1e5 }],
    ["I meant samples, 50k samples of 300 tokens", tokens, { "data.tokens": null, "data.samples": 5e4, "data.tokensPerSample": 300 }],
    ["plutôt 40k exemples de 500 jetons", tokens, { "data.tokens": null, "data.samples": 4e4, "data.tokensPerSample": 500 }],
    ["300M tokens", samples, { "data.samples": null, "data.tokensPerSample": null, "data.tokens": 3e8, "data.epochs": 1 }],
    ["I meant samples", samples, {}],
  ])("%s", (text, current, wanted) => {
    expect(changed(text, current)).toEqual(wanted);
  }); // prettier-ignore
});

describe("short words about the plan as it is", () => {
  const about = (text: string): unknown => {
    const { intent } = read(text);
    if (intent.kind !== "question")
      return intent.kind === "command" ? `${intent.name} ${intent.rest}` : intent.kind;
    return intent.about;
  };
  it.each([
    ["compare avec la première", "compare avec la première"], ["compare with the original", "compare with the original"],
    ["what did that gain?", "compare with before"], ["ça a changé quoi ?", "compare with before"],
    ["is it the activations?", "dominant"], ["c'est les logits ?", "dominant"],
    ["trop cher, moitié moins", "change"], ["too expensive", "others"],
    ["is 5000 enough?", "cost"],
    ["annule annule", "undo"], ["is spot ok for this?", "spot"],
  ])("%s", (text, wanted) => {
    expect(about(text)).toBe(wanted);
  }); // prettier-ignore

  it.each([
    ["why two GPUs and not one?", 1],
    ["pourquoi 4 cartes et pas 2 ?", 2],
    ["why do we need 8 cards rather than 4", 4],
  ])("%s is told of the count that is missed", (text, gpus) => {
    const four: RunSpec = { ...threadSpec, gpus: 8 };
    expect(read(text, true, four).intent).toMatchObject({ about: "would-change", changes: [{ field: "gpus", to: gpus }] });
  }); // prettier-ignore

  it.each([
    ["et sur 1 seule carte ?", { gpus: 1 }],
    ["on a single card", { gpus: 1 }],
    ["only one of them", { gpus: 1 }],
  ])("%s", (text, wanted) => {
    const changes = read(text, true, { ...threadSpec, gpus: 8 }).changes;
    expect(Object.fromEntries(changes.map(({ field, to }) => [field, to]))).toEqual(wanted);
  });

  it.each(["can it do 200?", "ça tient à 200 ?"])("%s of a service counts people", (text) => {
    const service: RunSpec = { model: "meta-llama/Llama-3.1-8B", method: "inference", serving: { concurrency: 50 } };
    expect(read(text, true, service).changes).toMatchObject([{ field: "serving.concurrency", to: 200 }]);
  }); // prettier-ignore
});

describe("what a run was said to use, and is told to leave", () => {
  const unsloth: RunSpec = { ...threadSpec, stack: "unsloth", optimizer: "adafactor" };
  it.each([
    ["forget unsloth", "stack"],
    ["drop unsloth please", "stack"],
    ["sans unsloth", "stack"],
    ["laisse tomber unsloth", "stack"],
    ["not adafactor", "optimizer"],
    ["enlève adafactor", "optimizer"],
  ])("%s is stated no longer", (text, field) => {
    const { changes, intent } = readMessage(text, readingContext(unsloth));
    expect(intent.kind).toBe("change");
    expect(changes.map(({ field: one, to }) => [one, to])).toEqual([[field, null]]);
  });

  it.each(["forget axolotl", "sans axolotl"])("%s leaves what the run does not use", (text) => {
    expect(readMessage(text, readingContext(unsloth)).changes).toEqual([]);
  });
});
