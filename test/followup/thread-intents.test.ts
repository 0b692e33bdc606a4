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
