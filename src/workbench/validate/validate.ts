import { LIMITS } from "../limits.ts";
import { checkBlocks, countCharacters } from "./blocks.ts";
import type { CheckContext, Issue, Surface } from "./check.ts";
import { checkView } from "./view.ts";

export type KnowsFile = CheckContext["knowsFile"];

const anyFile: KnowsFile = () => true;

/** What Slack would refuse in these blocks on this surface; empty when it would take them. */
export const validateBlocks = (
  blocks: unknown,
  surface: Surface,
  at = "/blocks",
  knowsFile = anyFile,
): Issue[] => {
  const context: CheckContext = { surface, issues: [], knowsFile };
  checkBlocks(blocks, at, context);
  return context.issues;
};

/** What Slack would refuse in this modal or Home tab. */
export const validateView = (
  view: unknown,
  type: "modal" | "home",
  at = "/view",
  knowsFile = anyFile,
): Issue[] => {
  const context: CheckContext = { surface: type, issues: [], knowsFile };
  checkView(view, at, context);
  const given = (view as { type?: unknown } | null)?.type;
  if (context.issues.length === 0 && given !== type) {
    context.issues.push({ pointer: `${at}/type`, message: `must be ${type}` });
  }
  return context.issues;
};

export const blocksTooLong = (blocks: unknown): boolean =>
  countCharacters(blocks) > LIMITS.messageBlockCharacters;

/** Slack's own way of writing a refusal. */
export const sayIssue = (issue: Issue): string => `${issue.message} [json-pointer:${issue.pointer}]`;
