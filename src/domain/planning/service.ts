import { addRanges } from "../../units/range.ts";
import { peakRequests, requestsServed } from "../performance/demand.ts";
import type { Service } from "../plan.ts";
import type { Configuration } from "./configurations.ts";
import { scaleUp } from "./window.ts";

/** Copies of a served model on a configuration; null of a training or where no rate is known. */
export function serviceOf({ run, throughput, price }: Configuration): Service | null {
  const served = requestsServed(run, throughput);
  const { serving } = run;
  if (serving === null || served === null) return null;
  const { tensor, pipeline } = run.parallel;
  const replicas = Math.max(1, Math.floor(run.gpus / (tensor * pipeline)));
  const average = serving.traffic?.average;
  const peak = peakRequests(serving);
  const share = average === undefined || peak === null || peak <= 0 ? null : Math.min(1, average / peak);
  return {
    replicas,
    usersPerReplica: Math.ceil(serving.concurrency / replicas),
    requestsPerSecond: served,
    scaleUpHours: addRanges(...scaleUp(run)),
    replicasOnAverage: share === null ? null : Math.max(1, Math.ceil(replicas * share)),
    perReplicaHour: price === null ? null : price.perHour.likely / replicas,
  };
}
