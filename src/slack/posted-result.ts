import type { PilotToken } from "../app/pilot-token-ports.ts";
import type { ReadEvidence } from "../app/read-evidence.ts";
import { isNoResult, type PilotVerdict } from "../domain/pilot/pilot.ts";
import { askerOf, type Bot } from "./bot.ts";
import { sayOutcome } from "./say-outcome.ts";
import { errorFields } from "./slack-error.ts";

export type PostedResult =
  | { readonly kind: "judged"; readonly verdict: PilotVerdict; readonly again: boolean }
  /** No plan of this workspace that its bearer may post to. */
  | { readonly kind: "no-plan" }
  | { readonly kind: "incident"; readonly id: string };

/**
 * A result that came with a token, judged for whoever asked for the kit and said in the plan's thread. What one token
 * brings counts as one delivery: of two processes that take it at once both answer with what one of them kept.
 */
export async function postedResult(
  bot: Bot,
  token: PilotToken,
  evidence: ReadEvidence,
): Promise<PostedResult> {
  const key = `pilot-token:${token.id}`;
  if (token.workspace !== bot.self().teamId) return { kind: "no-plan" };
  const record = await bot.store.plans.get(token.workspace, token.planId);
  if (record === null) return { kind: "no-plan" };
  const { channel, threadTs } = record;
  const asker = await askerOf(bot, token.person, key);
  const outcome = await bot.conversation.recordPilot({
    asker,
    planId: token.planId,
    place: { channel, threadTs, kind: "channel" },
    files: [evidence],
    unopened: [],
    addressed: true,
  });
  const { reply } = outcome;
  if (reply.kind === "problem") return { kind: "incident", id: reply.incident ?? "" };
  if (reply.kind !== "answer" || reply.answer.about !== "pilot" || reply.answer.verdict === null)
    return { kind: "no-plan" };
  const { verdict, again } = reply.answer;
  try {
    // What is no result leaves the token good for another, which is said in its turn.
    const saying = isNoResult(verdict) ? `${key}:${verdict.key}` : key;
    await sayOutcome(bot, outcome, { key: saying, user: token.person, channel, threadTs, responseUrl: "" });
  } catch (error) {
    bot.log.warn({ planId: token.planId, ...errorFields(error) }, "a posted result could not be said");
  }
  return { kind: "judged", verdict, again };
}
