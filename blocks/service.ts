import type { Candidate } from "../src/domain/plan.ts";
import { bold, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

const between = (low: number, likely: number, high: number, s: Scene): string =>
  `≈ ${s.f.rough(likely)} (${s.f.range(s.f.rough(low), s.f.rough(high))})`;

/** How long the first token takes; nothing of a training. */
export function firstTokenLines({ estimate }: Pick<Candidate, "estimate">, s: Scene): Line[] {
  const seconds = estimate.throughput?.serving?.ttftSeconds;
  return seconds === undefined
    ? []
    : [[s.m.money.service.ttft(`${between(seconds.low, seconds.likely, seconds.high, s)} s`)]];
}

/** Copies of a served model, what they get through, how long one more takes, and what the average needs. */
export function serviceLines({ service, estimate, cost }: Candidate, s: Scene): Line[] {
  const served = estimate.throughput?.serving;
  if (service === undefined || served === undefined) return [];
  const words = s.m.money.service;
  const { requestsPerSecond: r, scaleUpHours, replicasOnAverage, perReplicaHour } = service;
  const lines: Line[] = [
    [
      words.copies(
        s.f.number(service.replicas),
        s.f.number(service.usersPerReplica),
        between(r.low, r.likely, r.high, s),
      ),
    ],
    ...firstTokenLines({ estimate }, s),
    [words.scaleUp(s.f.hoursRange(scaleUpHours))],
  ];
  if (replicasOnAverage !== null && perReplicaHour !== null && replicasOnAverage < service.replicas)
    lines.push([words.average(s.f.number(replicasOnAverage), s.f.money(perReplicaHour, cost.currency))]);
  return lines;
}

/** "How many replicas?" */
export function serviceAnswer(candidate: Candidate, s: Scene): Line[] {
  const lines = serviceLines(candidate, s);
  return lines.length === 0 ? [[bold(s.m.money.service.unknown)]] : lines;
}
