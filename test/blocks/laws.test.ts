import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionIds, decodeButton } from "../../blocks/ids.ts";
import { limits } from "../../blocks/limits.ts";
import { phoneLines } from "../../blocks/phone-lines.ts";
import { plainText } from "../../blocks/plain-text.ts";
import { renderReply, type Message, type View } from "../../blocks/render-reply.ts";
import { arbitraryReply } from "../support/arbitrary-reply.ts";
import { lookupFixture } from "../support/plan-fixture.ts";
import { readableTexts, slackFaults } from "../support/slack-limits.ts";

const view = (showAmounts: boolean): View => ({
  lookup: lookupFixture(),
  showAmounts,
  followUps: "mention",
  timeZone: "Europe/Paris",
  headNote: { revision: 3, changedBy: "Zoé", at: "2026-11-30T13:05:00Z" },
});

const messagesOf = (rendered: ReturnType<typeof renderReply>): Message[] =>
  [rendered.head, rendered.details, rendered.thread, rendered.ephemeral].filter((m) => m !== undefined);

describe("whatever the outcome", { timeout: 30_000 }, () => {
  it("stays within what Slack accepts", () => {
    fc.assert(
      fc.property(arbitraryReply, fc.boolean(), (reply, amounts) => {
        const messages = messagesOf(renderReply(reply, view(amounts)));
        expect(messages.length).toBeGreaterThan(0);
        for (const message of messages) expect(slackFaults(message)).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it("pings nobody and lets no one style our words", () => {
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        for (const { text, blocks } of messagesOf(renderReply(reply, view(true)))) {
          const mrkdwn = [
            text,
            ...blocks.flatMap((b) => (b.type === "section" ? [b.text?.text ?? ""] : [])),
          ].join("\n");
          expect(mrkdwn).not.toMatch(/<[!@#]/u);
          expect(mrkdwn).not.toMatch(/@(?:channel|here|everyone)/iu);
          expect(mrkdwn.replaceAll(/&(?:amp|lt|gt);/gu, "")).not.toContain("&");
        }
      }),
      { numRuns: 100 },
    );
  });

  it("has a head of at most eight lines on a phone, its notification a sentence under 150 characters", () => {
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        if (reply.kind !== "plan") return;
        const { head } = renderReply(reply, view(false));
        const lines = readableTexts(head?.blocks ?? []).reduce(
          (sum, { text, kind }) => sum + phoneLines(text, kind),
          0,
        );
        expect(lines, JSON.stringify(readableTexts(head?.blocks ?? []))).toBeLessThanOrEqual(
          limits.headLines,
        );
        expect((head?.text.split("\n")[0] ?? "").replaceAll(/&(?:amp|lt|gt);/gu, "x").length).toBeLessThan(
          150,
        );
      }),
      { numRuns: 120 },
    );
  });

  it("says in an edited head which revision it shows, feasible or not", () => {
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        if ((reply.kind !== "plan" && reply.kind !== "question") || reply.ref.variant !== undefined) return;
        const { head } = renderReply(reply, view(false));
        expect(readableTexts(head?.blocks ?? []).map(({ text }) => text)).toContainEqual(
          expect.stringMatching(/r[ée]v\. 3, .*Zoé/u),
        );
      }),
      { numRuns: 120 },
    );
  });

  it("shows a what-if of somebody else in the thread, to adopt; its buttons say which one they mean", () => {
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        if (reply.kind !== "plan" && reply.kind !== "question" && reply.kind !== "change") return;
        const { variant } = reply.ref;
        if (variant === undefined) return;
        const { head, details, thread } = renderReply(reply, view(false));
        expect([head, details]).toEqual([undefined, undefined]);
        const buttons = (thread?.blocks ?? [])
          .flatMap((b) => (b.type === "actions" ? b.elements : []))
          .map((e) => ({
            id: e.action_id ?? "",
            means: decodeButton("value" in e ? e.value : null)?.variant,
          }));
        expect(buttons.map(({ id }) => id)).toContain(actionIds.adoptVariant);
        expect(buttons.map(({ means }) => means)).toEqual(buttons.map(() => variant.id));
      }),
      { numRuns: 120 },
    );
  });

  it("answers a change in at most six lines, the last naming its base", () => {
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        if (reply.kind !== "change" || reply.plan.best === null) return;
        const lines = readableTexts(renderReply(reply, view(false)).thread?.blocks ?? []).flatMap(
          ({ text }) => text.split("\n"),
        );
        expect(lines.length).toBeLessThanOrEqual(6);
        expect(lines.at(-1)).toMatch(/r[ée]v\. \d/u);
      }),
      { numRuns: 100 },
    );
  });

  it("keeps a cap out of what others can read", () => {
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        if (reply.kind !== "plan") return;
        const secret = { amount: 31_415, currency: "EUR" };
        const plan = { ...reply.plan, spec: { ...reply.plan.spec, limits: { budget: secret } } };
        const said = messagesOf(renderReply({ ...reply, plan, reading: null }, view(false)))
          .map((m) => JSON.stringify(m))
          .join("");
        expect(said).not.toMatch(/31[\s,\u00A0\u202F]?415/u);
      }),
      { numRuns: 100 },
    );
  });

  it("reads the same as plain text, without a trace of markup of ours", () => {
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        const said = plainText(reply, view(true));
        expect(said).not.toBe("");
        expect(said).not.toMatch(/&(?:lt|gt);|\u2060/u);
      }),
      { numRuns: 100 },
    );
  });
});
