import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import type { ReadContext } from "../../src/followup/draft.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

type Standing = Pick<ReadContext, "held" | "recent">;

const changes = (text: string, current: RunSpec, standing: Standing = {}): Record<string, unknown> => {
  const { intent, changes: found } = readMessage(text, { ...readingContext(current), ...standing });
  const supposed = intent.kind === "question" ? (intent.changes ?? []) : found;
  return Object.fromEntries(supposed.map(({ field, to }) => [field, to]));
};
const lora: RunSpec = { model: "meta-llama/Llama-3.1-8B", method: "lora", sequenceLength: 4096 };
const spread: RunSpec = { ...lora, method: "full", gpus: 64 };

describe("a count by itself", () => {
  it.each([
    ["and with 2?", [], { gpus: 2 }],
    ["et avec 2 ?", [], { gpus: 2 }],
    ["what about 8 of them?", [], { gpus: 8 }],
    ["pourquoi pas une seule ?", ["gpus"], { gpus: 1 }],
    ["why not just one?", [], { gpus: 1 }],
    ["and with 400?", ["serving.concurrency"], { "serving.concurrency": 400 }],
    ["et à 400 ?", ["serving.concurrency"], { "serving.concurrency": 400 }],
    ["ok and with 64?", ["lora.rank"], { "lora.rank": 64 }],
    ["et si on en prend 16 ?", ["microBatch"], { gpus: 16 }],
    ["et 3 ?", ["data.epochs"], { "data.epochs": 3 }],
    // Two numbers were changed: which of them goes on is anybody's guess, the cards are not.
    ["and with 4?", ["lora.rank", "microBatch"], { gpus: 4 }],
    ["and with 4?", ["nodes", "gpus"], { nodes: 4, gpus: 4 }],
  ] as const)("%s after %j", (text, recent, wanted) => {
    expect(changes(text, lora, { recent, held: { gpus: 4, nodes: 4 } })).toEqual(
      "nodes" in wanted ? { nodes: 4 } : wanted,
    );
  });

  it.each(["2", "see you at 2?", "à 14 h ?", "page 2?", "we met 3 of them", "on se voit à 2 ?"])(
    "%s is none",
    (text) => {
      expect(changes(text, lora, { held: { gpus: 4, nodes: 1 } })).toEqual({});
    },
  );
});

describe("cards and nodes that the plan has and the run does not state", () => {
  it.each([
    ["half the cards", { gpus: 2 }],
    ["une carte de moins", { gpus: 3 }],
    ["2 more gpus", { gpus: 6 }],
    ["double the gpus", { gpus: 8 }],
    ["drop a card", { gpus: 3 }],
    ["enlève deux cartes", { gpus: 2 }],
  ])("%s", (text, wanted) => {
    expect(changes(text, lora, { held: { gpus: 4, nodes: 1 } })).toEqual(wanted);
  });

  it.each([
    ["half the nodes", { nodes: 4, gpus: 32 }],
    ["la moitié des nœuds", { nodes: 4, gpus: 32 }],
    ["un nœud de moins", { nodes: 7, gpus: 56 }],
    ["drop a node", { nodes: 7, gpus: 56 }],
    ["deux nœuds de plus", { nodes: 10, gpus: 80 }],
    ["only 2 nodes", { nodes: 2, gpus: 16 }],
  ])("%s: nodes keep their cards", (text, wanted) => {
    expect(changes(text, spread, { held: { gpus: 64, nodes: 8 } })).toEqual(wanted);
  });
});

describe("sizes of a thread's model", () => {
  const mixture: RunSpec = { ...lora, model: "mistralai/Mixtral-8x7B-v0.1" };
  const nameless: RunSpec = { ...lora, model: { name: "13B", params_total: 13e9 } };
  it.each([
    ["no, 8B not 70B", lora, {}],
    ["non, 8B et pas 70B", lora, {}],
    ["not 8B, 70B", lora, { model: "meta-llama/Llama-3.1-70B" }],
    ["je voulais dire 70B, pas 8B", lora, { model: "meta-llama/Llama-3.1-70B" }],
    ["only 13B are active, why so much memory?", mixture, {}],
    ["seulement 13B de paramètres actifs, pourquoi tant de mémoire ?", mixture, {}],
    ["un cran au-dessus", lora, { model: "meta-llama/Llama-3.1-70B" }],
    ["one notch up", lora, { model: "meta-llama/Llama-3.1-70B" }],
    ["one size down", nameless, { model: { name: "8B", params_total: 8e9 } }],
    ["un cran au-dessus", nameless, { model: { name: "14B", params_total: 14e9 } }],
  ])("%s", (text, current, wanted) => {
    expect(changes(text, current)).toEqual(wanted);
  });

  it.each(["one size down", "un cran en dessous"])("%s below the smallest says which there are", (text) => {
    const { problems } = readMessage(text, readingContext(lora));
    expect(problems).toMatchObject([{ path: "model", allowed: ["Llama 3.1 8B", "Llama 3.1 70B", "Llama 3.1 405B"] }]); // prettier-ignore
  });
});

describe("one card in two counts", () => {
  const options = (text: string): unknown =>
    (readMessage(text, readingContext({ ...lora, gpus: 1 })).asked ?? []).map(({ question }) =>
      Object.fromEntries((question.changes ?? []).map(({ field, to }) => [field, to])),
    );
  const both = (accelerator: string, one: number, other: number): unknown => [
    { accelerator, gpus: one },
    { accelerator, gpus: other },
  ];
  it.each([
    ["what about 1 3090, or 2?", both("rtx-3090", 1, 2)],
    ["an A100 40GB or two of them?", both("a100-40gb-sxm", 1, 2)],
    ["et si on loue des A100 40 Go, une ou deux ?", both("a100-40gb-sxm", 1, 2)],
    ["4 L40S, ou 8 ?", both("l40s", 4, 8)],
    [
      "what about 1 3090, or 2 in DDP?",
      [
        { accelerator: "rtx-3090", gpus: 1 },
        { accelerator: "rtx-3090", gpus: 2, "parallel.strategy": "ddp" },
      ],
    ],
  ])("%s: both are set against the plan, nothing is taken", (text, wanted) => {
    expect(options(text)).toEqual(wanted);
    expect(readMessage(text, readingContext({ ...lora, gpus: 1 })).changes).toEqual([]);
  });

  it.each(["a 4090 or 4k?", "on an H100 or 2 epochs"])("%s is no count", (text) => {
    expect(options(text)).toEqual([]);
  });
});

describe("a count of cards over nodes", () => {
  it.each([
    ["64 gpus", { gpus: 64, nodes: 8 }],
    ["passe à 16 cartes", { gpus: 16, nodes: 2 }],
    ["only 2 gpus", { gpus: 2, nodes: 1 }],
    ["12 gpus", { gpus: 12, nodes: null }],
  ])("%s", (text, wanted) => {
    expect(changes(text, { ...spread, gpus: 32, nodes: 4 })).toEqual(wanted);
  });

  it.each([
    ["and with 16?", { gpus: 16, nodes: 2 }],
    ["and with 2?", { nodes: 2, gpus: 16 }],
  ])("%s after a change of nodes", (text, wanted) => {
    const standing = { recent: ["nodes", "gpus"], held: { gpus: 32, nodes: 4 } };
    expect(changes(text, { ...spread, gpus: 32, nodes: 4 }, standing)).toEqual(wanted);
  });
});

describe("a bare number that is no count of cards", () => {
  const service: RunSpec = {
    model: "mistralai/Mistral-7B-v0.3",
    method: "inference",
    serving: { concurrency: 30 },
  };
  const one = { held: { gpus: 1, nodes: 1 } };
  it.each([
    ["and at 8192?", lora, "sequenceLength", 8192],
    ["at 2048 instead?", lora, "sequenceLength", 2048],
    ["et à 1024 ?", lora, "sequenceLength", 1024],
    ["et avec 60 ?", service, "serving.concurrency", 60],
    ["and for 200?", service, "serving.concurrency", 200],
    ["and with 2?", service, "gpus", 2],
  ] as const)("%s", (text, current, field, to) => {
    expect(changes(text, current, one)).toEqual({ [field]: to });
  });

  it.each([
    ["et avec 128 ?", { gpus: 128 }],
    ["et avec 2048 ?", { sequenceLength: 2048 }],
  ])("is as many cards as a cluster may grow to at once, and no more: %s", (text, wanted) => {
    expect(changes(text, spread, { held: { gpus: 64, nodes: 8 } })).toEqual(wanted);
  });
});
