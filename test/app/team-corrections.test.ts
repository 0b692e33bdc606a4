import { beforeEach, describe, expect, it } from "vitest";
import { renderReply } from "../../blocks/render-reply.ts";
import type { Outcome, PilotPost } from "../../src/app/conversation-port.ts";
import type { PlanRecord } from "../../src/app/ports.ts";
import { readEvidence } from "../../src/app/read-evidence.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { kitOf } from "../support/kit-result.ts";
import { openOffice, wordsOf, world, type Office } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", mentioned: true };
const sentence = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";

let office: Office;
let first: PlanRecord;
beforeEach(async () => {
  office = await openOffice();
  first = await office.record(await office.say("ada", sentence, thread));
});

const say = (user: string, text: string, over: object = {}) => office.say(user, text, { ...thread, ...over });
const lastPlan = ({ revisions }: PlanRecord): Plan => {
  const last = revisions.at(-1);
  if (last === undefined) throw new Error("no revision");
  return last.plan;
};
const required = ({ best }: Plan) => best?.estimate.perGpu.required.likely ?? 0;
async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield Buffer.from(text);
}
const post = async (user: string, factor: number, over: Partial<PilotPost> = {}): Promise<Outcome> =>
  office.conversation.recordPilot({
    asker: { workspace: "T1", user, locale: "en", timeZone: null },
    place: { ...thread, kind: "channel" },
    planId: null,
    files: [
      await readEvidence("r.json", bytes(JSON.stringify(kitOf(lastPlan(first), "one-gpu-pilot", factor)))),
    ],
    unopened: [],
    addressed: true,
    ...over,
  });
const saidIn = ({ reply }: Outcome) => {
  if (reply.kind !== "answer" || reply.answer.about !== "corrections") throw new Error(`a ${reply.kind}`);
  return reply.answer.said;
};

describe("withdrawing", () => {
  it.each([
    ["its author", "bo", "bo"],
    ["the owner, of what they posted", "ada", "ada"],
    ["anybody else in the channel", "bo", "cy"],
    ["a colleague, of what the owner posted", "ada", "cy"],
  ])("by %s brings the plain estimate back, to this plan and to the team", async (_who, author, by) => {
    const before = required(lastPlan(first));
    await post(author, 1.25);
    const outcome = await say(by, "withdraw the correction");
    expect(saidIn(outcome)).toMatchObject({ kind: "withdrawn", results: 1 });
    const kept = await office.record(outcome);
    expect(required(lastPlan(kept))).toBeCloseTo(before, 6);
    expect(kept.revisions.map(({ number, author: of }) => [number, of])).toEqual([[1, "ada"], [2, author], [3, by]]);
    const theirs = await office.record(await say("dee", sentence, { channel: "C2", threadTs: "2.2" }));
    expect(required(lastPlan(theirs))).toBeCloseTo(before, 6);
    expect(saidIn(await say(by, "withdraw the correction"))).toEqual({ kind: "refused", why: "withdrawn-before" });
    expect(saidIn(await say("dee", "what have we measured?"))).toMatchObject({ found: [] });
  }); // prettier-ignore

  it("by the owner of what somebody else posted is refused, and changes nothing", async () => {
    await post("bo", 1.25);
    const corrected = required(lastPlan(await office.record(await say("ada", "why?"))));
    expect(saidIn(await say("ada", "withdraw the corrections"))).toEqual({
      kind: "refused",
      why: "not-yours",
    });
    const kept = await office.record(await say("ada", "why?"));
    expect(required(lastPlan(kept))).toBe(corrected);
    expect(kept.progress.withdrawals).toEqual([]);
  });

  it("one of two results leaves what the other taught, which was posted later and knew of it", async () => {
    await post("bo", 1.25);
    const other = await office.record(await say("cy", sentence, { channel: "C2", threadTs: "2.2" }));
    await post("cy", 1.1, { place: { channel: "C2", threadTs: "2.2", kind: "channel" } });
    await say("bo", "withdraw the correction");
    const [found] = (saidIn(await say("dee", "what have we measured on h100?")) as { found: readonly { points: readonly unknown[]; authors: readonly string[] }[] }).found;
    expect(found?.points).toHaveLength(1);
    expect(found?.authors).toEqual(["cy"]);
    expect(other.id).not.toBe(first.id);
  }); // prettier-ignore

  it("is frozen with its revision: undo takes nothing back", async () => {
    await post("bo", 1.25);
    await say("bo", "withdraw the correction");
    expect((await say("bo", "undo")).reply).toMatchObject({ kind: "answer" });
    expect(saidIn(await say("dee", "what have we measured?"))).toMatchObject({ found: [] });
  });

  it.each([
    ["before any pilot", {}, "none"],
    ["outside a plan's thread", { channel: "C9", threadTs: "9.9" }, "no-plan"],
  ])("%s says so", async (_when, place, why) => {
    expect(saidIn(await say("bo", "withdraw the corrections", place))).toEqual({ kind: "refused", why });
  });

  it("in the thread of another plan says where they are withdrawn", async () => {
    await post("bo", 1.25);
    await say("cy", sentence, { channel: "C2", threadTs: "2.2" });
    const said = saidIn(await say("cy", "withdraw the corrections", { channel: "C2", threadTs: "2.2" }));
    expect(said).toEqual({ kind: "refused", why: "none-here" });
  });
});

describe("withdrawing one of several", () => {
  const three = async (): Promise<void> => {
    await post("bo", 1.25);
    await post("cy", 1.2);
    await post("bo", 1.1);
  };
  const numbers = async (): Promise<readonly number[]> => {
    const said = saidIn(await say("dee", "which results can be withdrawn?"));
    return said.kind === "results" ? said.left.map(({ n }) => n) : [];
  };

  it.each([
    ["withdraw the result", [3], [1, 2]],
    ["withdraw result 2", [2], [1, 3]],
    ["retire le résultat n° 1", [1], [2, 3]],
    ["retire le premier résultat", [1], [2, 3]],
    ["withdraw the corrections", [1, 2, 3], []],
    ["retire tous les résultats", [1, 2, 3], []],
  ])("%j takes back %j and leaves %j, whose numbers stay", async (text, gone, left) => {
    await three();
    expect(await numbers()).toEqual([1, 2, 3]);
    const said = saidIn(await say("dee", text));
    if (said.kind !== "withdrawn") throw new Error(said.kind);
    expect(said.gone.map(({ n }) => n)).toEqual(gone);
    expect(said.left.map(({ n }) => n)).toEqual(left);
    expect(await numbers()).toEqual(left);
  });

  it("counts what is left and no more", async () => {
    await post("bo", 1.25);
    const one = required(lastPlan(await office.record(await say("ada", "why?"))));
    await post("cy", 1.1);
    const outcome = await say("dee", "withdraw the last result");
    expect(required(lastPlan(await office.record(outcome)))).toBeCloseTo(one, 6);
    expect(wordsOf(outcome)).toMatch(/Result 2, pilot, 30 Nov 2026, by cy[\s\S]*Still counted of this plan:[\s\S]*Result 1, pilot/u);
  }); // prettier-ignore

  it("of the owner is the last of their own; another's by its number is refused", async () => {
    await post("ada", 1.25);
    await post("bo", 1.1);
    expect(saidIn(await say("ada", "withdraw result 2"))).toEqual({ kind: "refused", why: "not-yours" });
    expect(saidIn(await say("ada", "withdraw the result"))).toMatchObject({
      gone: [{ n: 1 }],
      left: [{ n: 2 }],
    });
  });

  it("by a number that none has shows those that count", async () => {
    await three();
    expect(saidIn(await say("dee", "withdraw result 7"))).toMatchObject({
      why: "no-such-result",
      left: { length: 3 },
    });
    await say("dee", "withdraw result 2");
    expect(saidIn(await say("dee", "withdraw result 2"))).toMatchObject({
      why: "no-such-result",
      left: { length: 2 },
    });
  });

  it("by its button is that very result, once", async () => {
    await three();
    const said = saidIn(await say("dee", "which results count?"));
    const key = said.kind === "results" ? (said.left[1]?.key ?? "") : "";
    const asker = { workspace: "T1", user: "dee", locale: "en", timeZone: null } as const;
    const press = async () => saidIn(await office.conversation.withdrawResult({ asker, planId: first.id, result: key }));
    expect(await press()).toMatchObject({ kind: "withdrawn", gone: [{ n: 2 }] });
    expect(await press()).toMatchObject({ kind: "refused", why: "no-such-result" });
  }); // prettier-ignore

  it.each([
    ["which results can be withdrawn?", "en"],
    ["quels résultats peut-on retirer ?", "fr"],
    ["withdraw result 2", "en"],
    ["retire le résultat 2", "fr"],
  ] as const)("%j reads well", async (text, locale) => {
    await three();
    expect(wordsOf(await say("dee", text, { locale }))).toMatchSnapshot();
  });
});

describe("contesting", () => {
  it("shows anybody the plan without the corrections and what they rest on, and changes nothing", async () => {
    const before = required(lastPlan(first));
    await post("bo", 1.25);
    const outcome = await say("cy", "see it without the corrections");
    const said = saidIn(outcome);
    if (said.kind !== "without") throw new Error(said.kind);
    expect(required(said.plain)).toBeCloseTo(before, 6);
    expect(said.found).toMatchObject([{ authors: ["bo"], points: { length: 1 } }]);
    expect((await office.record(outcome)).revisions).toHaveLength(2);
    expect(wordsOf(outcome)).toContain("Nothing is changed");
  });

  it("where nothing was learnt says so", async () => {
    expect(saidIn(await say("cy", "sans les corrections"))).toEqual({ kind: "refused", why: "none" });
  });
});

describe("what the team has measured", () => {
  it.each([
    ["what have we measured for 8B LoRA on H100?", 1],
    ["what have we measured for llama 3.1 8b?", 1],
    ["what have we measured for 8B LoRA on L40S?", 0],
    ["what have we measured for 70B LoRA on H100?", 0],
    ["what have we measured for QLoRA?", 0],
    ["qu'a-t-on mesuré sur H100 ?", 1],
  ])("%j finds %d", async (text, found) => {
    await post("bo", 1.25);
    for (const place of [{}, { channel: "C7", threadTs: null }])
      expect(saidIn(await say("cy", text, place))).toMatchObject({ kind: "measured", found: { length: found } });
    expect(saidIn(await say("cy", text, { workspace: "T2" }))).toMatchObject({ found: [] });
  }); // prettier-ignore

  it("is said by a plan that rests on it, in its details, in both languages", async () => {
    await post("bo", 1.25);
    const other = { channel: "C2", threadTs: "2.2" };
    const plan = await say("cy", sentence, other);
    expect(lastPlan(await office.record(plan)).best?.estimate.evidence).toMatchObject({
      grade: "team",
      team: { runs: 1, by: "bo" },
    });
    expect(wordsOf(plan)).toContain("Measured at yours: one run, the last on 30 Nov 2026, by bo.");
    expect(wordsOf(await say("cy", "en français", other))).toContain("Mesuré chez vous");
  });

  it.each([
    ["what have we measured for 8B LoRA?", "en"],
    ["qu'a-t-on mesuré pour le 8B en LoRA ?", "fr"],
    ["see it without the corrections", "en"],
    ["voir sans les corrections", "fr"],
    ["withdraw the correction", "en"],
    ["retire la correction", "fr"],
  ] as const)("%j reads well", async (text, locale) => {
    await post("bo", 1.25);
    expect(wordsOf(await say("cy", text, { locale }))).toMatchSnapshot();
  });
});

it("a colleague whose run a plan rests on is named, and not rung", async () => {
  await post("U0BO0000001", 1.25);
  const later = await office.say("cy", sentence, { channel: "C2", threadTs: "2.2", mentioned: true });
  const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
  const drawn = JSON.stringify(renderReply(later.reply, { ...view, nameOf: () => "Bo" }));
  expect(drawn).toContain("by Bo");
  expect(drawn).not.toContain("<@");
  expect(JSON.stringify(renderReply(later.reply, view))).not.toContain("U0BO0000001");
});
