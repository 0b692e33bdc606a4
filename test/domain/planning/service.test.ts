import { describe, expect, it } from "vitest";
import { requestsAtOnce } from "../../../src/domain/performance/demand.ts";
import type { RunSpec, ServingSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, planOf } from "./support.ts";

const serve = (model: string, serving: ServingSpec): RunSpec => ({ model, method: "inference", serving });
const models = ["meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-70B", "Qwen/Qwen2.5-32B"];

describe("a service with latency and traffic asked for", () => {
  it.each(models)("keeps what is asked, on the likely figures: %s", (model) => {
    const targets = { ttftMs: 800, tokensPerSecondPerUser: 25 };
    const best = bestOf(serve(model, { concurrency: 60, targets, traffic: { peak: 2 } }));
    const served = best.estimate.throughput?.serving;
    expect(served?.tokensPerSecondPerUser.likely).toBeGreaterThanOrEqual(25);
    expect((served?.ttftSeconds.likely ?? Infinity) * 1000).toBeLessThanOrEqual(800);
    expect(best.service?.requestsPerSecond.likely).toBeGreaterThanOrEqual(2);
  });

  it.each(models)("more traffic never takes fewer copies' worth of requests, nor less money: %s", (model) => {
    const at = (peak: number) => bestOf(serve(model, { traffic: { peak } }));
    const [few, many] = [at(2), at(8)];
    expect(many.service?.requestsPerSecond.likely).toBeGreaterThanOrEqual(8);
    expect(many.gpus * (many.offer?.perHour ?? 0)).toBeGreaterThanOrEqual(
      few.gpus * (few.offer?.perHour ?? Infinity) * 0.5,
    );
    expect(many.estimate.usableGib).not.toBeNull();
  });

  it("copies share the requests, and each holds its share alone", () => {
    const best = bestOf(
      serve("meta-llama/Llama-3.1-8B", { concurrency: 300, targets: { tokensPerSecondPerUser: 40 } }),
    );
    const { replicas = 0, usersPerReplica = 0 } = best.service ?? {};
    expect(replicas * best.layout.tensor * best.layout.pipeline).toBe(best.gpus);
    expect(replicas * usersPerReplica).toBeGreaterThanOrEqual(300);
  });

  it("what no card reaches is refused for its latency, and the way out is sized", () => {
    const plan = planOf(serve("meta-llama/Llama-3.1-70B", { concurrency: 40, targets: { ttftMs: 1 } }));
    expect(plan.infeasible?.binding).toBe("latency");
    const way = plan.infeasible?.relaxations.find(({ change }) => change === "relax-targets");
    expect(way?.candidate.estimate.verdict).toBe("fits");
  });

  it("a card whose speed is not known is not said to keep a target", () => {
    const plan = planOf(serve("meta-llama/Llama-3.1-8B", { targets: { tokensPerSecondPerUser: 1 } }));
    for (const c of [plan.best, ...plan.alternatives])
      if (c?.reason !== "too-slow") expect(c?.estimate.throughput).toBeDefined();
  });

  it("average traffic keeps a share of the copies busy, at least one", () => {
    const of = (average: number) =>
      bestOf(serve("meta-llama/Llama-3.1-8B", { traffic: { peak: 50, average } })).service;
    const [none, all] = [of(0.001), of(50)];
    expect(none?.replicasOnAverage).toBe(1);
    expect(all?.replicasOnAverage).toBe(all?.replicas);
  });

  it("requests at once follow Little's law at the rate asked for", () => {
    const targets = { ttftMs: 1000, tokensPerSecondPerUser: 50 };
    expect(requestsAtOnce({ traffic: { peak: 10 }, targets }, 500)).toBe(110);
    expect(requestsAtOnce({ requestsPerSecond: 10, targets }, 500)).toBe(110);
    expect(requestsAtOnce({ concurrency: 5 }, 500)).toBeNull();
  });
});
