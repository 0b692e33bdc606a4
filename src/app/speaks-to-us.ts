import type { MessageReading } from "../domain/conversation.ts";
import type { Incoming } from "./conversation-port.ts";
import { mayRevise } from "./outcomes.ts";
import type { PlanRecord } from "./ports.ts";
import { tellsOfTheRun } from "./reported.ts";
import { statedBeside } from "./stated-beside.ts";

interface Spoken {
  readonly incoming: Incoming;
  readonly reading: MessageReading;
  /** The plan that the message may be about. */
  readonly record: PlanRecord | null;
  /** The plan whose thread it was written in. */
  readonly inThread: PlanRecord | null;
}

/** What the owner of a plan says of it in its thread wants an answer, understood or not. */
export const ownerIsUnclear = ({
  incoming,
  reading: { intent },
  inThread,
}: Omit<Spoken, "record">): boolean =>
  intent.kind === "chatter" &&
  intent.concerns === true &&
  inThread !== null &&
  mayRevise(inThread, incoming.asker);

/** Colleagues talk to each other in a plan's thread: only what concerns the plan, or names us, is answered. */
export function speaksToUs(spoken: Spoken): boolean {
  const { incoming, reading, record, inThread } = spoken;
  const { intent } = reading;
  if (incoming.mentioned) return true;
  // "Thanks" after a plan wants no lecture; "hello" before there is one does.
  if (inThread === null) return record === null || intent.kind !== "chatter";
  if (inThread.silenced) return intent.kind === "command" && intent.name === "resume";
  if (ownerIsUnclear(spoken)) return true;
  return intent.kind !== "chatter" || tellsOfTheRun(reading) || statedBeside(reading) !== null;
}
