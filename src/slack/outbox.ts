import { breathe } from "../app/breathe.ts";
import type { OutboxStore } from "../app/ports.ts";
import type { Answer } from "./answer.ts";
import { isAnswer } from "./answer.ts";
import type { Poster } from "./poster.ts";
import { errorFields, slackErrorCode } from "./slack-error.ts";
import type { Log, Telemetry } from "./telemetry.ts";

export interface Outbox {
  /** Decides the answer for good, then posts it. A delivery answered before is not answered again. */
  say(answer: Answer): Promise<void>;
  /** Takes on what was decided before the instant and never reached Slack; `posted` resolves when all was tried. */
  recover(before: Date): Promise<{ readonly keys: readonly string[]; readonly posted: Promise<void> }>;
}

const mostAttempts = 6;

/** Slack said no, and would say so again; everything else (no network, too fast, a full queue) deserves another try. */
export const isFinal = (error: unknown): boolean => {
  const code = slackErrorCode(error);
  return code !== null && !passing.has(code);
};
const passing = new Set([
  "ratelimited",
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
]);

/** Between deciding and posting lies a row on disk: a crash in between costs a delay, not the answer. */
export function makeOutbox(deps: {
  readonly store: OutboxStore;
  readonly poster: Poster;
  /** Ours: what other workspaces wait for is posted with other tokens. */
  readonly workspace: () => string;
  readonly now: () => Date;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): Outbox {
  const { store, poster, now, log, telemetry } = deps;
  const posting = new Set<string>();

  const deliver = async (answer: Answer, since?: string): Promise<void> => {
    if (posting.has(answer.key)) return;
    posting.add(answer.key);
    try {
      await poster.post(answer, since);
      await store.sent(answer.workspace, answer.key, now().toISOString());
    } finally {
      posting.delete(answer.key);
    }
  };

  const postInTurn = async (
    taken: readonly { readonly answer: Answer; readonly since: string; readonly attempts: number }[],
  ): Promise<void> => {
    for (const { answer, since, attempts } of taken) {
      try {
        await deliver(answer, since);
      } catch (error) {
        log.warn({ ...errorFields(error), attempts }, "an answer waits for the next try");
      }
    }
  };

  return {
    say: async (answer) => {
      const { workspace, key } = answer;
      await breathe();
      const fresh = await store.put(
        { workspace, key, payload: JSON.stringify({ ...answer, at: now().toISOString() }) },
        now().toISOString(),
      );
      if (!fresh) return;
      try {
        await deliver(answer);
      } catch (error) {
        if (isFinal(error)) {
          await store.sent(workspace, key, now().toISOString());
          throw error;
        }
        log.warn({ ...errorFields(error) }, "an answer waits for the next try");
      }
    },
    recover: async (before) => {
      const unsent = await store.claimUnsent(deps.workspace(), before.toISOString(), 50, now().toISOString());
      const taken: { readonly answer: Answer; readonly since: string; readonly attempts: number }[] = [];
      for (const { payload, attempts, workspace, key } of unsent) {
        if (posting.has(key)) continue;
        const answer: unknown = JSON.parse(payload);
        if (!isAnswer(answer) || attempts > mostAttempts) {
          log.error({ attempts }, "an answer was given up");
          telemetry.wrote("outbox", "refused");
          await store.sent(workspace, key, now().toISOString());
          continue;
        }
        const { at } = answer as { at?: unknown };
        taken.push({ answer, since: typeof at === "string" ? at : before.toISOString(), attempts });
      }
      return { keys: taken.map(({ answer }) => answer.key), posted: postInTurn(taken) };
    },
  };
}
