import { describe, expect, it } from "vitest";
import { isOutsider, triage, type InstallProfile, type Self } from "../../src/slack/triage.ts";

const self: Self = { userId: "UBOT", botId: "BBOT", teamId: "T1", enterpriseId: "E1" };
const opensForm = (id: string): boolean => id === "adjust";
const of = (body: unknown, profile: InstallProfile = "listen") => triage(body, self, profile, opensForm);
const event = (fields: object) => ({ type: "event_callback", event: fields });
const said = (fields: object = {}) =>
  event({
    type: "message",
    channel_type: "channel",
    channel: "C1",
    ts: "1.1",
    user: "U1",
    text: "hello",
    ...fields,
  });

describe("what is dropped before anything reads it", () => {
  it.each([
    ["our own message", said({ user: "UBOT", thread_ts: "1.0" })],
    ["a message with a bot_id", said({ bot_id: "B9", thread_ts: "1.0" })],
    ["Slackbot", said({ user: "USLACKBOT", thread_ts: "1.0" })],
    ["an edit", said({ subtype: "message_changed", thread_ts: "1.0", user: undefined })],
    ["a deletion", said({ subtype: "message_deleted", user: undefined })],
    ["a join", said({ subtype: "channel_join", thread_ts: "1.0" })],
    ["a message outside threads", said()],
    ["the head of a thread", said({ thread_ts: "1.1" })],
    [
      "a mention event in a direct message, where message.im comes too",
      event({ type: "app_mention", channel: "D1", ts: "1.1", user: "U1", text: "<@UBOT>" }),
    ],
    ["the Messages tab", event({ type: "app_home_opened", user: "U1", tab: "messages" })],
    ["an event nobody subscribed to", event({ type: "reaction_added", user: "U1" })],
    ["nonsense", 42],
  ])("%s", (_name, body) => {
    expect(of(body)).toEqual({ kind: "drop" });
  });

  it("in the mention profile also replies in threads", () => {
    expect(of(said({ thread_ts: "1.0" }), "mention")).toEqual({ kind: "drop" });
  });
});

describe("one message is one key, whatever event it comes as", () => {
  const key = "message:C1:1.1";
  it.each([
    [
      "a mention",
      event({ type: "app_mention", channel: "C1", ts: "1.1", user: "U1", text: "<@UBOT> x" }),
      { kind: "record", what: "app_mention", key },
    ],
    ["the same as a message", said({ text: "x <@UBOT>" }), { kind: "record", what: "message", key }],
    [
      "a reply in a thread",
      said({ thread_ts: "1.0" }),
      { kind: "if-owned", what: "message", key, channel: "C1", threadTs: "1.0" },
    ],
    [
      "a reply also sent to the channel",
      said({ thread_ts: "1.0", subtype: "thread_broadcast" }),
      { kind: "if-owned", what: "message", key, channel: "C1", threadTs: "1.0" },
    ],
    [
      "a direct message",
      said({ channel: "D1", channel_type: "im" }),
      { kind: "record", what: "message.im", key: "message:D1:1.1" },
    ],
  ])("%s", (_name, body, expected) => {
    expect(of(body)).toEqual(expected);
  });
});

describe("what opens a form goes first, what answers in its acknowledgement is not kept", () => {
  const action = (id: string, more: object = {}) => ({
    type: "block_actions",
    trigger_id: "t",
    actions: [{ action_id: id, ...more }],
  });
  it.each([
    ["the bare command", { command: "/gpu-plan", text: "  ", trigger_id: "t" }, "open"],
    ["the command with text", { command: "/gpu-plan", text: "x", trigger_id: "t" }, "record"],
    ["a button that opens a form", action("adjust"), "open"],
    ["a button that works", action("undo"), "record"],
    ["a link", action("source", { url: "https://x" }), "pass"],
    ["a choice inside a form", { ...action("model"), view: { type: "modal" } }, "pass"],
    ["a button of the Home tab", { ...action("home"), view: { type: "home" } }, "record"],
    ["options", { type: "block_suggestion" }, "pass"],
    ["a form", { type: "view_submission", view: { id: "V1", hash: "h" } }, "submit"],
    ["a shortcut", { type: "shortcut", trigger_id: "t" }, "open"],
  ])("%s → %s", (_name, body, kind) => {
    expect(of(body).kind).toBe(kind);
  });
});

describe("outsiders of shared channels", () => {
  it.each([
    ["a member", event({ type: "message", user_team: "T1" }), false],
    ["somebody of the same enterprise", event({ type: "message", user_team: "E1" }), false],
    ["another organisation's message", event({ type: "message", user_team: "T9", team: "T1" }), true],
    [
      "another organisation's click",
      { type: "block_actions", user: { id: "U9", team_id: "T9" }, team: { id: "T1" } },
      true,
    ],
    ["another organisation's command", { command: "/gpu-plan", team_id: "T9" }, true],
    ["nothing said about it", event({ type: "message" }), false],
  ])("%s → %s", (_name, body, outside) => {
    expect(isOutsider(body, self)).toBe(outside);
  });
});
