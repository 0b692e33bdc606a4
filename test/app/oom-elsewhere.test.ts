import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPaste } from "../../src/app/pasted-result.ts";
import type { Outcome } from "../../src/app/conversation-port.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", kind: "channel" as const };
const ranOut =
  "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 8.00 GiB. GPU 0 has a total capacity of 79.15 GiB of which 1.20 GiB is free. Of the allocated memory 74.90 GiB is allocated by PyTorch, and 1.00 GiB is reserved by PyTorch but unallocated.";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => office.store.close());

const say = async (text: string): Promise<string> =>
  wordsOf(await office.say("ada", text, { ...thread, mentioned: true })).replaceAll(/[\u00A0\u202F]/gu, " ");
const post = async (text: string): Promise<Outcome> =>
  office.conversation.recordPilot({
    asker: { workspace: "T1", user: "bo", locale: "en", timeZone: null },
    place: thread,
    planId: null,
    files: [await readPaste("pasted", text)],
    unopened: [],
    addressed: true,
  });
const planNow = async (): Promise<Plan> => {
  const plan = (await office.store.plans.byThread("T1", "C1", "1.1"))?.revisions.at(-1)?.plan;
  if (plan === undefined) throw new Error("no plan");
  return plan;
};

describe("what a run that ran out of memory proved of its tensors", () => {
  const opening = "qlora llama 3.1 70b on an A100 80GB, 2k, 20M tokens";
  beforeEach(async () => {
    await say(opening);
    await post(ranOut);
  });

  it.each(["what about 1 H100 80GB?", "et sur 1 H100 PCIe 80 Go ?", "1 A100 PCIe 80GB instead", "2 H100 80GB, ddp"])(
    "does not fit another card of that size: %s",
    async (text) => {
      const said = await say(text);
      expect(said).not.toMatch(/^(?:Fits|Tient)/mu);
      expect(said).toMatch(/≈ 8[3-9] (?:GiB|Gio) \(8[3-9]/u);
    },
  ); // prettier-ignore

  it.each(["what about 1 H200?", "1 B200 instead", "et sur 1 MI300X ?"])(
    "is the least that a larger card is said to need: %s",
    async (text) => {
      await say(text);
      const { best } = await planNow();
      expect(best?.estimate.perGpu.required.low).toBeGreaterThanOrEqual(82.9);
      const caveat = best?.estimate.caveats.find(({ code }) => code === "ran-out-elsewhere");
      expect(caveat?.params["neededGib"]).toBeCloseTo(82.9, 6);
    },
  );

  it("bounds every alternative and way out", async () => {
    const { infeasible } = await planNow();
    const asked = (infeasible?.relaxations ?? []).map(({ changes }) =>
      changes.map(({ field }) => field).join(" "),
    );
    // Neither saves 3 GiB of what was calculated.
    expect(asked).not.toContain("fusedLoss");
    expect(asked).not.toContain("optimizer");
    expect(infeasible?.relaxations.length).toBeGreaterThan(0);
  });

  it("is no bound for what is smaller: a shorter sequence, another model", async () => {
    await say("what about 1 H100 80GB with 512 tokens?");
    const shorter = (await planNow()).best?.estimate.perGpu.required.likely ?? 0;
    expect(shorter).toBeLessThan(82);
    await say("qlora llama 3.1 8b, 2k, on 1 H100 80GB");
    expect((await planNow()).best?.estimate.perGpu.required.likely ?? 0).toBeLessThan(40);
  });

  it("is said in words beside the figure, in both languages", async () => {
    expect(await say("what about 1 H200?")).toContain("ran out of memory on another card");
    const plan = await planNow();
    expect(plan.caveats.concat(plan.best?.estimate.caveats ?? []).map(({ code }) => code)).toContain(
      "ran-out-elsewhere",
    );
    expect(await say("et sur 1 B200 ? réponds en français")).not.toContain("ran out of memory");
  });
});
