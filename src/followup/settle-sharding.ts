import { has, type Draft } from "./draft.ts";
import { known, put } from "./put-fact.ts";

/** GPUs of a machine where nobody says how many. */
const usualPerNode = 8;

/** Hybrid sharding shares state inside a machine and copies it between machines; a group alone says that state is shared. */
export function settleSharding(draft: Draft): void {
  const hybrid = draft.pending.find(({ kind }) => kind === "hybrid-sharding");
  const group = draft.facts.find(({ field }) => field === "parallel.shardGroup");
  const source = hybrid ?? group;
  if (source === undefined) return;
  if (!has(draft, "parallel.strategy")) put(draft, source, "parallel.strategy", "fsdp");
  if (group !== undefined || hybrid === undefined) return;
  const gpus = known(draft, "gpus", 0);
  const nodes = known(draft, "nodes", 0);
  const perNode = gpus > 0 && nodes > 0 ? Math.max(1, Math.floor(gpus / nodes)) : usualPerNode;
  put(draft, hybrid, "parallel.shardGroup", gpus > 0 ? Math.min(perNode, gpus) : perNode);
}
