import type { Bench } from "./bench.ts";
import type { Json } from "./json.ts";
import { compact, isJson, list, object, objects, string } from "./json.ts";
import { offered } from "./validate/compositions.ts";
import { fileToWire } from "./wire.ts";

/** An element that keeps a value, where it stands. */
export interface Field {
  blockId: string;
  actionId: string;
  element: Json;
  block: Json;
}

/** The state key of each kind of element and, for the simple ones, its initial key. */
const KEYS: Record<string, { state: string; initial: string; many?: true }> = {
  plain_text_input: { state: "value", initial: "initial_value" },
  email_text_input: { state: "value", initial: "initial_value" },
  url_text_input: { state: "value", initial: "initial_value" },
  number_input: { state: "value", initial: "initial_value" },
  rich_text_input: { state: "rich_text_value", initial: "initial_value" },
  static_select: { state: "selected_option", initial: "initial_option" },
  external_select: { state: "selected_option", initial: "initial_option" },
  radio_buttons: { state: "selected_option", initial: "initial_option" },
  multi_static_select: { state: "selected_options", initial: "initial_options", many: true },
  multi_external_select: { state: "selected_options", initial: "initial_options", many: true },
  checkboxes: { state: "selected_options", initial: "initial_options", many: true },
  users_select: { state: "selected_user", initial: "initial_user" },
  multi_users_select: { state: "selected_users", initial: "initial_users", many: true },
  conversations_select: { state: "selected_conversation", initial: "initial_conversation" },
  multi_conversations_select: {
    state: "selected_conversations",
    initial: "initial_conversations",
    many: true,
  },
  channels_select: { state: "selected_channel", initial: "initial_channel" },
  multi_channels_select: { state: "selected_channels", initial: "initial_channels", many: true },
  datepicker: { state: "selected_date", initial: "initial_date" },
  timepicker: { state: "selected_time", initial: "initial_time" },
  datetimepicker: { state: "selected_date_time", initial: "initial_date_time" },
  file_input: { state: "files", initial: "", many: true },
};

const keysOf = (element: Json): { state: string; initial: string; many?: true } | undefined =>
  KEYS[string(element["type"]) ?? ""];

/** All interactive elements of some blocks, with or without a value. */
export const elementsIn = (blocks: unknown): Field[] =>
  objects(blocks).flatMap((block) =>
    [...list(block["elements"]), block["accessory"], block["element"], ...cardActions(block)]
      .filter(isJson)
      .flatMap((element) => {
        const [blockId, actionId] = [string(block["block_id"]), string(element["action_id"])];
        return blockId === undefined || actionId === undefined ? [] : [{ blockId, actionId, element, block }];
      }),
  );

const cardActions = (block: Json): unknown[] =>
  block["type"] === "card"
    ? list(block["actions"])
    : block["type"] === "carousel"
      ? objects(block["elements"]).flatMap((card) => list(card["actions"]))
      : [];

export const fieldsIn = (blocks: unknown): Field[] =>
  elementsIn(blocks).filter((field) => keysOf(field.element) !== undefined);

export const initialEntry = (element: Json): Json => {
  const keys = keysOf(element);
  if (keys === undefined) return {};
  return { type: element["type"], [keys.state]: element[keys.initial] ?? (keys.many === true ? [] : null) };
};

/** Values of a view's fields; what was entered stays where block_id, action_id and type stay. */
export const valuesFor = (
  blocks: unknown,
  kept: Record<string, Record<string, Json>> = {},
): Record<string, Record<string, Json>> => {
  const values: Record<string, Record<string, Json>> = {};
  for (const { blockId, actionId, element } of fieldsIn(blocks)) {
    const before = kept[blockId]?.[actionId];
    const stays = before !== undefined && before["type"] === element["type"];
    (values[blockId] ??= {})[actionId] = stays ? before : initialEntry(element);
  }
  return values;
};

const chosen = (available: unknown[], given: unknown, where: string): unknown => {
  if (isJson(given)) return given;
  const found = available.find((option) => object(option)["value"] === given);
  if (!isJson(found)) throw new Error(`${where}: no option with the value ${JSON.stringify(given)}`);
  return compact({ text: found["text"], value: found["value"], description: found["description"] });
};

export const optionsKey = (user: string, blockId: string, actionId: string): string =>
  `${user}:${blockId}:${actionId}`;

/**
 * The state entry for something a person entered. Menus take an option's value (or the option itself), many-valued
 * ones an array, files an array of file ids.
 */
export const enter = (bench: Bench, user: string, field: Field, given: unknown): Json => {
  const { element, blockId, actionId } = field;
  const keys = keysOf(element);
  const where = `${blockId}/${actionId}`;
  if (keys === undefined) throw new Error(`${where} keeps no value`);
  const type = element["type"];
  const many = keys.many === true;
  if (given === null || given === undefined || given === "") return { type, [keys.state]: many ? [] : null };
  if (type === "file_input") {
    const ids = list(given);
    const files = bench.world.files.filter((file) => ids.includes(file.id));
    return { type, files: files.map((file) => fileToWire(bench, file)) };
  }
  if (keys.state === "selected_option" || keys.state === "selected_options") {
    const available = [
      ...offered(element),
      ...(bench.loadedOptions.get(optionsKey(user, blockId, actionId)) ?? []),
      element["initial_option"],
      ...list(element["initial_options"]),
    ];
    return {
      type,
      [keys.state]: many
        ? list(given).map((one) => chosen(available, one, where))
        : chosen(available, given, where),
    };
  }
  return { type, [keys.state]: given };
};

/** Whether nothing was entered. */
export const isEmptyEntry = (entry: Json | undefined): boolean =>
  entry === undefined ||
  Object.entries(entry).every(
    ([key, value]) =>
      key === "type" || value === null || value === "" || (Array.isArray(value) && value.length === 0),
  );
