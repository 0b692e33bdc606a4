import type { Answer, MessageReading, PlanAspect } from "../domain/conversation.ts";

type MeasuredRate = NonNullable<Extract<Answer, { about: PlanAspect }>["statedRate"]>;

const machineFields = /^(?:accelerator|gpus|memoryGib|limits\.among)$/u;

/** A peak that was measured, or the RAM of the asker's machine, and nothing else: set against the plan, which stays. */
export function statedBeside({ intent, changes, context }: MessageReading): Answer | null {
  if (context.failure !== undefined || context.reports?.includes("conversion") === true) return null;
  if (!["change", "chatter", "question"].includes(intent.kind)) return null;
  const peak = context.observed?.["measuredPeakGib"];
  if (peak !== undefined && changes.every(({ field }) => machineFields.test(field)))
    return { about: "memory", statedGib: peak };
  const rate = measuredRate({ intent, changes, context });
  if (rate !== null) return { about: "time", statedRate: rate };
  const allocated = context.observed?.["allocatedGib"];
  if (allocated !== undefined && changes.length === 0 && intent.kind === "chatter")
    return { about: "memory", statedGib: allocated };
  if (context.hostRamGib !== undefined && changes.length === 0)
    return { about: "host", statedGib: context.hostRamGib };
  return null;
}

const sameRun = /^(?:accelerator|gpus|memoryGib|model)$/u;

/** "Our last run did 14k tok/s per GPU": one rate that was seen, told of no other run than this one. */
function measuredRate({
  intent,
  changes,
  context: { observed, rates = [] },
}: Pick<MessageReading, "intent" | "changes" | "context">): MeasuredRate | null {
  const told = intent.kind === "chatter" || intent.kind === "change" || asksOfCounters(intent);
  const tokensPerSecond = observed?.["tokensPerSecond"];
  if (!told || tokensPerSecond === undefined || rates.length > 1) return null;
  if (!changes.every(({ field }) => sameRun.test(field))) return null;
  const [only] = rates;
  return { tokensPerSecond, gpus: only?.gpus ?? null };
}

/** Counters in one message with a rate are results, whatever article their names would find. */
const asksOfCounters = (intent: MessageReading["intent"]): boolean =>
  intent.kind === "question" && intent.topic === "allocated-reserved-device";
