import type { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import type { PlanRecord } from "../../src/app/ports.ts";
import type { Bot } from "../../src/slack/bot.ts";
import { makeChannels } from "../../src/slack/channels.ts";
import { viewFor } from "../../src/slack/view-for.ts";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const withSlack = (answer: object | null) => {
  let asked = 0;
  const info = async (): Promise<object> => {
    asked += 1;
    if (answer === null) throw new Error("missing_scope");
    return { ok: true, channel: answer };
  };
  const client = { conversations: { info } } as unknown as WebClient;
  return { channels: makeChannels(client, () => 0, log), asked: () => asked };
};

describe("whether a channel is public", () => {
  it.each([
    [{ type: "channel" }, true],
    [{ type: "group" }, false],
    [{ type: "im" }, false],
    [{ type: "mpim" }, false],
    [{ name: "gpu" }, true],
    [{ name: "privategroup" }, false],
    [{ name: "directmessage" }, false],
    [{ name: "mpdm-a--b-1" }, false],
  ])("%j: %s, without asking Slack", async (said, open) => {
    const { channels, asked } = withSlack(null);
    channels.heard("C1", said);
    expect(await channels.isPublic("C1")).toBe(open);
    expect(asked()).toBe(0);
  });

  it.each([
    ["a scope is missing", null, false],
    ["it is public", { is_channel: true, is_private: false }, true],
    ["it is private, though its id starts with C", { is_channel: true, is_private: true }, false],
    ["it is a group of direct messages", { is_channel: false, is_mpim: true, is_private: true }, false],
  ])("asks Slack once where the delivery does not say: %s", async (_case, answer, open) => {
    const { channels, asked } = withSlack(answer);
    channels.heard("C1", { type: undefined, name: "" });
    expect([await channels.isPublic("C1"), await channels.isPublic("C1")]).toEqual([open, open]);
    expect(asked()).toBe(1);
  });

  it.each([null, "D1", "G1"])("never %s", async (channel) => {
    const { channels, asked } = withSlack({ is_channel: true });
    expect(await channels.isPublic(channel)).toBe(false);
    expect(asked()).toBe(0);
  });
});

describe("amounts", () => {
  const bot = {
    people: { find: async () => ({ locale: null, timeZone: null, name: null }), peek: () => null },
    profile: "mention",
  } as unknown as Bot;
  const plan = { owner: "UOWNER", editors: ["UEDITOR"], revisions: [] } as unknown as PlanRecord;

  it.each([
    ["the owner in a direct message", "UOWNER", null, plan, true],
    ["an editor in a direct message", "UEDITOR", "D1", plan, true],
    ["anyone else in a direct message", "UOTHER", null, plan, false],
    ["a direct message before there is a plan", "UOTHER", "D1", null, true],
    ["the owner in a channel", "UOWNER", "C1", plan, false],
  ])("%s", async (_who, user, channel, record, shown) => {
    expect((await viewFor(bot, { user, channel }, record)).showAmounts).toBe(shown);
  });
});
