import type { PremiseCode } from "../caveat.ts";
import { findingCodes, type Finding, type FindingCode } from "../finding.ts";
import { environmentAdvice } from "./environment.ts";
import { formatAdvice } from "./formats.ts";
import { givenAdvice } from "./given.ts";
import { memoryAdvice } from "./memory.ts";
import { moneyAdvice } from "./money.ts";
import { phaseAdvice } from "./phases.ts";
import { rateAdvice } from "./rates.ts";
import { servingAdvice } from "./serving.ts";
import { roomAdvice } from "./room.ts";
import type { Situation } from "./situation.ts";
import { talkAdvice } from "./talk.ts";

const most = 5;

/** A finding that makes another one idle talk: the first explains the failure, the second would explain it again. */
const settles: Readonly<Partial<Record<FindingCode, readonly FindingCode[]>>> = {
  "step-slowdown": ["nodes-slower", "slower-with-more", "measured-scaling", "step-is-not-throughput"],
  "cache-preempted": ["spot-arithmetic", "kv-capacity", "engine-preallocates"],
  "device-fault": ["collective-timeout", "late-long-sample"],
  "nccl-error": ["collective-timeout"],
  "device-mismatch": ["serving-margin"],
  "bf16-refused": ["fp16-overflow"],
  "time-limit": ["killed-is-host-memory", "spot-arithmetic"],
  "input-bound": ["slower-with-more"],
  "impossible-here": ["states-exceed", "part-dominates", "uneven-cards", "killed-is-host-memory", "published-conditions", "bytes-per-parameter", "host-room"],
  "conversion-in-host-memory": ["killed-is-host-memory", "host-copies", "states-exceed"],
  "weights-replicated": ["part-dominates", "logits-dominate", "sequence-not-sharded", "cause-open"],
  "zero2-nothing-to-shard": ["part-dominates", "weights-replicated", "logits-dominate", "cause-open"],
  "uneven-cards": ["part-dominates", "states-exceed", "logits-dominate", "cause-open"],
  "save-gathers": ["logits-dominate", "cause-open", "two-models", "states-exceed", "part-dominates"],
  "evaluation-peak": ["logits-dominate", "cause-open", "states-exceed", "part-dominates", "two-models"],
  "resume-peak": ["logits-dominate", "cause-open", "states-exceed", "part-dominates"],
  "fragmented": ["cause-open", "logits-dominate", "part-dominates"],
  "collective-timeout": ["slower-with-more", "cause-open"],
  "shared-memory": ["killed-is-host-memory", "host-copies", "host-smaller-than-weights"],
  "late-long-sample": ["part-dominates", "logits-dominate", "cause-open"],
  "states-exceed": ["part-dominates", "logits-dominate", "cause-open"],
  "sequence-not-sharded": ["part-dominates", "logits-dominate", "longer-than-published", "cause-open"],
  "longer-than-published": ["part-dominates", "logits-dominate", "cause-open"],
  "host-copies": ["load-peak", "host-room"],
  "init-is-not-peak": ["part-dominates", "logits-dominate", "cause-open", "load-peak"],
  "logits-dominate": ["part-dominates", "cause-open", "published-conditions"],
  "serving-margin": ["load-peak"],
  "mfu-impossible": ["log-read"],
  "host-smaller-than-weights": ["host-room"],
  "moe-loops": ["moe-memory", "slower-with-more"],
  "one-rate": ["states-exceed", "low-one-card", "log-read", "slower-with-more"],
  "kv-arithmetic": ["engine-preallocates", "serving-margin"],
  "bytes-per-parameter": ["states-exceed", "published-conditions", "claim-is-another-format"],
  "claim-is-another-format": ["published-conditions"],
}; // prettier-ignore

/** Articles whose measurements and maintainers' words go with a finding. */
const articles: Readonly<Partial<Record<FindingCode, readonly string[]>>> = {
  "states-exceed": ["full-training-memory"],
  "weights-replicated": ["ddp-replicates"],
  "zero2-nothing-to-shard": ["fsdp-zero"],
  "save-gathers": ["late-phases"],
  "late-long-sample": ["late-oom"],
  "data-position": ["restore-proof"],
  "resume-loss": ["restore-proof"],
  "spot-at-prices": ["spot"],
  "spot-arithmetic": ["spot"],
  commitment: ["rent-or-buy"],
  "fp16-overflow": ["fp16-overflow"],
  "fp8-storage-only": ["quantised-serving"],
  "rocm-conditional": ["rocm-libraries"],
  "nodes-slower": ["multi-node"],
  "moe-loops": ["moe-speed"],
  "two-models": ["preference-training"],
  "sequence-not-sharded": ["long-context"],
  "kv-capacity": ["serving-capacity"],
  "engine-preallocates": ["engine-preallocation"],
  "host-copies": ["host-memory"],
  "host-smaller-than-weights": ["host-memory"],
  "conversion-in-host-memory": ["host-memory"],
  "measured-scaling": ["scaling-efficiency"],
  "one-rate": ["utilisation"],
  "slower-with-more": ["scaling-efficiency"],
  "three-counters": ["allocated-reserved-device"],
  "checkpoint-size": ["checkpoint-size"],
  "uneven-cards": ["mixed-cards"],
  "claims-by-precision": ["serving-capacity"],
  "longer-than-published": ["lora-memory"],
};

/** A belief that a finding already puts right, with figures. */
const premises: Readonly<Partial<Record<FindingCode, PremiseCode>>> = {
  "mfu-impossible": "full-utilisation",
  "three-counters": "allocator-is-device",
  "engine-preallocates": "allocator-is-device",
  "moe-loops": "moe-active-memory",
  "moe-memory": "moe-active-memory",
  "states-exceed": "params-times-two",
  "host-copies": "params-times-two",
  "zero2-nothing-to-shard": "zero2-shards-weights",
  "sequence-not-sharded": "four-cards-four-times",
};

export const leftToSay = <P extends { readonly code: PremiseCode }>(
  all: readonly P[],
  findings: readonly Finding[],
): readonly P[] => all.filter(({ code }) => !findings.some((one) => premises[one.code] === code));

/** What answers by itself: a plan of whatever run the message names besides would only stand in the way. */
const alone = new Set<FindingCode>([
  "conversion-in-host-memory", "kv-capacity", "kv-arithmetic", "hourly-prices", "step-is-not-throughput",
  "checkpoint-size", "data-position", "resume-loss", "spot-at-prices", "spot-arithmetic", "commitment", "three-counters", "mfu-impossible",
  "measured-scaling", "one-rate", "electricity", "batch-divides", "engine-preallocates", "moe-loops", "slower-with-more",
  "claims-by-precision", "encoder-corpus", "log-read", "collective-timeout", "mfu-unlikely",
  "kernel-image", "missing-library", "undefined-symbol", "package-missing", "device-fault", "nccl-error", "device-mismatch",
  "compile-failed", "bf16-refused", "time-limit", "cache-preempted", "input-bound", "step-slowdown",
]); // prettier-ignore

/** Said beside the plan of a run that the message states: its restarts are a part of the sum. */
const besideARun = new Set<FindingCode>(["spot-at-prices", "commitment", "electricity"]);

export const answersAlone = (findings: readonly Finding[], statesRun = false): boolean =>
  findings.some(({ code }) => alone.has(code) && !(statesRun && besideARun.has(code)));

export const articlesOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.flatMap(({ code }) => articles[code] ?? [])),
];

/** Everything worth saying of what was reported, most decisive first; nothing when nothing was. */
export function advise(situation: Situation): readonly Finding[] {
  const all = [
    ...talkAdvice, ...environmentAdvice, ...phaseAdvice, ...roomAdvice, ...memoryAdvice, ...formatAdvice, ...rateAdvice, ...servingAdvice, ...moneyAdvice, ...givenAdvice,
  ].flatMap((one) => one(situation)); // prettier-ignore
  const believed = situation.reading.premises.some(({ code }) => code === "accumulation-multiplies");
  const idle = new Set([...all.flatMap(({ code }) => settles[code] ?? []), ...(believed ? (["cause-open"] as const) : [])]); // prettier-ignore
  return all
    .filter(({ code }) => !idle.has(code))
    .sort((a, b) => findingCodes.indexOf(a.code) - findingCodes.indexOf(b.code))
    .slice(0, most);
}
