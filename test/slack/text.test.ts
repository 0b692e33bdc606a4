import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentions, readSlackText } from "../../src/slack/text.ts";

const bot = "U0BOT";

describe("what a person typed, from what Slack sends", () => {
  it.each([
    ["<@U0BOT> llama 8b", "llama 8b"],
    ["llama 8b <@U0BOT|gpu-plan>, lora", "llama 8b , lora"],
    ["ask <@U1|camille> about <@W2>", "ask @U1 about @W2"],
    ["see <#C1|gpu> and <#C2>", "see #gpu and #C2"],
    ["<!here> <!subteam^S1|@ml> <!date^1^{date}|Monday>", "@here @ml Monday"],
    ["<http://node.js|node.js> at <https://hf.co/x>", "node.js at https://hf.co/x"],
    ["<mailto:a@b.c|a@b.c>", "a@b.c"],
    ["a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"],
    ["&lt;@U0BOT&gt; typed by hand", "<@U0BOT> typed by hand"],
    ["&amp;lt;", "&lt;"],
    ["```llama 8b```\n`lora`", "llama 8b\nlora"],
    ["llama\u00a08b\u202f4k\u200b", "llama 8b 4k"],
    ["", ""],
  ])("%j → %j", (raw, typed) => {
    expect(readSlackText(raw, bot)).toBe(typed);
  });

  it("gives back any text without markup that Slack has escaped once", () => {
    const word = fc.string({
      unit: fc.constantFrom("a", "b", "<", ">", "&", "#", "@", "!", "|", ";", " ", "4", "8", "k"),
    });
    fc.assert(
      fc.property(word, (typed) => {
        const escaped = typed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        expect(readSlackText(escaped, bot)).toBe(typed.replace(/ +/gu, " ").trim());
      }),
    );
  });

  it("knows a mention wherever it stands, and no other", () => {
    expect(mentions("et <@U0BOT> ?", bot)).toBe(true);
    expect(mentions("<@U0BOT|gpu-plan>", bot)).toBe(true);
    expect(mentions("<@U0BOT2> U0BOT", bot)).toBe(false);
  });
});
