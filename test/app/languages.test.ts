import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../src/followup/detect-language.ts";
import { openOffice } from "./office.ts";

const office = await openOffice();
const run = "llama 3.1 8b lora 4k, 20M tokens";
let threads = 0;
const plan = async (user: string) => {
  const place = { threadTs: `${(threads += 1)}.0` };
  const { reply } = await office.say(user, run, { ...place, mentioned: true });
  return { language: reply.language, say: (text: string) => office.say(user, text, place) };
};

describe("the language of an answer", () => {
  it.each([
    ["et en français ça donne quoi ? résumé pour mon chef", "fr"],
    ["give me that in French for my boss", "fr"],
    ["what is it in english (for Tom)", "en"],
  ] as const)("%s is of that answer alone", async (text, language) => {
    const user = `one-off-${(threads += 1)}`;
    const here = await plan(user);
    const { reply, record } = await here.say(text);
    expect([reply.language, record?.language]).toEqual([language, "en"]);
    expect(await office.store.preferences.get("T1", user)).toEqual({});
    expect((await here.say("int4 is fine")).reply.language).toBe("en");
    expect((await plan(user)).language).toBe("en");
  });

  it.each(["en français", "parle français stp", "switch to French please", "réponds toujours en français"])(
    "%s and no more is of all that follow",
    async (text) => {
      const user = `lasting-${(threads += 1)}`;
      const { reply, record } = await (await plan(user)).say(text);
      expect([reply.language, record?.language]).toEqual(["fr", "fr"]);
      expect(await office.store.preferences.get("T1", user)).toEqual({ language: "fr" });
    },
  );

  it.each([
    ["finalement foobar-large, et réponds en français", "foobar-large"],
    ["hm, make it camembert-base, in French please", "camembert-base"],
  ])("a model nobody knows is said beside it: %s", async (text, read) => {
    const { reply } = await (await plan("ada")).say(text);
    expect(reply).toMatchObject({ kind: "problem", language: "fr", problems: [{ path: "model", read }] });
  });
});

describe("words of both languages", () => {
  it.each([
    ["llama 3.1 8b full ft on 8xV100 32GB own machine bf16 2k", "en"],
    ["8b lora, sequences 4k", "en"],
    ["ECC utile ?", "fr"],
    ["NVLink vraiment utile ?", "fr"],
    ["une 3090 suffit ?", "fr"],
    ["laquelle vaut mieux ?", "fr"],
  ] as const)("%s: %s", (text, language) => {
    expect(detectLanguage(text.toLowerCase(), text, null, "en")).toBe(language);
  });
});
