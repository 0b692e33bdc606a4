import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import type { Outcome } from "../../src/app/conversation-port.ts";
import type { Comparison } from "../../src/domain/planning/compare.ts";
import { openOffice, world, type Office } from "./office.ts";

const run = "llama 3.1 8b lora r16, 4k ctx, micro-batch 2, 2x h100, 200M tokens";
const thread = { threadTs: "10.1" };
const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => {
  await office.store.close();
});

async function adasPlan(text = run, headTs = "10.1"): Promise<Outcome> {
  const outcome = await office.say("ada", text, { mentioned: true });
  await office.store.plans.placed("T1", outcome.record?.id ?? "", { channel: "C1", headTs });
  return outcome;
}

function comparisonIn({ reply }: Outcome): Comparison {
  if (reply.kind !== "answer" || reply.answer.about !== "compare")
    throw new Error(`not a comparison: ${reply.kind}`);
  return reply.answer.comparison;
}
const names = (outcome: Outcome): unknown[] => {
  const { left, right } = comparisonIn(outcome);
  return [left.name, right.name];
};
const card = (accelerator: string, said: object = {}) => ({ kind: "card", accelerator, ...said });
const rev = (number: number) => ({ kind: "revision", number });

describe("a comparison in a plan's thread", () => {
  it.each([
    ["compare H100 and MI300X", [card("h100-sxm"), card("mi300x")]],
    ["compare la MI300X et la H100", [card("mi300x"), card("h100-sxm")]],
    ["compare with the L40S", [rev(1), card("l40s")]],
    ["comparer à l'A100", [rev(1), card("a100-80gb-sxm")]],
    ["compare 1 H100 and 2 H200", [card("h100-sxm", { gpus: 1 }), card("h200-sxm", { gpus: 2 })]],
    ["comparer 1 H100 et 2 H200", [card("h100-sxm", { gpus: 1 }), card("h200-sxm", { gpus: 2 })]],
    ["compare with 4 A100", [rev(1), card("a100-80gb-sxm", { gpus: 4 })]],
    ["comparer à deux L40S", [rev(1), card("l40s", { gpus: 2 })]],
    ["compare the H100 with 2 L40S", [card("h100-sxm", { gpus: 1 }), card("l40s", { gpus: 2 })]],
    [
      "compare a DGX H100 to 8 MI300X on spot",
      [card("h100-sxm", { gpus: 8 }), card("mi300x", { gpus: 8, limits: { spot: true } })],
    ],
    [
      "comparer 1 H100 à la demande à 1 H100 en spot",
      [
        card("h100-sxm", { gpus: 1, limits: { spot: false } }),
        card("h100-sxm", { gpus: 1, limits: { spot: true } }),
      ],
    ],
    [
      "compare 1 H100 on demand at RunPod and 2 A100 80GB on spot at GCP",
      [
        card("h100-sxm", { gpus: 1, limits: { spot: false, providers: ["runpod"] } }),
        card("a100-80gb-sxm", { gpus: 2, limits: { spot: true, providers: ["gcp"] } }),
      ],
    ],
    [
      "comparer 2 nœuds de 8 H100 avec un nœud de 8 H200",
      [card("h100-sxm", { gpus: 16, nodes: 2 }), card("h200-sxm", { gpus: 8, nodes: 1 })],
    ],
  ])("%s", async (text, sides) => {
    await adasPlan();
    const outcome = await office.say("ada", text, thread);
    expect(names(outcome)).toEqual(sides);
    expect((await office.record(outcome)).revisions).toHaveLength(1);
    expect(comparisonIn(outcome).figures.map(({ figure }) => figure)).toContain("memory");
  });

  it.each([
    ["compare 1 H100 and 2 H200", [1, 2]],
    ["comparer 4 A100 et une L40S", [4, 1]],
    // Without a count anywhere the plan's own binds.
    ["compare H100 and H200", [2, 2]],
  ])("%s: each side is sized on as many cards as were said", async (text, counts) => {
    await adasPlan();
    const { left, right } = comparisonIn(await office.say("ada", text, thread));
    expect([left.candidate?.gpus, right.candidate?.gpus]).toEqual(counts);
  });

  it.each([["compare 1 H100 at RunPod and Lambda"], ["comparer 1 H100 chez RunPod et chez Lambda"]])(
    "%s: each side is priced at its own seller",
    async (text) => {
      await adasPlan();
      const { left, right } = comparisonIn(await office.say("ada", text, thread));
      expect([left.candidate?.offer?.provider, right.candidate?.offer?.provider]).toEqual([
        "runpod",
        "lambda",
      ]);
    },
  );

  it.each([
    ["compare H100 vs A100 vs L40S", ["h100-sxm", "a100-80gb-sxm", "l40s"]],
    ["comparer la MI300X, la L40S et la H200", ["mi300x", "l40s", "h200-sxm"]],
    ["compare 1 A100, 2 L40S, 4 RTX 4090 and an MI300X", ["a100-80gb-sxm", "l40s", "rtx-4090", "mi300x"]],
  ])("%s: each of more than two is held against the plan, none is dropped", async (text, cards) => {
    await adasPlan();
    const outcome = await office.say("ada", text, thread);
    const beside = (outcome.reply.beside ?? []).map(({ answer }) =>
      answer.about === "would-change" ? answer.changed.spec.accelerator : answer.about,
    );
    expect(beside.filter((id) => id !== "h100-sxm")).toEqual(cards.filter((id) => id !== "h100-sxm"));
    expect((await office.record(outcome)).revisions).toHaveLength(1);
  });

  it.each([
    ["compare 0xH100 with 2 L40S", "gpus", "0 x H100"],
    ["comparer -3x H100 et 2 L40S", "gpus", "-3x H100"],
    ["compare H200 vs 0 L40S vs A100", "gpus", "0 L40S"],
  ])("%s: a count that no machine has is refused by its field", async (text, path, read) => {
    await adasPlan();
    const { reply } = await office.say("ada", text, thread);
    expect(reply).toMatchObject({ kind: "problem", problems: [{ code: "out-of-range", path, read }] });
  });

  it("leaves a run that names a choice of machines a run", async () => {
    const { reply } = await office.say("ada", "compare 1 H100 and 2 H200 for a lora of llama 3.1 8b, 4k, 200M tokens", {
      mentioned: true,
      channel: "C9",
    }); // prettier-ignore
    expect(reply.kind).not.toBe("answer");
  });

  it.each([["compare"], ["compare with before"], ["comparer avec avant"]])(
    "%s: the revision before",
    async (text) => {
      await adasPlan();
      await office.say("ada", "qlora instead", thread);
      await office.say("ada", "8k", thread);
      expect(names(await office.say("ada", text, thread))).toEqual([rev(2), rev(3)]);
    },
  );

  it("names revisions, and says so when one does not exist", async () => {
    await adasPlan();
    await office.say("ada", "qlora instead", thread);
    expect(names(await office.say("ada", "compare rev 1 and 2", thread))).toEqual([rev(1), rev(2)]);
    expect((await office.say("ada", "compare rev 7", thread)).reply).toMatchObject({
      answer: { about: "unchanged" },
    });
  });

  it("holds a single revision against its first alternative", async () => {
    const first = await adasPlan("llama 3.1 8b lora r16, 4k ctx, 200M tokens");
    const alternative = (await office.record(first)).revisions[0]?.plan.alternatives[0]?.accelerator;
    expect(names(await office.say("ada", "compare", thread))).toEqual([rev(1), card(alternative ?? "?")]);
  });

  it("holds a colleague's what-if against the plan", async () => {
    await adasPlan();
    await office.say("bo", "qlora instead", thread);
    expect(names(await office.say("bo", "compare", thread))).toEqual([rev(1), { kind: "variant" }]);
  });

  it("asks which card is meant where a name is several", async () => {
    await adasPlan();
    expect((await office.say("ada", "compare with the RTX 6000", thread)).reply.kind).toBe("problem");
  });
});

describe("a comparison elsewhere", () => {
  it("takes the asker's own last two plans", async () => {
    await adasPlan(run, "10.1");
    await adasPlan("llama 3.1 70b qlora, 4k ctx, 2x h100, 20M tokens", "11.1");
    const outcome = await office.say("ada", "compare", { mentioned: true, channel: "C9" });
    expect(names(outcome)).toMatchObject([
      { kind: "plan", spec: { method: "lora" } },
      { kind: "plan", spec: { method: "qlora" } },
    ]);
  });

  it("without two plans says that there is none", async () => {
    const { reply } = await office.say("bo", "compare", { mentioned: true, channel: "C9" });
    expect(reply).toMatchObject({ kind: "answer", answer: { about: "unchanged", why: "no-plan-here" } });
  });
});

describe("in words", () => {
  it.each([
    ["compare H100 and L40S", "en"],
    ["compare la H100 et la L40S", "fr"],
  ])("%s is a title, a conclusion and a line a figure", async (text, language) => {
    await adasPlan();
    const { reply } = await office.say("ada", text, thread);
    expect(reply.language).toBe(language);
    const lines = plainText(reply, view).split("\n");
    expect(lines[0]).toMatch(/H100 SXM5 (?:against|face à) L40S/u);
    expect(lines[1]).toMatch(/^L40S.*(?:takes .*× as long|plus lent)/u);
    expect(lines.filter((line) => /^(?:Cost|Coût) · /u.test(line))).toHaveLength(1);
    expect(lines.join("\n")).not.toMatch(/undefined|NaN|· ?$/mu);
  });

  it.each([
    ["compare 1 H100 on demand and 2 L40S on spot at GCP", /^1 × H100 SXM5, on demand against 2 × L40S, spot, gcp$/u],
    ["comparer 1 H100 à la demande et 2 L40S en spot chez GCP", /^1 × H100 SXM5, à la demande face à 2 × L40S, spot, gcp$/u],
  ])("%s: the title says what was said of each machine", async (text, title) => {
    await adasPlan();
    const { reply } = await office.say("ada", text, thread);
    expect(plainText(reply, view).replaceAll(/[\u00A0\u202F]/gu, " ").split("\n")[0]).toMatch(title);
  }); // prettier-ignore
});
