import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { estimateSchema } from "../../src/contract/estimate-schema.ts";
import { errorSchema } from "../../src/contract/output-parts.ts";
import { gpuPlan, gpuPlanProcess, jsonLines } from "./gpu-plan.ts";

const run = (id: string, over: object = {}): string =>
  JSON.stringify({ id, model: "llama 3.1 8b", method: "lora", accelerator: "a100-80gb-sxm", ...over });

describe("gpu-plan estimate", () => {
  it("names a field that nobody knows, once for a batch, and goes on", async () => {
    const lines = [run("a", { gpuCount: 2 }), run("b", { gpuCount: 4, foo: 1 })].join("\n");
    const said = await gpuPlan(["estimate"], { input: lines });
    expect(said.status).toBe(0);
    expect(said.out.trim().split("\n")).toHaveLength(2);
    expect(said.err.match(/gpuCount/gu)).toHaveLength(1);
    expect(said.err).toContain("gpus");
    expect(said.err).toContain("foo");
    const told = await gpuPlan(["estimate", "--json"], { input: lines });
    expect(jsonLines(told.out)[1]?.["warnings"]).toEqual(
      expect.arrayContaining([
        { code: "unknown-key", params: { path: "gpuCount", nearest: "gpus" } },
        { code: "unknown-key", params: { path: "foo" } },
      ]),
    );
  });

  it("answers each line on its line, good or bad, in order", async () => {
    const input = [
      run("a"),
      "{not json",
      "",
      run("b", { method: "lorra" }),
      run("c", { accelerator: "zx81" }),
      "[]",
      "\uFEFF" + run("d", { gpus: 2 }) + "\r",
      run("e", { accelerator: undefined }),
    ].join("\n");
    const { status, out, err } = await gpuPlan(["estimate", "--json"], { input });
    const lines = jsonLines(out);
    expect(status).toBe(0);
    expect(
      lines.map((l) => [l["id"], l["line"], (l["error"] as { code: string } | undefined)?.code]),
    ).toEqual([
      ["a", undefined, undefined],
      [null, 2, "invalid-json"],
      ["b", 4, "unknown-value"],
      ["c", 5, "unknown-accelerator"],
      [null, 6, "wrong-type"],
      ["d", undefined, undefined],
      ["e", undefined, undefined],
    ]);
    for (const line of lines)
      (("error" in line ? errorSchema : estimateSchema) as typeof errorSchema).parse(line);
    expect(lines.at(-1)).toMatchObject({ usableGib: null, verdict: "unknown" });
    expect(lines.at(-1)).not.toHaveProperty("throughput");
    expect(err).toContain("4 of 7");
  });

  it.each([
    [
      "a budget in money of no rate",
      { limits: { budget: { amount: 3, currency: "ZZZ" } } },
      "unknown-currency",
      "limits.budget.currency",
    ],
    ["a model of an infinite size", { model: { params_total: "1e400" } }, "not-finite", "model.params_total"],
    ["an infinite batch", { microBatch: "1e400" }, "not-finite", "microBatch"],
    [
      "an infinite budget",
      { limits: { budget: { amount: "1e400", currency: "EUR" } } },
      "not-finite",
      "limits.budget.amount",
    ],
    [
      "a cap of nothing",
      { limits: { budget: { amount: 0, currency: "EUR" } } },
      "out-of-range",
      "limits.budget.amount",
    ],
    [
      "a negative cap",
      { limits: { budget: { amount: -3, currency: "EUR" } } },
      "out-of-range",
      "limits.budget.amount",
    ],
    ["a deadline of nothing", { limits: { deadlineHours: 0 } }, "out-of-range", "limits.deadlineHours"],
    ["a negative infinity", { data: { tokens: "-1e400" } }, "not-finite", "data.tokens"],
    ["a width out of bounds", { lora: { rank: 5e6 } }, "out-of-range", "lora.rank"],
    ["a word for a number", { gpus: "many" }, "wrong-type", "gpus"],
    ["half a card", { gpus: 0.5 }, "wrong-type", "gpus"],
  ])("%s is a problem, with what is allowed in the reader's words", async (_, over, code, path) => {
    const input = run("a", over).replaceAll(/"(-?1e400)"/gu, "$1");
    const [french] = jsonLines((await gpuPlan(["estimate", "--json", "--lang", "fr"], { input })).out);
    expect(french).toMatchObject({ error: { code, path, allowed: expect.anything() as unknown } });
    const { message, allowed } = french?.["error"] as { message: string; allowed: string[] };
    expect([message, ...allowed].join(" ")).not.toMatch(
      /\b(?:null|whole|number|from|most|integer|Infinity)\b/u,
    );
    expect(allowed.length).toBeGreaterThan(0);
  });

  it("says what a value contradicts, and what would name a model, and goes on", async () => {
    const lines = [
      run("ranks", { gpus: 8, parallel: { tensor: 3 } }),
      run("nodes", { gpus: 8, nodes: 3 }),
      run("pairs", { method: "pretrain", objective: "dpo" }),
      run("none", { model: "" }),
      run("good"),
    ];
    const { out } = await gpuPlan(["estimate", "--json"], { input: lines.join("\n") });
    const messages = jsonLines(out).map((l) => (l["error"] as { message: string } | undefined)?.message);
    expect(messages).toEqual([
      "gpus: 8 contradicts another setting. It must be a multiple of 3: tensor × pipeline × context.",
      "nodes: 3 contradicts another setting. The 8 GPUs must be the same number on every node.",
      "objective: dpo contradicts another setting. Pretraining predicts text: preferences and rewards come after it.",
      "model is missing. Give its name on the hub (owner/name), its size (“7B”) or its shape.",
      undefined,
    ]);
  });

  it("--brief changes no number", async () => {
    const [full] = jsonLines((await gpuPlan(["estimate", "--json"], { input: run("a") })).out);
    const [brief] = jsonLines((await gpuPlan(["estimate", "--json", "--brief"], { input: run("a") })).out);
    const { largestThatFits: _largest, levers: _levers, parts, ...rest } = full ?? {};
    const { parts: briefParts, ...briefRest } = brief ?? {};
    expect(briefRest).toEqual(rest);
    const wordless = (parts as Record<string, unknown>[]).map(({ how: _how, ...part }) => part);
    expect(briefParts).toEqual(wordless);
  });

  it.each([
    ["en", "line 1, a: method: lorra is not a value I know. Nearest: lora. Allowed: pretrain, full,"],
    ["fr", "ligne 1, a\u00A0: method\u00A0:"],
  ])("tells a reader of %s which line, what is wrong and what is allowed", async (lang, sentence) => {
    const input = `${run("a", { method: "lorra" })}\n${run("b")}\n`;
    const { out } = await gpuPlan(["estimate", "--lang", lang], { input });
    expect(out.split("\n")[0]).toContain(sentence);
  });

  it.each(["", "\n\n"])(
    "says that it was given nothing, and ends as what cannot be used: %j",
    async (input) => {
      const { status, out, err } = await gpuPlan(["estimate", "--json"], { input });
      expect([status, out]).toEqual([2, ""]);
      expect(err).toContain("No runs were given.");
    },
  );

  it("never calls a line a message, nor what is empty", async () => {
    const input = ["[]", "null", "4", '{"model":""}', '{"model":"llama 3.1 8b","accelerator":""}'].join("\n");
    const { out } = await gpuPlan(["estimate"], { input });
    expect(out.split("\n").filter((line) => line.startsWith("line "))).toHaveLength(5);
    expect(out).not.toContain("message");
  });

  it("ends with 2 when no line could be used, or there was none", async () => {
    expect((await gpuPlan(["estimate", "--json"], { input: "nope\n" })).status).toBe(2);
    expect(await gpuPlanProcess(["estimate", "--json"])).toMatchObject({ status: 2, out: "" });
  });

  it("answers before its input ends", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", "src/cli.ts", "estimate", "--json", "--brief"]);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const answer = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value)) as unknown;
    child.stdin.write(`${run("first")}\n`);
    expect(await answer()).toMatchObject({ id: "first" });
    child.stdin.write(`${run("second")}\n`);
    expect(await answer()).toMatchObject({ id: "second" });
    child.stdin.end();
  });

  it("stops quietly when its reader has seen enough", async () => {
    const status = await new Promise<number | null>((resolve) => {
      const child = spawn("bash", [
        "-c",
        `for i in $(seq 400); do echo '${run("x")}'; done | "${process.execPath}" --import tsx src/cli.ts estimate --json | head -n 1 >/dev/null; exit \${PIPESTATUS[1]}`,
      ]);
      child.once("close", resolve);
    });
    expect(status).toBe(0);
  });

  it("says one line a run without --json", async () => {
    const { out } = await gpuPlan(["estimate", "--lang", "fr"], { input: `${run("a")}\n` });
    expect(out).toMatch(
      /^a: (?:ça tient|trop juste|ça ne tient pas) · .* Gio par carte \/ .* Gio utilisables\n$/u,
    );
  });
});
