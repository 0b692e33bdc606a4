import type { Answer, MessageReading } from "../domain/conversation.ts";

const machineFields = /^(?:accelerator|gpus|memoryGib|limits\.among)$/u;

/** A peak that was measured, or the RAM of the asker's machine, and nothing else: set against the plan, which stays. */
export function statedBeside({ intent, changes, context }: MessageReading): Answer | null {
  if (context.failure !== undefined || context.reports?.includes("conversion") === true) return null;
  if (!["change", "chatter", "question"].includes(intent.kind)) return null;
  const peak = context.observed?.["measuredPeakGib"];
  if (peak !== undefined && changes.every(({ field }) => machineFields.test(field)))
    return { about: "memory", statedGib: peak };
  if (context.hostRamGib !== undefined && changes.length === 0)
    return { about: "host", statedGib: context.hostRamGib };
  return null;
}
