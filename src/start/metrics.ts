import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Engine } from "../app/ports.ts";
import type { Telemetry } from "../slack/telemetry.ts";

export interface Metrics extends Telemetry {
  /** Measures every sum of an engine. */
  readonly timed: (engine: Engine) => Engine;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** Counts and durations only: no text, no names, no amounts. */
export function makeMetrics(queued: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const ack = new Histogram({
    name: "gpu_plan_ack_seconds",
    help: "Time from a delivery to its acknowledgement",
    labelNames: ["kind"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
    registers,
  });
  const deliveries = new Counter({
    name: "gpu_plan_deliveries_total",
    help: "Deliveries by kind and outcome",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const writes = new Counter({
    name: "gpu_plan_slack_writes_total",
    help: "Messages written to Slack by method and outcome",
    labelNames: ["method", "outcome"],
    registers,
  });
  const engineSeconds = new Histogram({
    name: "gpu_plan_engine_seconds",
    help: "Time of one sum, waiting included",
    labelNames: ["sum"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Gauge({
    name: "gpu_plan_writes_waiting",
    help: "Messages that wait for Slack's pace",
    registers,
    collect() {
      this.set(queued());
    },
  });

  const timed = (engine: Engine): Engine => {
    const measure = async <T>(sum: string, work: Promise<T>): Promise<T> => {
      const stop = engineSeconds.startTimer({ sum });
      try {
        return await work;
      } finally {
        stop();
      }
    };
    return {
      plan: (...asked) => measure("plan", engine.plan(...asked)),
      estimate: (...asked) => measure("estimate", engine.estimate(...asked)),
      judge: (...asked) => measure("judge", engine.judge(...asked)),
      close: () => engine.close(),
    };
  };

  return {
    acked: (kind, seconds) => {
      ack.observe({ kind }, seconds);
    },
    delivered: (kind, outcome) => {
      deliveries.inc({ kind, outcome });
    },
    wrote: (method, outcome) => {
      writes.inc({ method, outcome });
    },
    timed,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
