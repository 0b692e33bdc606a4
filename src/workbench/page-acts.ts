import type { Bench } from "./bench.ts";
import type { Json } from "./json.ts";
import { filled, flag, list, object, string } from "./json.ts";
import type { Target } from "./person/act.ts";
import { loadOptions, useElement } from "./person/act.ts";
import { close, fill, submit } from "./person/modal.ts";
import { globalShortcut, messageShortcut, openApp } from "./person/shortcuts.ts";
import { changeMessage, deleteMessage, sendCommand, writeMessage } from "./person/write.ts";

const target = (args: Json): Target => ({
  channel: filled(args["channel"]),
  messageTs: filled(args["messageTs"]),
  viewId: filled(args["viewId"]),
  blockId: filled(args["blockId"]),
  actionId: filled(args["actionId"]) ?? "",
});

const need = (args: Json, key: string): string => {
  const value = string(args[key]);
  if (value === undefined) throw new Error(`${key} is missing`);
  return value;
};

type Act = (bench: Bench, user: string, args: Json) => unknown;

const ACTS: Record<string, Act> = {
  command: (bench, user, args) =>
    sendCommand(
      bench,
      user,
      need(args, "channel"),
      need(args, "command"),
      string(args["text"]) ?? "",
      filled(args["threadTs"]),
    ),
  message: (bench, user, args) => {
    const { ts } = writeMessage(bench, user, need(args, "channel"), need(args, "text"), {
      threadTs: filled(args["threadTs"]),
      fileIds: list(args["fileIds"]).filter((id) => typeof id === "string"),
      broadcast: flag(args["broadcast"]),
    });
    return { ok: true, ts };
  },
  edit: (bench, user, args) => {
    changeMessage(bench, user, need(args, "channel"), need(args, "ts"), need(args, "text"));
    return { ok: true };
  },
  remove: (bench, user, args) => {
    deleteMessage(bench, user, need(args, "channel"), need(args, "ts"));
    return { ok: true };
  },
  use: (bench, user, args) => useElement(bench, user, target(args), args["value"]),
  options: (bench, user, args) => loadOptions(bench, user, target(args), string(args["query"]) ?? ""),
  fill: (bench, user, args) => {
    fill(
      bench,
      user,
      object(args["values"]) as Record<string, Record<string, unknown>>,
      filled(args["viewId"]),
    );
    return { ok: true };
  },
  submit: (bench, user, args) => submit(bench, user, filled(args["viewId"])),
  close: (bench, user, args) => close(bench, user, flag(args["all"])),
  openApp: (bench, user, args) => {
    openApp(bench, user, args["tab"] === "messages" ? "messages" : "home");
    return { ok: true };
  },
  messageShortcut: (bench, user, args) =>
    messageShortcut(bench, user, need(args, "callbackId"), need(args, "channel"), need(args, "ts")),
  globalShortcut: (bench, user, args) => globalShortcut(bench, user, need(args, "callbackId")),
};

/** Carries out what somebody did on the page. */
export const act = async (bench: Bench, user: string, name: string, args: Json): Promise<unknown> => {
  const run = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (run === undefined) throw new Error(`no act ${name}`);
  return await run(bench, user, args);
};
