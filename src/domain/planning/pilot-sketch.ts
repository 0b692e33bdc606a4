import { scaleRange } from "../../units/range.ts";
import type { PilotSketch } from "../plan.ts";
import type { Chosen } from "./decide.ts";
import { bestPrice, headline } from "./offers.ts";
import type { Market } from "./offers.ts";

export const emptySketch = (): PilotSketch => ({ runs: [], passIf: [] });

/** Minutes of one pilot run: load, thirty steps after ten of warm-up, one evaluation and one save. */
function minutesFor(chosen: Chosen, steps: number): number {
  const { throughput, window } = chosen.configuration;
  const loadHours = window?.parts.find(({ part }) => part === "load")?.hours.likely ?? 0.1;
  const step = throughput?.stepSeconds.likely ?? 10;
  return Math.max(10, Math.round((loadHours * 60 + (steps * step) / 60 + 5) / 5) * 5);
}

/** Started hours: no offer of the catalogue states its billing unit, and an hour is the coarsest in use. [h] */
export const billedHours = (minutes: number): number => Math.max(1, Math.ceil(minutes / 60));

/** The short runs that settle what arithmetic cannot, with what they cost and what must hold, fixed beforehand. */
export function pilotSketch(best: Chosen | null, market: Market): PilotSketch {
  if (best === null) return emptySketch();
  const { run, card, price, throughput, cost } = best.configuration;
  const { required } = best.sized.budget.perGpu;
  const whole = run.parallel.strategy === "single" || run.parallel.strategy === "ddp";
  const oneGpu = whole ? Math.max(1, run.parallel.tensor * run.parallel.pipeline) : run.gpus;
  const small = oneGpu < run.gpus ? bestPrice(card, oneGpu, 1, market, { ramGib: 0 }) : null;
  // A part of a machine cannot be rented: one with fewer cards where it is sold, else the plan's own.
  const smaller = headline(small) && !(small?.assembled ?? true) ? small : price;
  const costOf = (minutes: number, gpus: number) => {
    const rented = gpus < run.gpus ? smaller : price;
    return rented === null ? null : scaleRange<number>(rented.perHour, billedHours(minutes));
  };
  const pilotMinutes = minutesFor(best, 40);
  const runs = [
    {
      what: run.method === "inference" ? "serve-longest-requests" : "longest-batches",
      minutes: pilotMinutes,
      gpus: oneGpu,
      cost: costOf(pilotMinutes, oneGpu),
      currency: cost.currency,
    },
  ];
  if (run.gpus > oneGpu) {
    const minutes = minutesFor(best, 30);
    runs.push({
      what: "scaling-step",
      minutes,
      gpus: run.gpus,
      cost: costOf(minutes, run.gpus),
      currency: cost.currency,
    });
  }
  if (run.method !== "inference") {
    const minutes = minutesFor(best, 20);
    runs.push({
      what: "restore-proof",
      minutes,
      gpus: oneGpu,
      cost: costOf(minutes, oneGpu),
      currency: cost.currency,
    });
  }
  const passIf = [
    {
      code: "device-memory-below",
      params: {
        gib: best.sized.usableGib ?? required.high,
        predictedLow: required.low,
        predictedHigh: required.high,
      },
    },
    ...(throughput === null
      ? []
      : [
          {
            code: "tokens-per-second-at-least",
            params: {
              perGpu: throughput.tokensPerSecondPerGpu.low,
              likely: throughput.tokensPerSecondPerGpu.likely,
            },
          },
        ]),
    ...(run.gpus > oneGpu
      ? [{ code: "scaling-efficiency-at-least", params: { efficiency: run.nodes > 1 ? 0.7 : 0.8 } }]
      : []),
    ...(run.method === "inference" ? [] : [{ code: "five-items-restored", params: { items: 5 } }]),
  ];
  return { runs, passIf };
}
