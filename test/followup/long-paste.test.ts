import { describe, expect, it } from "vitest";
import { condense } from "../../src/followup/condense.ts";
import { longestText, readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const asked = "qwen2.5 7b full finetune on 1x A100 80GB, dies at the first backward, why?\n";
const steps = Array.from({ length: 400 }, (_, step) => `[INFO] step: ${step} loss: 2.31 tps: 5790`).join(
  "\n",
);
const config = "sequence_len: 6144\nmicro_batch_size: 2\ngradient_accumulation_steps: 8";
const ending = "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.50 GiB.";
const paste = `${asked}${steps.slice(0, 8000)}\n${config}\n${steps.slice(8000)}\n${ending}`;

describe("a long paste", () => {
  it("is read for what it states, wherever that stands", () => {
    const { understood, context, problems } = readMessage(paste, readingContext());
    expect(problems).toEqual([]);
    expect(understood).toMatchObject({
      model: "Qwen/Qwen2.5-7B",
      method: "full",
      accelerator: "a100-80gb-sxm",
      sequenceLength: 6144,
      microBatch: 2,
      gradientAccumulation: 8,
    });
    expect(context.failure).toMatchObject({ kind: "out-of-memory", requestedGib: 2.5 });
  });

  it("keeps a short text as it is", () => {
    expect(condense(asked)).toEqual({ text: asked, left: [] });
  });

  it("shows as unread what it did not look at, credentials aside", () => {
    const secret = "hf_abcdefghijklmnopqrstuvwxyz012345";
    const middle = Array.from({ length: 2000 }, (_, at) => `word${at}`).join("\n");
    const { unread, secretSeen } = readMessage(`${asked}${middle}\n${secret}\n${middle}\n${ending}`, readingContext());
    expect(unread).toContain("word1000");
    expect(secretSeen).toBe(true);
    expect(unread.join(" ")).not.toContain(secret);
  }); // prettier-ignore

  it.each(["x", "lorem ipsum dolor ", "a: 1\n", "\n", "? "])(
    "of %j alone ends, whatever its length",
    (unit) => {
      const text = unit.repeat(longestText / unit.length);
      const { text: short } = condense(text);
      expect(short.length).toBeLessThanOrEqual(10_000);
      expect(() => readMessage(text, readingContext())).not.toThrow();
    },
  );
});
