import { breathe } from "../app/breathe.ts";
import type { Conversation } from "../app/conversation-port.ts";

/** One thread does the work: more at once makes everyone wait longer, acknowledgements too. */
const atOnce = 2;

/** The same conversation, a few answers at a time, in the order they were asked for; posting them is not held up. */
export function inTurn(conversation: Conversation): Conversation {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const turn = async <T>(use: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    try {
      await breathe();
      return await use();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  return {
    receive: (incoming) => turn(() => conversation.receive(incoming)),
    planFromSpec: (request) => turn(() => conversation.planFromSpec(request)),
    planOffered: (request) => turn(() => conversation.planOffered(request)),
    applyToPlan: (request) => turn(() => conversation.applyToPlan(request)),
    undo: (request) => turn(() => conversation.undo(request)),
    adoptVariant: (request) => turn(() => conversation.adoptVariant(request)),
    recordPilot: (post) => turn(() => conversation.recordPilot(post)),
    setSilence: (request) => turn(() => conversation.setSilence(request)),
    changeSettings: (request) => conversation.changeSettings(request),
    mine: (asker) => turn(() => conversation.mine(asker)),
    reminders: (request) => turn(() => conversation.reminders(request)),
    withdrawResult: (request) => turn(() => conversation.withdrawResult(request)),
    cancelReminders: (request) => turn(() => conversation.cancelReminders(request)),
    team: (workspace) => conversation.team(workspace),
  };
}
