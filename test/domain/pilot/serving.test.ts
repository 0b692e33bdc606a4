import { describe, expect, it } from "vitest";
import type { PilotEvidence } from "../../../src/domain/pilot/pilot.ts";
import { emptyReadings, type PilotReading } from "../../../src/domain/pilot-reading.ts";
import { learn } from "../../../src/domain/pilot/calibrate.ts";
import { planOf, real } from "../planning/support.ts";
import { judged, runOf } from "./support.ts";

const plan = planOf({
  model: "meta-llama/Llama-3.1-8B", stack: "vllm", method: "inference", accelerator: "h100-sxm", gpus: 1,
  serving: { concurrency: 32, promptTokens: 1024, outputTokens: 256 },
}); // prettier-ignore
const { predicted } = runOf(plan, "one-gpu-pilot");
const { serving } = predicted;
if (serving === undefined) throw new Error("nothing predicted of the service");

type Warnings = PilotReading["warnings"];
const start = (over: { kvCacheTokens?: number; weightsGib?: number; warnings?: Warnings; name?: string } = {}): PilotEvidence => ({
  name: over.name ?? "start.log",
  result: null,
  reading: {
    tool: "vllm",
    warnings: over.warnings ?? [],
    readings: {
      ...emptyReadings,
      gpuCount: 1,
      sequenceLength: 131_072,
      weightsGib: over.weightsGib ?? serving.weightsGib.likely,
      details: { kvCacheTokens: over.kvCacheTokens ?? 400_000 },
    },
  },
}); // prettier-ignore
const bench = (over: { pace?: number; concurrency?: number; warnings?: Warnings; name?: string } = {}): PilotEvidence => {
  const { pace = 1, concurrency = 32 } = over;
  return {
    name: over.name ?? "bench.txt",
    result: null,
    reading: {
      tool: "vllm bench serve",
      warnings: over.warnings ?? [{ code: "input-and-output", params: {} }],
      readings: {
        ...emptyReadings,
        tokensPerSecondTotal: 9000,
        details: {
          requests: 200,
          maxConcurrency: concurrency,
          inputTokens: 200 * 1024,
          outputTokens: 200 * 256,
          outputTokensPerSecond: (predicted.tokensPerSecondPerGpu?.likely ?? 0) * pace,
          medianTTFTMs: serving.ttftSeconds.likely * 1000,
          medianTPOTMs: (serving.tpotSeconds.likely * 1000) / pace,
        },
      },
    },
  };
}; // prettier-ignore

describe("a service", () => {
  it("is judged by its room for context, its weights, its waits and its rate, each against the plan", () => {
    const verdict = judged(plan, [start(), bench()]);
    expect(verdict).toMatchObject({ verdict: "confirmed", stage: "one-gpu-pilot", next: { code: "run-restore-proof" } });
    expect(verdict.comparisons.map(({ figure }) => figure)).toEqual([
      "weightsGib", "kvCacheTokens", "ttftSeconds", "tpotSeconds", "tokensPerSecondPerGpu",
    ]); // prettier-ignore
  }); // prettier-ignore

  it("teaches weights, what its load fills and its rate, for this stack and card", () => {
    const parts = { nonTorchGib: 0.4, activationPeakGib: 1.3, cudaGraphsGib: 0.5 };
    const heavier = start({ weightsGib: serving.weightsGib.likely * 1.02 });
    const readings = {
      ...heavier.reading.readings,
      kvCacheGib: 50,
      details: { kvCacheTokens: 400_000, ...parts },
    };
    const verdict = judged(plan, [
      { ...heavier, reading: { ...heavier.reading, readings } },
      bench({ pace: 1.1 }),
    ]);
    const by = Object.fromEntries(verdict.corrections.map((one) => [one.cause, one]));
    expect(Object.keys(by).sort()).toEqual(["activations", "device", "state", "utilisation"]);
    expect(by["utilisation"]?.effect.likely).toBeGreaterThan(1.05);
    expect(by["state"]?.effect.likely).toBeGreaterThan(1);
    expect(by["state"]?.scope).toMatchObject({ stack: "vllm", method: "inference", accelerator: "h100-sxm" });
    const needed = 32 * (1024 + 256);
    const fills = serving.weightsGib.likely * 1.02 + 0.4 + 1.3 + 0.5 + (50 / 400_000) * needed;
    expect(by["device"]?.points[0]?.peakDeviceGib).toBeCloseTo(fills, 6);
  });

  it("that does not name every part of its memory teaches weights and rate alone", () => {
    const { corrections } = judged(plan, [start(), bench()]);
    expect(corrections.map(({ cause }) => cause).sort()).toEqual(["state", "utilisation"]);
    expect(corrections[0]?.points[0]).toMatchObject({
      peakDeviceGib: null,
      weightsGib: serving.weightsGib.likely,
    });
  });

  it("what it teaches narrows the next plan of the same engine and card, and moves its rate", () => {
    const { corrections } = judged(plan, [start(), bench({ pace: 1.15 })]);
    const rate = (of: typeof plan) => of.best?.estimate.throughput?.tokensPerSecondPerGpu;
    const after = planOf(plan.spec, { ...real, learnt: learn(corrections, real) });
    const [was, now] = [rate(plan), rate(after)];
    if (was === undefined || now === undefined) throw new Error("no rate");
    expect(now.likely / was.likely).toBeGreaterThan(1.1);
    expect(now.high / now.low).toBeLessThan(0.8 * (was.high / was.low));
  });

  it("on four copies is piloted on one, with its share of the users, and judged under that load", () => {
    const wide = planOf({
      ...plan.spec,
      gpus: 4,
      parallel: { strategy: "ddp", tensor: 1 },
      serving: { concurrency: 130, promptTokens: 1024, outputTokens: 256 },
    });
    const run = runOf(wide, "one-gpu-pilot");
    expect(run.settings).toMatchObject({ gpus: 1, concurrency: 33 });
    expect(run.predicted.serving?.kvCacheTokens).toBe(33 * (1024 + 256));
    const reasons = (users: number) => {
      const verdict = judged(wide, [start(), bench({ concurrency: users })]);
      return verdict.verdict === "inconclusive" ? verdict.reasons.map(({ params }) => params["field"]) : [];
    };
    expect(reasons(33)).toEqual([]);
    expect(reasons(130)).toEqual(["serving.concurrency"]);
  });

  it("needs room for every planned user at once: users × (prompt + output)", () => {
    expect(serving.kvCacheTokens).toBe(32 * (1024 + 256));
  });

  it.each([
    ["too little room for context", [start({ kvCacheTokens: 20_000 }), bench()], "kv-cache"],
    ["requests that gave their room back", [start({ warnings: [{ code: "preemptions", params: {} }] }), bench()], "kv-cache"],
    ["heavier weights", [start({ weightsGib: serving.weightsGib.high * 1.2 }), bench()], "state"],
    ["a slow engine", [start(), bench({ pace: 0.3 })], "utilisation"],
    ["an engine that does not start", [start({ warnings: [{ code: "does-not-start", params: {} }] })], "verdict"],
  ] as const)("is off with %s", (_name, files, cause) => {
    expect(judged(plan, files)).toMatchObject({ verdict: "off", misses: expect.arrayContaining([expect.objectContaining({ cause })]) as unknown });
  }); // prettier-ignore

  it.each([
    ["without a start", [bench()], "memory-not-shown"],
    ["without a benchmark", [start()], "speed-not-shown"],
    ["under another load", [start(), bench({ concurrency: 4 })], "other-settings"],
  ] as const)("%s concludes nothing", (_name, files, code) => {
    expect(judged(plan, files)).toMatchObject({ verdict: "inconclusive", reasons: [{ code }] });
  });
});

describe("restart and reload", () => {
  const baseline = judged(plan, [start(), bench()]);
  const again = [
    start({ kvCacheTokens: 399_000, name: "2.log" }),
    bench({ pace: 0.98, name: "2.txt" }),
  ] as const;

  it("is proven by a start and a benchmark after one that was judged, or by both pairs at once", () => {
    const since = judged(plan, again, { baseline });
    expect(since).toMatchObject({ verdict: "confirmed", stage: "restore-proof", next: { code: "reserve" } });
    expect(judged(plan, [start(), bench(), ...again])).toMatchObject({ verdict: "confirmed", stage: "restore-proof" });
  }); // prettier-ignore

  it.each([
    ["the same files", [start(), bench()], "one-gpu-pilot", "confirmed"],
    ["a benchmark without a new start", [bench({ pace: 0.97 })], "one-gpu-pilot", "inconclusive"],
  ] as const)("is not proven by %s", (_name, files, stage, verdict) => {
    expect(judged(plan, files, { baseline })).toMatchObject({ stage, verdict });
  });

  it.each([
    ["less room for context", [start({ kvCacheTokens: 300_000 }), bench()], "restart-differs"],
    ["a slower service", [start({ kvCacheTokens: 399_000 }), bench({ pace: 0.8 })], "restart-differs"],
    ["failed requests", [start({ kvCacheTokens: 399_000 }), bench({ warnings: [{ code: "failed-requests", params: { count: 3 } }] })], "requests-failed"],
    ["no benchmark after", [start({ kvCacheTokens: 399_000 })], "restart-not-shown"],
  ] as const)("with %s is not proven", (_name, files, code) => {
    const verdict = judged(plan, files, { baseline });
    expect(verdict).toMatchObject({ stage: "restore-proof", verdict: "inconclusive" });
    expect(verdict.verdict === "inconclusive" && verdict.reasons[0]?.code).toBe(code);
  }); // prettier-ignore
});
