import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { planOf } from "./support.ts";

const run: RunSpec = {
  model: { name: "7B", params_total: 7e9 },
  method: "pretrain",
  accelerator: "h100-sxm",
  data: { tokens: 1e12, epochs: 1 },
};
const weeks = (n: number) => n * 168;

describe("a job that no usual number of cards finishes in time", () => {
  it("takes as many as finish it, and no more machines than that", () => {
    const plan = planOf({ ...run, limits: { deadlineHours: weeks(3) } });
    const gpus = plan.best?.gpus ?? 0;
    expect(gpus).toBeGreaterThan(64);
    expect(plan.window.total.likely).toBeLessThanOrEqual(weeks(3));
    const fewer = planOf({ ...run, gpus: gpus - 8, limits: { deadlineHours: weeks(3) } });
    expect(fewer.kind).toBe("infeasible");
    expect(plan.best?.estimate.caveats.map(({ code }) => code)).toContain("many-cards");
  });

  it("is not given more than the asker allows, nor another count than the one that binds", () => {
    const limited = planOf({ ...run, limits: { deadlineHours: weeks(3), maxGpus: 64 } });
    expect(limited.infeasible?.binding).toBe("deadline");
    const counted = planOf({ ...run, gpus: 64, limits: { deadlineHours: weeks(3) } });
    expect(counted.infeasible?.nearest?.gpus).toBe(64);
  });

  it("stays with usual numbers where the time is kept by them, or where it is a matter of hours", () => {
    expect(planOf({ ...run, limits: { deadlineHours: weeks(40) } }).best?.gpus).toBeLessThanOrEqual(64);
    const hasty = planOf({ ...run, data: { tokens: 1e10, epochs: 1 }, limits: { deadlineHours: 1 } });
    expect(hasty.infeasible?.nearest?.gpus).toBeLessThanOrEqual(64);
  });

  it("does not pay for the largest usual machine where more and smaller cards cost less", () => {
    const { accelerator: _any, ...free } = run;
    const { best } = planOf({ ...free, limits: { deadlineHours: weeks(3) } });
    const usual = planOf({ ...free, limits: { deadlineHours: weeks(3), maxGpus: 64 } }).best;
    const total = (one: typeof best) => one?.cost.total?.likely ?? Infinity;
    expect(total(best)).toBeLessThan(total(usual));
  });

  it("is measured against the whole cluster where not even that is enough", () => {
    const huge: RunSpec = { ...run, model: { name: "70B", params_total: 7e10 }, data: { tokens: 1.5e13, epochs: 1 } }; // prettier-ignore
    const { infeasible } = planOf({ ...huge, limits: { deadlineHours: weeks(8) } });
    expect(infeasible?.nearest?.gpus).toBe(1024);
    const [first] = infeasible?.relaxations ?? [];
    expect(first?.candidate.gpus).toBeGreaterThan(64);
  });
});

describe("a service that holds its requests and answers each too slowly to be read", () => {
  const service: RunSpec = {
    model: "meta-llama/Llama-3.3-70B-Instruct",
    method: "inference",
    serving: { concurrency: 3000, promptTokens: 1500, outputTokens: 500 },
  };
  it("is said to, until a speed is asked for and kept", () => {
    expect(planOf(service).warnings.map(({ code }) => code)).toContain("slow-answers");
    const asked = planOf({ ...service, serving: { ...service.serving, targets: { tokensPerSecondPerUser: 15 } } }); // prettier-ignore
    expect(asked.warnings.map(({ code }) => code)).not.toContain("slow-answers");
    expect(asked.best?.estimate.throughput?.serving?.tokensPerSecondPerUser.likely).toBeGreaterThanOrEqual(
      15,
    );
  });
});
