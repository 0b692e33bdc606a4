import { confirmed } from "./dialogs.js";
import { post, store, told } from "./store.js";

/** Values as typed, until the server has them; by view, block and action. */
const typed = new Map();

/**
 * What an element needs to know about its place: what it holds, and how to say that it was used.
 * `entry` is Slack's state object, `value` what was typed a moment ago.
 */
export const contextFor = (target, values) => {
  const key = target.viewId ?? `${target.channel}:${target.messageTs}`;
  const at = (blockId, actionId) => `${key}/${blockId}/${actionId}`;
  return {
    key,
    target,
    entry: (blockId, actionId) =>
      typed.get(at(blockId, actionId))?.entry ?? values?.[blockId]?.[actionId] ?? {},
    forget: (blockId, actionId) => typed.delete(at(blockId, actionId)),
    /** Keeps a value; `entry` is how it would look in the state. */
    enter: (blockId, actionId, value, entry) => {
      typed.set(at(blockId, actionId), { entry });
      return post("fill", { viewId: target.viewId, values: { [blockId]: { [actionId]: value } } });
    },
    /** Uses an element: block_actions. */
    use: async (blockId, element, value, confirm = element.confirm) => {
      if (!(await confirmed(confirm))) return { ok: true, quiet: true, cancelled: true };
      return told(post("use", { ...target, blockId, actionId: element.action_id, value }));
    },
    options: (blockId, actionId, query) => post("options", { ...target, blockId, actionId, query }),
  };
};

export const forgetView = (viewId) => {
  for (const key of typed.keys()) if (key.startsWith(`${viewId}/`)) typed.delete(key);
};

export const locale = () => store.locale;
