import { randomBytes } from "node:crypto";
import type { Bench } from "./bench.ts";
import { announce, nextId, now } from "./bench.ts";
import { valuesFor } from "./entries.ts";
import type { Json } from "./json.ts";
import { copy, filled, objects } from "./json.ts";
import { LIMITS } from "./limits.ts";
import type { View } from "./model.ts";
import { nameBlocks } from "./post.ts";
import { APP_ID, BOT_ID, TEAM } from "./seed.ts";

const newHash = (bench: Bench): string =>
  `${Math.floor(now(bench) / 1000)}.${randomBytes(4).toString("hex")}`;

const named = (content: Json, id: string): Json => ({
  ...copy(content),
  blocks: nameBlocks(objects(content["blocks"]), id.slice(-3).toLowerCase()),
});

export const stackOf = (bench: Bench, user: string): string[] => bench.stacks.get(user) ?? [];

export const topView = (bench: Bench, user: string): View | undefined =>
  bench.views.get(stackOf(bench, user).at(-1) ?? "");

const tellViews = (bench: Bench, user: string): void => {
  announce(bench, { kind: "views", onlyFor: user, data: {} });
};

const create = (bench: Bench, user: string, content: Json, previous?: View): View => {
  const id = nextId(bench, "V");
  const shown = named(content, id);
  const externalId = filled(content["external_id"]);
  return {
    id,
    type: content["type"] === "home" ? "home" : "modal",
    user,
    hash: newHash(bench),
    rootId: previous?.rootId ?? id,
    ...(previous === undefined ? {} : { previousId: previous.id }),
    ...(externalId === undefined ? {} : { externalId }),
    content: shown,
    values: valuesFor(shown["blocks"]),
  };
};

/** Opens a modal in place of whatever was open. */
export const openModal = (bench: Bench, user: string, content: Json): View => {
  for (const id of stackOf(bench, user)) bench.views.delete(id);
  const view = create(bench, user, content);
  bench.views.set(view.id, view);
  bench.stacks.set(user, [view.id]);
  tellViews(bench, user);
  return view;
};

/** Puts a modal on top; undefined when three are there already. */
export const pushModal = (bench: Bench, user: string, content: Json): View | undefined => {
  const stack = stackOf(bench, user);
  if (stack.length >= LIMITS.viewStack) return undefined;
  const view = create(bench, user, content, bench.views.get(stack.at(-1) ?? ""));
  bench.views.set(view.id, view);
  bench.stacks.set(user, [...stack, view.id]);
  tellViews(bench, user);
  return view;
};

/** Replaces the whole content; what was entered stays where block_id and action_id stay. */
export const replaceView = (bench: Bench, view: View, content: Json): void => {
  view.content = named(content, view.id);
  view.values = valuesFor(view.content["blocks"], view.values);
  view.hash = newHash(bench);
  const externalId = filled(content["external_id"]);
  if (externalId === undefined) delete view.externalId;
  else view.externalId = externalId;
  if (view.type === "home") showHome(bench, view);
  else tellViews(bench, view.user);
};

/** Takes one modal away, or all of them. */
export const dropModals = (bench: Bench, user: string, all: boolean): void => {
  const stack = stackOf(bench, user);
  const kept = all ? [] : stack.slice(0, -1);
  for (const id of stack.slice(kept.length)) bench.views.delete(id);
  bench.stacks.set(user, kept);
  tellViews(bench, user);
};

const showHome = (bench: Bench, view: View): void => {
  bench.world.homes[view.user] = view.content;
  announce(bench, { kind: "home", onlyFor: view.user, data: {} });
};

export const publishHome = (bench: Bench, user: string, content: Json): View => {
  const before = bench.homes.get(user);
  if (before !== undefined) {
    replaceView(bench, before, content);
    return before;
  }
  const view = create(bench, user, content);
  bench.homes.set(user, view);
  bench.views.set(view.id, view);
  showHome(bench, view);
  return view;
};

/** The Home tab, also one kept from before a restart. */
export const homeOf = (bench: Bench, user: string): View | undefined => {
  const kept = bench.world.homes[user];
  if (!bench.homes.has(user) && kept !== undefined) {
    const view = create(bench, user, kept);
    bench.homes.set(user, view);
    bench.views.set(view.id, view);
  }
  return bench.homes.get(user);
};

/** A view as Web API answers and payloads carry it. */
export const viewToWire = (view: View): Json => {
  const { content } = view;
  return {
    id: view.id,
    team_id: TEAM.id,
    type: view.type,
    blocks: content["blocks"],
    private_metadata: content["private_metadata"] ?? "",
    callback_id: content["callback_id"] ?? "",
    state: { values: view.values },
    hash: view.hash,
    title: content["title"] ?? { type: "plain_text", text: "View Title", emoji: true },
    clear_on_close: content["clear_on_close"] ?? false,
    notify_on_close: content["notify_on_close"] ?? false,
    close: content["close"] ?? null,
    submit: content["submit"] ?? null,
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: APP_ID,
    external_id: view.externalId ?? "",
    app_installed_team_id: TEAM.id,
    bot_id: BOT_ID,
  };
};
