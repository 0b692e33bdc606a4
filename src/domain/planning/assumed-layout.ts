import type { FilledParallel } from "../filled-run.ts";
import type { Method, RunSpec, Strategy } from "../run-spec.ts";
import type { StackProfile } from "../stack-profile.ts";
import type { Take } from "./serving-defaults.ts";

function strategyOf(
  spec: RunSpec,
  method: Method,
  profile: StackProfile,
  gpus: number,
  ranks: number,
  take: Take,
): Strategy {
  const stated = spec.parallel?.strategy;
  if (method === "inference" || gpus <= ranks) {
    return stated ?? take("parallel.strategy", stated, "single", "one-replica");
  }
  if (profile.supports.strategies.value.includes("fsdp")) {
    return take("parallel.strategy", stated, "fsdp", "shards-state");
  }
  const own = (["zero3", "zero1"] as const).find((s) => profile.supports.strategies.value.includes(s));
  return take("parallel.strategy", stated, own ?? "ddp", "stack-default");
}

/** The layout as asked; what is missing keeps one replica whole, or shares state as the stack does. */
export function parallelOf(
  spec: RunSpec,
  method: Method,
  profile: StackProfile,
  gpus: number,
  heads: number,
  take: Take,
): FilledParallel {
  const stated = spec.parallel ?? {};
  const pipeline = stated.pipeline ?? 1;
  const context = stated.context ?? 1;
  const perReplica = Math.floor(gpus / (pipeline * context));
  const spreads =
    method === "inference" && spec.parallel === undefined && perReplica > 1 && heads % perReplica === 0;
  const tensor = spreads
    ? take("parallel.tensor", stated.tensor, perReplica, "one-replica")
    : (stated.tensor ?? 1);
  return {
    ...(stated.fsdpVersion === undefined ? {} : { fsdpVersion: stated.fsdpVersion }),
    ...(stated.shardGroup === undefined ? {} : { shardGroup: stated.shardGroup }),
    strategy: strategyOf(spec, method, profile, gpus, tensor * pipeline, take),
    tensor,
    sequence:
      tensor > 1 &&
      (stated.sequence ?? (method !== "inference" && profile.sharding.tensorSplitsSequence.value)),
    pipeline,
    ...(stated.virtualStages === undefined ? {} : { virtualStages: stated.virtualStages }),
    context,
    expert: stated.expert ?? 1,
    offload: stated.offload ?? "none",
  };
}
