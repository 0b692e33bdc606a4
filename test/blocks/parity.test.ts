import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderReply, type View } from "../../blocks/render-reply.ts";
import type { Reply } from "../../src/domain/conversation.ts";
import { arbitraryPlan } from "../support/arbitrary-reply.ts";
import { lookupFixture } from "../support/plan-fixture.ts";
import { readableTexts } from "../support/slack-limits.ts";

const view = (noted: boolean): View => ({
  lookup: lookupFixture(),
  showAmounts: true,
  followUps: "listen",
  timeZone: "Europe/Paris",
  ...(noted ? { headNote: { revision: 3, changedBy: "Zoé", at: "2026-11-30T13:05:00Z" } } : {}),
});

/** Figures whatever the signs between their digits, and how many lines and buttons they stand in: the facts without the words. */
function factsOf(reply: Reply, noted: boolean): unknown {
  const { head } = renderReply(reply, view(noted));
  const blocks = head?.blocks ?? [];
  return {
    kinds: blocks.map(({ type }) => type),
    lines: readableTexts(blocks).map(({ text }) => text.split("\n").length),
    buttons: blocks.flatMap((b) => (b.type === "actions" ? [b.elements.length] : [])),
  };
}

describe("a head in two languages", () => {
  it("has the same rows in each, whatever the plan", { timeout: 60_000 }, () => {
    const ref = { planId: "p", revision: 1, owner: "U1" };
    fc.assert(
      fc.property(arbitraryPlan, fc.boolean(), (plan, noted) => {
        const inLanguage = (language: "en" | "fr") =>
          factsOf({ language, reading: null, kind: "plan", plan, ref }, noted);
        expect(inLanguage("fr")).toEqual(inLanguage("en"));
      }),
      { numRuns: 150 },
    );
  });
});
