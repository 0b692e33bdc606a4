import type { PlanRef, Reply } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { answerPieces, besidePieces } from "./answer.ts";
import { changePieces } from "./change.ts";
import { detailsPieces } from "./details.ts";
import { recommendationHead } from "./head.ts";
import { infeasibleHead } from "./infeasible.ts";
import { adoptButton } from "./head-actions.ts";
import { actions, bold, context, section, type Draft } from "./kit.ts";
import { needsAnswerHead } from "./needs-answer.ts";
import { problemPieces } from "./problem-lines.ts";
import type { Scene } from "./view.ts";

/** Where each part goes: the head in the channel, the rest in its thread, a note to one person. */
export interface DraftReply {
  readonly head?: Draft;
  readonly details?: Draft;
  readonly thread?: Draft;
  readonly ephemeral?: Draft;
}

/** The message that stands for a plan in the channel. */
export function planHead(plan: Plan, ref: PlanRef, s: Scene): Draft {
  if (plan.infeasible !== null) return infeasibleHead(plan, plan.infeasible, ref, s);
  return plan.best === null ? needsAnswerHead(plan, ref, s) : recommendationHead(plan, plan.best, ref, s);
}

/** A plan shown whole that nobody has agreed to yet: the owner may adopt it, and that is all its buttons do. */
function variantDraft(plan: Plan, ref: PlanRef, variant: NonNullable<PlanRef["variant"]>, s: Scene): Draft {
  const { pieces, ...head } = planHead(plan, ref, s);
  const base = s.m.answers.change.variant(variant.basedOn);
  return {
    ...head,
    pieces: [...pieces.slice(0, -1), context([base]), actions(adoptButton(ref, variant.id, s))],
  };
}

/** A reply as pieces; Slack and the terminal are made from the same ones. */
export function draftReply(reply: Reply, s: Scene): DraftReply {
  const drafts = draftOf(reply, s);
  const { beside = [] } = reply;
  if (beside.length === 0 || !("plan" in reply)) return drafts;
  const pieces = beside.flatMap((one) => besidePieces(one, reply, s));
  const below = (draft: Draft): Draft => ({ ...draft, pieces: [...draft.pieces, ...pieces] });
  const { thread, details } = drafts;
  if (thread !== undefined) return { ...drafts, thread: below(thread) };
  return details === undefined ? drafts : { ...drafts, details: below(details) };
}

function draftOf(reply: Reply, s: Scene): DraftReply {
  switch (reply.kind) {
    case "silence":
      return {};
    case "plan":
      if (reply.ref.variant !== undefined) {
        return { thread: variantDraft(reply.plan, reply.ref, reply.ref.variant, s) };
      }
      return {
        head: planHead(reply.plan, reply.ref, s),
        details: { pieces: detailsPieces(reply.plan, reply.reading, s) },
      };
    case "change": {
      const thread = { pieces: changePieces(reply, s) };
      return reply.ref.variant === undefined
        ? { head: planHead(reply.plan, reply.ref, s), thread }
        : { thread };
    }
    case "question":
      if (reply.ref.variant !== undefined) {
        return { thread: variantDraft(reply.plan, reply.ref, reply.ref.variant, s) };
      }
      return {
        head: needsAnswerHead(reply.plan, reply.ref, s),
        details: { pieces: detailsPieces(reply.plan, reply.reading, s) },
      };
    case "answer":
      return { thread: { pieces: answerPieces(reply, s) } };
    case "refusal":
      return {
        thread: {
          pieces: [
            section([bold(s.m.answers.refusal[reply.reason])]),
            ...(reply.problems.length === 0 ? [] : problemPieces(reply.problems, s)),
          ],
        },
      };
    case "problem":
      return {
        ephemeral: {
          pieces:
            reply.incident === undefined
              ? problemPieces(reply.problems, s)
              : [section([s.m.errors.internal(reply.incident)])],
        },
      };
  }
}
