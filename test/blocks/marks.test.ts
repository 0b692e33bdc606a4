import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bold, code, section, toMessage, type Line } from "../../blocks/kit.ts";
import { withCode } from "../../blocks/knowledge.ts";
import { renderReply } from "../../blocks/render-reply.ts";
import { arbitraryReply } from "../support/arbitrary-reply.ts";
import { bareMarks, mrkdwnTexts } from "../support/marks.ts";
import { lookupFixture } from "../support/plan-fixture.ts";

const mrkdwnOf = (...lines: Line[]): string =>
  mrkdwnTexts(toMessage({ pieces: [section(...lines)] }, { more: String }).blocks).join("\n");

describe("marks of bold and code", () => {
  it.each<[Line, string]>([
    [["• ", bold("To check: "), "choose"], "• *To check:* choose"],
    [["• ", bold("À vérifier\u00A0: "), "le poste"], "• *À vérifier\u00A0:* le poste"],
    [[bold("7B"), "model"], "*7B* model"],
    [["the", bold("7B")], "the *7B*"],
    [[bold("a"), bold("b")], "*a* *b*"],
    [["(", bold("a"), ")."], "(*a*)."],
    [["• ", ...withCode("`dmesg` for the killer, `a_b`.")], "• `dmesg` for the killer, `a_b`."],
    [withCode("First `x y` then", bold), "*First* `x y` *then*"],
    [[code(" m3 "), ", ", code("ultra")], " `m3` , `ultra`"],
  ])("%j is written %s", (line, written) => {
    expect(mrkdwnOf(line)).toBe(written);
  });

  it("never touch a letter on their outer side, whatever stands beside them", () => {
    const word = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("a ", " b", "c", "*", "`", "é:", " "));
    const span = fc.oneof(word, word.map(bold), word.map(code));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), (line) => {
        expect(bareMarks(mrkdwnOf(line))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("never touch a letter in any reply", () => {
    const view = { lookup: lookupFixture(), showAmounts: true, followUps: "listen", timeZone: null } as const;
    fc.assert(
      fc.property(arbitraryReply, (reply) => {
        const { head, details, thread, ephemeral } = renderReply(reply, view);
        for (const message of [head, details, thread, ephemeral])
          for (const text of mrkdwnTexts(message?.blocks ?? [])) expect(bareMarks(text)).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });
});
