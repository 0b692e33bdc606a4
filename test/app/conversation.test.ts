import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/conversation-port.ts";
import { openStore } from "../../src/db/open-store.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";
import { openOffice, world, type Office, wordsOf } from "./office.ts";

const run = "llama 3.1 8b lora r16, 4k ctx, micro-batch 2, 2x h100, 200M tokens, under 300 €";
const thread = { threadTs: "10.1" };

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => {
  await office.store.close();
});

/** Ada's plan, posted in C1 as thread 10.1. */
async function adasPlan(text = run): Promise<Outcome> {
  const outcome = await office.say("ada", text, { mentioned: true });
  await office.store.plans.placed("T1", outcome.record?.id ?? "", { channel: "C1", headTs: "10.1" });
  return outcome;
}

describe("a run in words", () => {
  it("becomes a plan that is kept, with who stated what", async () => {
    const outcome = await adasPlan();
    expect(outcome.reply).toMatchObject({ kind: "plan", language: "en", ref: { revision: 1, owner: "ada" } });
    const record = await office.record(outcome);
    expect(record.revisions).toHaveLength(1);
    const [first] = record.revisions;
    expect(first).toMatchObject({
      number: 1,
      author: "ada",
      spec: { method: "lora", lora: { rank: 16 }, sequenceLength: 4096, microBatch: 2, gpus: 2 },
      origins: { method: "user", "lora.rank": "user", gpus: "user" },
    });
    expect(first?.origins).not.toHaveProperty("optimizer");
    expect(first?.plan.best?.gpus).toBe(2);
  });

  it.each([
    ["llama 3.1 8b lora, 4k, 2x h100, 50M tokens", "en"],
    ["llama 3.1 8b en lora, séquences de 4096, sur 2 H100, 50 M de jetons", "fr"],
  ])("%s is answered in its language", async (text, language) => {
    const outcome = await office.say("ada", text, { mentioned: true });
    expect(outcome.reply.language).toBe(language);
  });

  it("without a model is a question, and the answer to it makes the plan", async () => {
    const first = await adasPlan("lora r16, 4k ctx, 2x h100, 200M tokens");
    expect(first.reply.kind).toBe("question");
    const second = await office.say("ada", "llama 3.1 8b", thread);
    expect(second.reply).toMatchObject({ kind: "plan", ref: { revision: 2 } });
    expect((await office.record(second)).revisions[1]?.spec).toMatchObject({ lora: { rank: 16 }, gpus: 2 });
  });

  it("asked for privately is answered in a direct message and in nobody's list", async () => {
    const outcome = await office.say("ada", `private ${run}`, { mentioned: true });
    expect(outcome).toMatchObject({ private: true, record: { private: true, channel: null } });
    expect(await office.conversation.team("T1")).toEqual([]);
  });

  it("that nobody can use is a problem and leaves nothing behind", async () => {
    const outcome = await office.say("ada", "llama 3.1 8b lora on 2x rtx 9990 super, 4k", {
      mentioned: true,
    });
    expect(["problem", "plan", "question"]).toContain(outcome.reply.kind);
    const refused = await office.say("ada", "zzz-unknown-9 9b-foo/bar lora 4k", { mentioned: true });
    expect(refused.reply.kind).not.toBe("silence");
  });
});

describe("a thread of a plan", () => {
  it("takes the owner's changes as revisions and says what changed", async () => {
    await adasPlan();
    const outcome = await office.say("ada", "et en 8k ?", thread);
    expect(outcome.reply).toMatchObject({
      kind: "change",
      language: "fr",
      undone: false,
      changes: [{ field: "sequenceLength", from: 4096, to: 8192 }],
      ref: { revision: 2 },
    });
    expect((await office.record(outcome)).revisions[1]?.origins["sequenceLength"]).toBe("follow-up");
  });

  it("says when nothing changes", async () => {
    await adasPlan();
    const outcome = await office.say("ada", "4k ctx", thread);
    expect(["answer", "silence"]).toContain(outcome.reply.kind);
    expect((await office.record(await adasPlan())).revisions).toHaveLength(1);
    const same = await office.conversation.applyToPlan({
      asker: { workspace: "T1", user: "ada", locale: "en", timeZone: null },
      planId: outcome.record?.id ?? "",
      changes: [{ field: "sequenceLength", from: 4096, to: 4096 }],
      via: "form",
    });
    expect(same.reply).toMatchObject({ kind: "answer", answer: { about: "unchanged", why: "same-value" } });
  });

  it("gives anyone else a what-if of their own, on which they can build", async () => {
    await adasPlan();
    const first = await office.say("bo", "what about 8k?", thread);
    expect(first.reply).toMatchObject({
      kind: "change",
      ref: { revision: 1, variant: { author: "bo", basedOn: 1 } },
    });
    const second = await office.say("bo", "qlora instead", thread);
    const record = await office.record(second);
    expect(record.revisions).toHaveLength(1);
    expect(
      record.variants.map((v) => [v.author, v.revision.spec.sequenceLength, v.revision.spec.method]),
    ).toEqual([
      ["bo", 8192, "lora"],
      ["bo", 8192, "qlora"],
    ]);
    const adas = await office.say("ada", "micro-batch 1", thread);
    expect((await office.record(adas)).revisions.at(-1)?.spec).toMatchObject({
      sequenceLength: 4096,
      microBatch: 1,
    });
  });

  it("lets the owner adopt a what-if, on top of what changed since, and nobody else", async () => {
    await adasPlan();
    const what = await office.say("bo", "what about 8k?", thread);
    const variantId = what.record?.variants[0]?.id ?? "";
    const planId = what.record?.id ?? "";
    await office.say("ada", "micro-batch 1", thread);
    const asker = (user: string) => ({ workspace: "T1", user, locale: "en" as const, timeZone: null });
    const refused = await office.conversation.adoptVariant({ asker: asker("bo"), planId, variantId });
    expect(refused.reply).toMatchObject({ answer: { about: "unchanged", why: "not-yours" } });
    const adopted = await office.conversation.adoptVariant({ asker: asker("ada"), planId, variantId });
    expect(adopted.reply.kind).toBe("change");
    const record = await office.record(adopted);
    expect(record.revisions.at(-1)).toMatchObject({
      number: 3,
      spec: { sequenceLength: 8192, microBatch: 1 },
    });
    expect(record.variants).toEqual([]);
  });

  it("undoes one's own last change only", async () => {
    const plan = await adasPlan();
    await office.store.plans.setPeople("T1", plan.record?.id ?? "", { owner: "ada", editors: ["eve"] });
    await office.say("ada", "8k", thread);
    const eves = await office.say("eve", "micro-batch 1", thread);
    expect(eves.reply).toMatchObject({ kind: "change", ref: { revision: 3 } });
    expect((await office.say("ada", "undo", thread)).reply).toMatchObject({ answer: { why: "not-yours" } });
    expect((await office.say("eve", "undo", thread)).reply).toMatchObject({
      kind: "change",
      undone: true,
      changes: [{ field: "microBatch", from: 1, to: 2 }],
    });
    expect((await office.say("ada", "annule", thread)).reply).toMatchObject({
      undone: true,
      ref: { revision: 1 },
    });
    expect((await office.say("ada", "undo", thread)).reply).toMatchObject({
      answer: { why: "nothing-to-undo" },
    });
    expect((await office.say("bo", "undo", thread)).reply).toMatchObject({ answer: { why: "not-yours" } });
  });

  it("takes back a colleague's newest what-if at their word", async () => {
    await adasPlan();
    await office.say("bo", "what about 8k?", thread);
    const outcome = await office.say("bo", "undo", thread);
    expect(outcome.reply).toMatchObject({
      kind: "change",
      undone: true,
      changes: [{ from: 8192, to: 4096 }],
    });
    expect((await office.record(outcome)).variants).toEqual([]);
  });

  it("a button takes back the revision that it stood under, or nothing", async () => {
    const plan = await adasPlan();
    const planId = plan.record?.id ?? "";
    const press = async (user: string, revision: number) =>
      (
        await office.conversation.undo({
          asker: { workspace: "T1", user, locale: "en", timeZone: null },
          planId,
          revision,
        })
      ).reply;
    await office.say("ada", "8k", thread);
    await office.say("bo", "micro-batch 1", thread);
    expect(await press("bo", 2)).toMatchObject({ answer: { why: "not-yours" } });
    expect(await press("ada", 2)).toMatchObject({ undone: true, ref: { revision: 1 } });
    expect(await press("ada", 2)).toMatchObject({ answer: { why: "changed-since" } });
    const again = await office.say("ada", "16k", thread);
    expect(again.reply).toMatchObject({ kind: "change", ref: { revision: 3, base: 1 } });
    expect(wordsOf(again)).toContain("rev. 3 · base: rev. 1");
    expect(await press("ada", 2)).toMatchObject({ answer: { why: "changed-since" } });
    const { revisions, variants } = await office.record(plan);
    expect([revisions.map((r) => r.number), variants.length]).toEqual([[1, 3], 1]);
  });

  it("goes back to the first revision as a new one", async () => {
    await adasPlan();
    await office.say("ada", "8k", thread);
    await office.say("ada", "qlora instead", thread);
    const outcome = await office.say("ada", "back to the first one", thread);
    expect((await office.record(outcome)).revisions.at(-1)).toMatchObject({
      number: 4,
      spec: { sequenceLength: 4096, method: "lora" },
    });
  });

  it("answers why not a card with that card's own figures, and changes nothing", async () => {
    await adasPlan();
    const outcome = await office.say("bo", "why not the MI300X?", thread);
    expect(outcome.reply).toMatchObject({
      kind: "answer",
      answer: { about: "why-not", accelerator: "mi300x", candidate: { accelerator: "mi300x" } },
      ref: { revision: 1 },
    });
    const record = await office.record(outcome);
    expect([record.revisions.length, record.variants.length]).toEqual([1, 0]);
  });

  it.each(["merci !", "@bo are we having lunch at noon?", "the meeting moved to room 4"])(
    "stays silent when colleagues talk: %s",
    async (text) => {
      await adasPlan();
      expect((await office.say("bo", text, thread)).reply.kind).toBe("silence");
    },
  );

  it("is silent when asked to be, except when named, until it may speak again", async () => {
    await adasPlan();
    expect((await office.say("ada", "silence", thread)).reply.kind).toBe("answer");
    expect((await office.say("ada", "8k", thread)).reply.kind).toBe("silence");
    expect((await office.say("ada", "8k", { ...thread, mentioned: true })).reply.kind).toBe("change");
    expect((await office.say("bo", "resume", thread)).reply.kind).toBe("answer");
    expect((await office.say("ada", "16k", thread)).reply.kind).toBe("change");
  });

  it("switches its language for the person, and the plan's for its owner", async () => {
    await adasPlan();
    const outcome = await office.say("ada", "en français", thread);
    expect(outcome.reply).toMatchObject({ kind: "plan", language: "fr" });
    expect((await office.record(outcome)).language).toBe("fr");
    expect(await office.store.preferences.get("T1", "ada")).toEqual({ language: "fr" });
  });
});

describe("elsewhere", () => {
  it("says nothing in threads and channels that are not ours", async () => {
    expect((await office.say("ada", run)).reply.kind).toBe("silence");
    expect((await office.say("ada", run, { threadTs: "99.9" })).reply.kind).toBe("silence");
    expect(await office.conversation.team("T1")).toEqual([]);
  });

  it("makes a plan inside a foreign thread when named, and knows the thread from then on", async () => {
    await office.say("ada", run, { threadTs: "77.7", mentioned: true });
    const outcome = await office.say("ada", "8k", { threadTs: "77.7" });
    expect(outcome.reply.kind).toBe("change");
    expect(outcome.record).toMatchObject({ threadTs: "77.7", headTs: null });
  });

  it("takes a direct message without a thread for a change of the newest plan there", async () => {
    const dm = { channel: "D1", kind: "im" as const };
    await office.say("ada", run, dm);
    expect((await office.say("ada", "et en 8k ?", dm)).reply.kind).toBe("change");
    expect((await office.say("ada", "merci", dm)).reply.kind).toBe("silence");
  });

  it("keeps a workspace's thread to that workspace", async () => {
    await adasPlan();
    const outcome = await office.say("ada", "8k", { ...thread, workspace: "T2" });
    expect(outcome.reply.kind).toBe("silence");
  });

  it("lists one's own plans, newest first, with their names", async () => {
    await adasPlan();
    await office.say("ada", "qwen 2.5 7b full, 4k, 8x h100, 50M tokens", { mentioned: true });
    const mine = await office.say("ada", "mes plans", { mentioned: true });
    expect(mine.reply).toMatchObject({ kind: "answer", answer: { about: "mine" } });
    const { reply } = mine;
    const plans = reply.kind === "answer" && reply.answer.about === "mine" ? reply.answer.plans : [];
    expect(plans.map((p) => [p.method, p.revision])).toEqual([["full", 1], ["lora", 1]]); // prettier-ignore
    expect(plans[1]?.model).toContain("Llama");
  });

  it.each([
    ["help", { about: "help" }],
    ["aide", { about: "help" }],
    ["catalogue h100", { about: "catalogue", query: "h100" }],
  ])("%s is a command by mention", async (text, answer) => {
    expect((await office.say("ada", text, { mentioned: true })).reply).toMatchObject({
      kind: "answer",
      answer,
    });
  });

  it("says that a secret was seen and keeps none of it", async () => {
    const outcome = await adasPlan(`${run}, token hf_${"a1B2c3D4".repeat(4)}`);
    expect(outcome.secretSeen).toBe(true);
    expect(JSON.stringify(await office.record(outcome))).not.toContain("a1B2c3D4");
    expect(JSON.stringify(office.log)).not.toContain("a1B2c3D4");
  });
});

describe("a model that the catalogue does not know", () => {
  const shape = {
    model_type: "llama", hidden_size: 2048, intermediate_size: 5632, num_hidden_layers: 22, num_attention_heads: 32,
    num_key_value_heads: 4, vocab_size: 32_000, tie_word_embeddings: false,
  }; // prettier-ignore
  const unknown = "acme-labs/frobnicator-xl lora, 4k ctx, 1x h100, 10M tokens";

  it("is looked up at the hub when its name looks like one of the hub's", async () => {
    const asked = await openOffice({ hub: async () => ({ kind: "found", model: shape }) });
    const outcome = await asked.say("ada", unknown, { mentioned: true });
    expect(asked.hubAsked).toEqual(["acme-labs/frobnicator-xl"]);
    expect(outcome.reply.kind).toBe("plan");
    expect(outcome.record?.revisions[0]?.spec.model).toMatchObject({
      name: "acme-labs/frobnicator-xl",
      hidden_size: 2048,
    });
  });

  it.each([["not-found"], ["gated"], ["unreachable"]] as const)(
    "%s is a problem that says so",
    async (kind) => {
      const asked = await openOffice({
        hub: async () => (kind === "unreachable" ? { kind, why: "offline" } : { kind }),
      });
      const outcome = await asked.say("ada", unknown, { mentioned: true });
      expect(outcome.reply).toMatchObject({
        kind: "problem",
        problems: [{ code: "unknown-model", read: "acme-labs/frobnicator-xl", params: { hub: kind } }],
      });
    },
  );

  it("is taken at the size in its name when the hub does not know it", async () => {
    const asked = await openOffice({ hub: async () => ({ kind: "not-found" }) });
    const outcome = await asked.say("ada", "acme-labs/frobnicator-3b lora, 4k, 10M tokens", {
      mentioned: true,
    });
    expect(outcome.reply.kind).toBe("plan");
    expect(outcome.record?.revisions[0]?.spec.model).toMatchObject({
      name: "acme-labs/frobnicator-3b",
      params_total: 3_000_000_000,
    });
  });

  it.each([
    "llama 3.1 8b lora, 4k, train/eval split, 10M tokens",
    "llama 3.1 8b lora 4k and/or 8k, 3,000 tokens/s",
  ])("%s names no model of the hub", async (text) => {
    const asked = await openOffice();
    await asked.say("ada", text, { mentioned: true });
    expect(asked.hubAsked).toEqual([]);
  });

  it("does not wait for a hub that does not answer", async () => {
    const asked = await openOffice({ hub: () => new Promise(() => undefined) });
    const before = performance.now();
    const outcome = await asked.say("ada", unknown, { mentioned: true });
    expect(performance.now() - before).toBeLessThan(4_000);
    expect(outcome.reply).toMatchObject({ kind: "problem", problems: [{ params: { hub: "too-slow" } }] });
  });

  it("keeps the rest of the message for the name that follows, where a thread is known", async () => {
    const asked = await openOffice();
    const place = { threadTs: "t1", channel: "terminal", kind: "terminal" as const };
    expect((await asked.say("ada", unknown, place)).reply.kind).toBe("problem");
    const outcome = await asked.say("ada", "llama 3.1 8b", place);
    expect(outcome.reply.kind).toBe("plan");
    expect(outcome.record?.revisions.at(-1)?.spec).toMatchObject({ method: "lora", sequenceLength: 4096 });
  });
});

describe("when something of ours fails", () => {
  it("the engine's failure is a problem with an id that the log has, and the plan stays", async () => {
    const inline = makeInlineEngine(world);
    let broken = false;
    const asked = await openOffice({
      engine: {
        ...inline,
        plan: (spec) =>
          broken ? Promise.resolve({ failure: { code: "timeout", detail: "10 s" } }) : inline.plan(spec),
      },
    });
    await asked.say("ada", run, { ...thread, mentioned: true });
    broken = true;
    const outcome = await asked.say("ada", "8k", thread);
    expect(outcome.reply).toMatchObject({ kind: "problem", problems: [] });
    const id = outcome.reply.kind === "problem" ? outcome.reply.incident : undefined;
    expect(asked.log.filter((line) => line.fields["incident"] === id)).toHaveLength(1);
    expect((await asked.record(outcome)).revisions).toHaveLength(1);
  });

  it("a lost store is a problem with an id, and the log has no word of the message", async () => {
    const store = await openStore({ file: ":memory:" });
    const asked = await openOffice({ store });
    await store.close();
    const outcome = await asked.say("ada", "xyzzy llama 3.1 8b lora", { mentioned: true });
    expect(outcome.reply).toMatchObject({ kind: "problem", problems: [] });
    expect(asked.log.at(-1)).toMatchObject({ level: "error", message: "a use case failed" });
    expect(JSON.stringify(asked.log)).not.toContain("xyzzy");
  });

  it("two changes at once are both kept, one after the other", async () => {
    await adasPlan();
    const [a, b] = await Promise.all([
      office.say("ada", "8k", thread),
      office.say("ada", "micro-batch 1", thread),
    ]);
    expect([a.reply.kind, b.reply.kind]).toEqual(["change", "change"]);
    const record = await office.record(a);
    expect(record.revisions.map((r) => r.number)).toEqual([1, 2, 3]);
    expect(record.revisions.at(-1)?.spec).toMatchObject({ sequenceLength: 8192, microBatch: 1 });
  });
});
