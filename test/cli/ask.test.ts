import { describe, expect, it } from "vitest";
import { gpuPlan, gpuPlanProcess, jsonLines } from "./gpu-plan.ts";

const said = (thread: string, user: string, text: string): string => JSON.stringify({ thread, user, text });

describe("gpu-plan ask", () => {
  it("holds several conversations, one answer a line, in order", async () => {
    const input = [
      said("t1", "ada", "llama 3.1 8b lora r16, 4k ctx, 1x h100, 50M tokens"),
      said("t2", "bo", "qwen 2.5 7b en full, 8x h100, 4k"),
      said("t1", "ada", "et en 8k ?"),
      said("t1", "ada", "merci !"),
      "{broken",
      said("t1", "bo", "why not the MI300X?"),
      said("t1", "ada", "undo"),
      JSON.stringify({ thread: "t1", user: "ada" }),
    ].join("\n");
    const { status, out } = await gpuPlan(["ask", "--json"], { input });
    expect(status).toBe(0);
    const lines = jsonLines(out);
    expect(
      lines.map((l) => [l["thread"], l["lang"], l["kind"] ?? (l["error"] as { code: string }).code]),
    ).toEqual([
      ["t1", "en", "plan"],
      ["t2", expect.anything(), "plan"],
      ["t1", "fr", "change"],
      ["t1", expect.anything(), "silence"],
      [undefined, undefined, "invalid-json"],
      ["t1", "en", "answer"],
      ["t1", "en", "change"],
      [undefined, undefined, "missing-field"],
    ]);
    expect(Object.keys(lines[0] ?? {})).toEqual([
      "thread", "lang", "kind", "text", "understood", "context", "changes", "unread", "plan",
    ]); // prettier-ignore
    expect(lines[0]).toMatchObject({
      understood: { model: "meta-llama/Llama-3.1-8B", lora: { rank: 16 }, accelerator: "h100-sxm" },
      plan: { kind: "recommendation" },
    });
    expect(lines[2]).toMatchObject({ changes: [{ field: "sequenceLength", from: 4096, to: 8192 }] });
    expect(lines[3]).toMatchObject({ text: "", changes: [] });
    expect(lines[6]).toMatchObject({ changes: [{ field: "sequenceLength", from: 8192, to: 4096 }] });
  });

  it("answers one message and ends", async () => {
    const english = await gpuPlan(["ask", "llama 3.1 8b lora, 4k, 1x h100, 50M tokens"]);
    expect([english.status, english.err]).toEqual([0, ""]);
    expect(english.out).toMatch(/^Fits on 1/u);
    const french = await gpuPlan(["ask", "--json", "faut-il", "du", "NVLink", "?"]);
    expect(french.status).toBe(0);
    expect(jsonLines(french.out)).toMatchObject([{ lang: "fr", kind: "answer" }]);
  });

  it("ends with 2 and words on stderr for a message that cannot be used", async () => {
    const { status, out, err } = await gpuPlan(["ask", "llama 3.1 8b lora, budget 300 ZZZ"]);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toContain("ZZZ");
  });

  it("ends at once when nobody is there", async () => {
    expect(await gpuPlanProcess(["ask", "--json"])).toMatchObject({ status: 0, out: "" });
  });
});
