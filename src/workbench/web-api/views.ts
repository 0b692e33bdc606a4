import type { Bench } from "../bench.ts";
import { userOf } from "../directory.ts";
import type { Json } from "../json.ts";
import { filled, isJson, parseJson } from "../json.ts";
import type { View } from "../model.ts";
import { knowsFile, refusal } from "../prepared.ts";
import { spendTrigger } from "../tickets.ts";
import { validateView } from "../validate/validate.ts";
import { homeOf, openModal, publishHome, pushModal, replaceView, stackOf, viewToWire } from "../views.ts";
import type { Method, MethodAnswer } from "./method.ts";
import { Failed, failed, failedBy, method, missing } from "./method.ts";

const readView = (bench: Bench, args: Json, type: View["type"]): Json | Failed => {
  const view = typeof args["view"] === "string" ? parseJson(args["view"]) : args["view"];
  if (view === undefined) return missing("view");
  const issues = validateView(view, type, "/view", knowsFile(bench));
  if (issues.length > 0 || !isJson(view)) return failedBy(refusal("invalid_arguments", issues));
  return view;
};

const taken = (bench: Bench, content: Json, except?: View): boolean => {
  const wanted = filled(content["external_id"]);
  return (
    wanted !== undefined &&
    [...bench.views.values()].some((view) => view !== except && view.externalId === wanted)
  );
};

/** Content and the person whose trigger this is; the view is looked at first, so a bad one does not spend the trigger. */
const forTrigger = (bench: Bench, args: Json): { content: Json; user: string } | Failed => {
  const id = filled(args["trigger_id"]) ?? filled(args["interactivity_pointer"]);
  if (id === undefined) return missing("trigger_id");
  const content = readView(bench, args, "modal");
  if (content instanceof Failed) return content;
  if (taken(bench, content)) return failed("duplicate_external_id");
  const trigger = spendTrigger(bench, id);
  return typeof trigger === "string" ? failed(trigger) : { content, user: trigger.user };
};

const open = (bench: Bench, args: Json): MethodAnswer => {
  const ready = forTrigger(bench, args);
  return ready instanceof Failed ? ready : { view: viewToWire(openModal(bench, ready.user, ready.content)) };
};

const push = (bench: Bench, args: Json): MethodAnswer => {
  const ready = forTrigger(bench, args);
  if (ready instanceof Failed) return ready;
  if (stackOf(bench, ready.user).length === 0) return failed("view_not_found");
  const view = pushModal(bench, ready.user, ready.content);
  return view === undefined ? failed("push_limit_reached") : { view: viewToWire(view) };
};

const conflict = (view: View, args: Json): boolean =>
  filled(args["hash"]) !== undefined && args["hash"] !== view.hash;

const update = (bench: Bench, args: Json): MethodAnswer => {
  const [viewId, externalId] = [filled(args["view_id"]), filled(args["external_id"])];
  if (viewId === undefined && externalId === undefined) return missing("view_id");
  const view =
    viewId === undefined
      ? [...bench.views.values()].find((one) => one.externalId === externalId)
      : bench.views.get(viewId);
  if (view === undefined) return failed("not_found");
  const content = readView(bench, args, view.type);
  if (content instanceof Failed) return content;
  if (taken(bench, content, view)) return failed("duplicate_external_id");
  if (conflict(view, args)) return failed("hash_conflict");
  replaceView(bench, view, content);
  return { view: viewToWire(view) };
};

const publish = (bench: Bench, args: Json): MethodAnswer => {
  const user = userOf(bench, filled(args["user_id"]) ?? "");
  if (user === undefined || user.bot) return failed("user_not_found");
  const content = readView(bench, args, "home");
  if (content instanceof Failed) return content;
  const before = homeOf(bench, user.id);
  if (before !== undefined && conflict(before, args)) return failed("hash_conflict");
  return { view: viewToWire(publishHome(bench, user.id, content)) };
};

export const VIEWS: Record<string, Method> = {
  "views.open": method([], open),
  "views.push": method([], push),
  "views.update": method([], update),
  "views.publish": method([], publish),
};
