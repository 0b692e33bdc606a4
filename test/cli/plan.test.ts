import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nock from "nock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planSchema } from "../../src/contract/plan-schema.ts";
import { gpuPlan, gpuPlanProcess } from "./gpu-plan.ts";

const run = "llama 3.1 8b lora r16, 4k ctx, 1x h100, 50M tokens";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-cli-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("gpu-plan plan", () => {
  it("prints one JSON plan of the contract's shape, and nothing else", async () => {
    const { status, out, err } = await gpuPlanProcess(["plan", "--json", run]);
    expect([status, err]).toEqual([0, ""]);
    const plan = planSchema.parse(JSON.parse(out));
    expect(plan.best).toMatchObject({ accelerator: "h100-sxm", gpus: 1 });
    expect(plan.spec).toMatchObject({ method: "lora", sequenceLength: 4096 });
  });

  it("answers in words in the language of the message, or the one asked for", async () => {
    const english = await gpuPlan(["plan", ...run.split(" ")]);
    expect(english.out).toMatch(/^Fits on 1\s×\sH100/u);
    const french = await gpuPlan(["plan", "--lang", "fr", run]);
    expect(french.out).toMatch(/^Ça tient sur 1\s×\sH100/u);
  });

  it("takes a file, and words that change it", async () => {
    const file = join(folder, "run.json");
    writeFileSync(
      file,
      JSON.stringify({ model: "llama 3.1 8b", method: "lora", accelerator: "h100", gpus: 1, colour: "red" }),
    );
    const { status, out } = await gpuPlan(["plan", "--spec", file, "--json", "qlora instead, 8k"]);
    expect(status).toBe(0);
    const plan = planSchema.parse(JSON.parse(out));
    expect(plan.spec).toMatchObject({ method: "qlora", sequenceLength: 8192, gpus: 1 });
    expect(plan.warnings).toContainEqual({ code: "unknown-key", params: { path: "colour" } });
  });

  it("ends with 3 when nothing is feasible, with a whole plan that says why", async () => {
    const { status, out } = await gpuPlan([
      "plan",
      "--json",
      "llama 3.1 70b full fine-tune on 1x rtx 4090, 4k, 10M tokens",
    ]);
    expect(status).toBe(3);
    const plan = planSchema.parse(JSON.parse(out));
    expect(plan).toMatchObject({ kind: "infeasible", best: null, infeasible: { binding: "memory" } });
  });

  it("asks with status 0 when the model is missing", async () => {
    const { status, out } = await gpuPlan(["plan", "--json", "lora, 4k, 2x h100"]);
    expect(status).toBe(0);
    expect(planSchema.parse(JSON.parse(out))).toMatchObject({ kind: "needs-answer", best: null });
  });

  it.each([
    [["plan", "--spec", "/no/such/file.json"], /no such file/u],
    [["plan", "--spec", "/"], /folder/u],
    [["plan", "--lang", "de", run], /en and fr/u],
    [["plan", "qwertz asdf"], /understood nothing/u],
    [["plan", "--spel", "x"], /no option --spel/u],
    [["plam"], /no command plam/u],
    [["schema", "nothing"], /no schema nothing/u],
  ])("%j is unusable input: status 2 and words on stderr only", async (args, words) => {
    const { status, out, err } = await gpuPlan(args);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(words);
  });

  it("gives the contract's error with --json", async () => {
    const file = join(folder, "bad.json");
    writeFileSync(file, JSON.stringify({ model: "llama 3.1 8b", method: "lorra" }));
    const { status, out } = await gpuPlan(["plan", "--json", "--spec", file]);
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      id: null,
      error: {
        code: "unknown-value",
        path: "method",
        nearest: ["lora"],
        message: expect.stringContaining("lorra") as string,
      },
    });
  });

  it.each([
    ["llama 3.1 8b lora, budget 300 ZZZ", "ZZZ"],
    ["llama 3.1 8b lora, 5 000 SEK max", "SEK"],
    ["llama 3.1 8b lora, under ¥40000", "¥40000"],
    ["llama 3.1 8b lora, budget 2k AUD", "AUD"],
  ])("%s: names the money it has no rate for, and those it has", async (text, read) => {
    const { status, out, err } = await gpuPlan(["plan", text]);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toContain(read);
    expect(err).toMatch(/USD, EUR, GBP, CHF, CAD/u);
  });

  it.each([
    "budget EUR 300",
    "budget 300 EUR",
    "budget of 300 CHF",
    "USD 500 max",
    "under 300 GPU hours",
    "on AMD cards",
  ])("llama 3.1 8b lora, %s: is no foreign money", async (text) => {
    expect((await gpuPlan(["plan", `llama 3.1 8b lora, ${text}`])).err).toBe("");
  });

  it("needs no network: an unknown model is a problem that names the nearest", async () => {
    const { status, err } = await gpuPlanProcess(["plan", "acme-labs/frobnicator-xl lora 4k"], {
      env: { HTTPS_PROXY: "http://127.0.0.1:1", HF_TOKEN: "" },
    });
    expect(status).toBe(2);
    expect(err).toContain("acme-labs/frobnicator-xl");
  });
});

describe("gpu-plan as a process", () => {
  it("ends with 2 and words for unusable input, and with 0 for help", async () => {
    expect(await gpuPlanProcess(["plan", "--lang", "de", run])).toMatchObject({ status: 2, out: "" });
    expect(await gpuPlanProcess(["--help"])).toMatchObject({
      status: 0,
      out: expect.stringContaining("estimate") as string,
    });
  });
});

describe("gpu-plan schema", () => {
  it.each(["run-spec", "estimate", "plan", "pilot-result", "reading"])("%s is JSON Schema", async (name) => {
    const { status, out } = await gpuPlan(["schema", name]);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      $schema: expect.stringContaining("2020-12") as string,
      type: "object",
    });
  });
});

describe("a model that only the hub may know", () => {
  const ask = ["plan", "someorg/Some-Model-7B lora 100M"];
  const hub = () => nock("https://huggingface.co").persist().get(/.*/u);
  const troubles: readonly (readonly [string, () => unknown, string, string])[] = [
    ["no network", () => hub().replyWithError(new TypeError("fetch failed")), "no network", "pas de réseau"],
    ["somebody else's page", () => hub().reply(200, "<html>sign in</html>"), "not an answer of the hub", "réponse étrangère au hub"],
  ]; // prettier-ignore

  it.each(troubles)("says that it was not asked: %s", async (_, trouble, english, french) => {
    try {
      trouble();
      expect((await gpuPlan([...ask, "--lang", "en"])).err).toContain(`did not answer (${english})`);
      expect((await gpuPlan([...ask, "--lang", "fr"])).err).toContain(`n’a pas répondu (${french})`);
    } finally {
      nock.cleanAll();
    }
  });
});
