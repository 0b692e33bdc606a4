import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../../src/domain/conversation.ts";
import type { Candidate, Plan } from "../../src/domain/plan.ts";
import { plainText } from "../../blocks/plain-text.ts";
import { openOffice, world, type Office } from "./office.ts";

/** The sentences the product promises to get right, from words to words, over the real catalogue and engine. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

async function planOf(text: string): Promise<{ plan: Plan; reply: Reply; words: string }> {
  const { reply } = await office.say("ada", text, { mentioned: true });
  if (reply.kind !== "plan" && reply.kind !== "question") throw new Error(`${reply.kind} instead of a plan`);
  const words = plainText(reply, {
    lookup: world.lookup,
    showAmounts: true,
    followUps: "listen",
    timeZone: null,
  });
  return { plan: reply.plan, reply, words };
}

function chosen({ best }: Plan): Candidate {
  if (best === null) throw new Error("no configuration was chosen");
  return best;
}

describe("promised sentences", () => {
  it("a named card binds, and 20M tokens are trained in total", async () => {
    const { plan, words } = await planOf("llama 3.1 8b lora r16 seq 4096 bs 2 on 1x a100 80g, 20M tokens");
    const best = chosen(plan);
    expect([best.accelerator, best.gpus]).toEqual(["a100-80gb-sxm", 1]);
    expect(best.estimate.verdict).toBe("fits");
    expect(plan.spec).toMatchObject({
      sequenceLength: 4096,
      microBatch: 2,
      lora: { rank: 16 },
      data: { tokens: 2e7, epochs: 1 },
    });
    expect(words.split("\n")[0]).toMatch(/^Fits on 1 × A100/u);
  });

  it("full AdamW of a 7B on one 80 GB card cannot fit, and the first way out is fully sized", async () => {
    const { plan, words } = await planOf("full finetune mistral 7b on one 80GB card?");
    expect(plan.kind).toBe("infeasible");
    expect(plan.infeasible?.binding).toBe("memory");
    // 7.25 B parameters × 16 bytes resident is 108 GiB before any temporary.
    expect(plan.infeasible?.nearest?.estimate.perGpu.required.low ?? 0).toBeGreaterThan(100);
    const [first] = plan.infeasible?.relaxations ?? [];
    expect(first?.candidate.estimate.verdict).toBe("fits");
    expect(first?.candidate.offer).not.toBeNull();
    expect(words).toMatch(/GiB/u);
  });

  it("QLoRA of a 70B on two 24 GB cards is sharded, and fits only with offload", async () => {
    const { plan, reply } = await planOf("qlora llama 3 70b sur 2x 4090, 2k, batch 1");
    expect(reply.language).toBe("fr");
    const tight = plan.best?.estimate.verdict === "tight";
    const offloaded = plan.infeasible?.relaxations.some(
      ({ candidate: { accelerator, gpus, layout } }) =>
        accelerator === "rtx-4090" && gpus === 2 && layout.offload !== "none",
    );
    expect(tight || offloaded).toBe(true);
    const sized = plan.best ?? plan.infeasible?.nearest;
    expect(sized?.layout.strategy).toMatch(/fsdp|zero3/u);
    const { low, high } = sized!.estimate.perGpu.required;
    expect(low).toBeLessThan(high);
  });

  it("eight cards under DDP are not 640 GB: the premise comes first, sharding is offered on the same cards", async () => {
    const { plan, words } = await planOf("640 GB with 8xA100 and DDP for a 70B LoRA, should be trivial");
    expect(plan.premises.map(({ code }) => code)).toContain("summed-memory-ddp");
    expect(plan.kind).toBe("infeasible");
    const sharded = plan.infeasible?.relaxations.find(
      ({ candidate }) => candidate.layout.strategy === "fsdp" && candidate.accelerator === "a100-80gb-sxm",
    );
    expect(sharded?.candidate.gpus).toBe(8);
    expect(words.indexOf("precision first")).toBeGreaterThanOrEqual(0);
    expect(words.indexOf("precision first")).toBeLessThan(words.indexOf("Read:"));
  });

  it("serving: 8k is prompt and output of each user, fp8 is the weights, the KV cache stays bf16", async () => {
    const { plan } = await planOf("serve qwen2.5 32b, 40 users, 8k ctx, fp8");
    const { serving, precision } = plan.spec;
    expect((serving?.promptTokens ?? 0) + (serving?.outputTokens ?? 0)).toBe(8192);
    expect(serving).toMatchObject({ concurrency: 40 });
    expect(precision?.weights).toBe("fp8");
    expect(serving?.kvPrecision ?? "bf16").toBe("bf16");
    const best = chosen(plan);
    const kv = best.estimate.parts.find(({ part }) => part === "kv-cache");
    // 64 layers × 8 KV heads × 128 × 2 (K and V) × 2 bytes × 8,192 tokens × 40 users, over the tensor-parallel group
    expect((kv?.gib.likely ?? 0) * best.layout.tensor).toBeCloseTo(
      (64 * 8 * 128 * 2 * 2 * 8192 * 40) / 2 ** 30,
      0,
    );
  });

  it("the MI300X is sized, the tokens are asked first, ROCm is to validate", async () => {
    const { plan, reply, words } = await planOf("fine-tune complet llama 3.1 70b sur MI300X, budget 5000 €");
    expect(reply.language).toBe("fr");
    expect(chosen(plan).accelerator).toBe("mi300x");
    expect(plan.questions[0]?.field).toBe("data.tokens");
    expect(plan.caveats.map(({ code }) => code)).toContain("rocm-validation");
    expect(words).toMatch(/ROCm/u);
  });
});
