import { describe, expect, it } from "vitest";
import type { Asker } from "../../src/app/ports.ts";
import { openOffice, type Office } from "./office.ts";

const asker = (user: string): Asker => ({ workspace: "T1", user, locale: "en", timeZone: null });
const place = { channel: "C1", threadTs: "1.1", kind: "channel" as const };

/** Ada's plan with three revisions of three lengths; Bo's what-if of another length and method. */
async function opened(): Promise<{ office: Office; planId: string; variants: readonly string[] }> {
  const office = await openOffice();
  const made = await office.say("ada", "llama 3.1 8b lora, 4k, 2x h100, 50M tokens", {
    ...place,
    mentioned: true,
  });
  for (const text of ["8k", "16k"]) await office.say("ada", text, place);
  for (const text of ["what about 32k?", "what about qlora?"]) await office.say("bo", text, place);
  const { id, variants } = await office.record(made);
  return { office, planId: id, variants: variants.map((v) => v.id) };
}

describe("a question asked by a button", () => {
  it.each([
    [1, 4_096],
    [2, 8_192],
    [3, 16_384],
  ])(
    "under revision %i is answered from it, in whatever channel it is answered",
    async (revision, length) => {
      const { office, planId } = await opened();
      const { reply } = await office.conversation.receive({
        asker: asker("ada"),
        text: "why this card?",
        place: { channel: "D9", threadTs: "9.9", kind: "im" },
        mentioned: true,
        pressed: { planId, revision },
      });
      expect(reply).toMatchObject({
        kind: "answer",
        plan: { spec: { sequenceLength: length } },
        ref: { planId, revision },
      });
    },
  );

  it.each([
    ["of a revision that is not there", { revision: 7 }, "changed-since"],
    ["of a what-if that is not there", { revision: 3, variant: "gone" }, "changed-since"],
    ["of a plan that is not there", { revision: 1, planId: "gone" }, "no-plan-here"],
  ])("%s is not answered from another one", async (_name, shown, why) => {
    const { office, planId } = await opened();
    const { reply } = await office.conversation.receive({
      asker: asker("ada"),
      text: "why this card?",
      place,
      mentioned: true,
      pressed: { planId, ...shown },
    });
    expect(reply).toMatchObject({ answer: { about: "unchanged", why }, plan: null });
  });
});

describe("a change asked by a button under a what-if", () => {
  const changes = [{ field: "microBatch", from: null, to: 3 }];
  const press = async (user: string, index: number) => {
    const { office, planId, variants } = await opened();
    const outcome = await office.conversation.applyToPlan({
      asker: asker(user),
      planId,
      changes,
      via: "follow-up",
      variant: variants[index] ?? "gone",
    });
    const record = await office.record(outcome);
    const specOf = ({ sequenceLength, method, microBatch }: (typeof record.revisions)[0]["spec"]) => [
      sequenceLength,
      method,
      microBatch,
    ];
    return {
      revisions: record.revisions.map((r) => specOf(r.spec)),
      variants: record.variants.map((v) => [v.author, ...specOf(v.revision.spec)]),
    };
  };
  const revisions = [
    [4_096, "lora", undefined],
    [8_192, "lora", undefined],
    [16_384, "lora", undefined],
  ];
  const longer = ["bo", 32_768, "lora", undefined];
  const quantised = ["bo", 32_768, "qlora", undefined];

  it.each([
    ["its author", "bo", 0, { revisions, variants: [longer, quantised, ["bo", 32_768, "lora", 3]] }],
    [
      "its author, the newest",
      "bo",
      1,
      { revisions, variants: [longer, quantised, ["bo", 32_768, "qlora", 3]] },
    ],
    ["a third person", "cy", 1, { revisions, variants: [longer, quantised, ["cy", 32_768, "qlora", 3]] }],
    [
      "the owner, who takes it into the plan",
      "ada",
      1,
      { revisions: [...revisions, [32_768, "qlora", 3]], variants: [longer] },
    ],
  ])("builds on that one: pressed by %s", async (_who, user, index, expected) => {
    expect(await press(user, index)).toEqual(expected);
  });

  it("changes nothing when it is gone", async () => {
    const { office, planId } = await opened();
    const { reply } = await office.conversation.applyToPlan({
      asker: asker("ada"),
      planId,
      changes,
      via: "follow-up",
      variant: "gone",
    });
    expect(reply).toMatchObject({ answer: { about: "unchanged", why: "changed-since" } });
  });
});
