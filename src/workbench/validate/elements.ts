import { list, object } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Check } from "./check.ts";
import { anything, boolean, integer, issue, items, matching, oneOf, shape, text } from "./check.ts";
import {
  choiceOption,
  confirm,
  imageSource,
  initialAmongOffered,
  option,
  optionGroup,
  optionsOrGroups,
  plainText,
  selectOption,
} from "./compositions.ts";
import { richTextBlock } from "./rich-text.ts";

const actionId = { action_id: text(1, LIMITS.actionId) };
const focusable = { focus_on_load: boolean };
const placeholder = { placeholder: plainText(LIMITS.placeholder) };
const menu = { ...actionId, ...focusable, ...placeholder, confirm };
const multi = { max_selected_items: integer(1, 1_000) };
const dispatching = {
  dispatch_action_config: shape(
    {},
    { trigger_actions_on: items(oneOf("on_enter_pressed", "on_character_entered"), 1, 2) },
  ),
};
const ids = items(text(1, 255), 1, 1_000);
const filter = shape(
  {},
  {
    include: items(oneOf("im", "mpim", "private", "public"), 1, 4),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
);
const staticOptions = {
  options: items(selectOption, 1, LIMITS.options),
  option_groups: items(optionGroup, 1, LIMITS.optionGroups),
};
const conversations = { filter, default_to_current_conversation: boolean };
const date = matching(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/u, "a date like YYYY-MM-DD");
const numeric = matching(/^-?\d+(\.\d+)?$/u, "a number written as a string");

const lengths: Check = (value, at, context) => {
  const { min_length: min, max_length: max } = object(value);
  if (typeof min === "number" && typeof max === "number" && min > max) {
    issue(context, `${at}/min_length`, "must not be greater than max_length");
  }
};
const wholeOnly: Check = (value, at, context) => {
  const input = object(value);
  if (input["is_decimal_allowed"] !== false) return;
  for (const key of ["initial_value", "min_value", "max_value"]) {
    const given = input[key];
    if (typeof given === "string" && given.includes("."))
      issue(context, `${at}/${key}`, "must not be a decimal");
  }
};

export const button = shape(
  { text: plainText(LIMITS.buttonText) },
  {
    ...actionId,
    confirm,
    url: text(1, LIMITS.url),
    value: text(1, LIMITS.buttonValue),
    style: oneOf("primary", "danger"),
    accessibility_label: text(1, LIMITS.accessibilityLabel),
  },
);

const feedbackButton = shape(
  { text: plainText(LIMITS.buttonText), value: text(1, LIMITS.buttonValue) },
  { accessibility_label: text(1, LIMITS.accessibilityLabel) },
);

/** Every element by its type; which block may hold which is said in blocks.ts. */
export const ELEMENTS = {
  button,
  workflow_button: shape(
    { text: plainText(LIMITS.buttonText), workflow: anything },
    { ...actionId, style: oneOf("primary", "danger"), accessibility_label: text(1, 75) },
  ),
  image: shape(
    { alt_text: text(1, LIMITS.altText) },
    { image_url: text(1, LIMITS.url), slack_file: anything },
    imageSource,
  ),
  overflow: shape(
    { options: items(option(plainText(LIMITS.optionText), true), 1, LIMITS.overflow) },
    { ...actionId, confirm },
  ),
  static_select: shape(
    {},
    { ...menu, ...staticOptions, initial_option: selectOption },
    optionsOrGroups,
    initialAmongOffered,
  ),
  multi_static_select: shape(
    {},
    { ...menu, ...multi, ...staticOptions, initial_options: items(selectOption, 1, LIMITS.options) },
    optionsOrGroups,
    initialAmongOffered,
  ),
  external_select: shape({}, { ...menu, initial_option: selectOption, min_query_length: integer(0, 1_000) }),
  multi_external_select: shape(
    {},
    {
      ...menu,
      ...multi,
      initial_options: items(selectOption, 1, LIMITS.options),
      min_query_length: integer(0, 1_000),
    },
  ),
  users_select: shape({}, { ...menu, initial_user: text(1, 255) }),
  multi_users_select: shape({}, { ...menu, ...multi, initial_users: ids }),
  conversations_select: shape(
    {},
    { ...menu, ...conversations, initial_conversation: text(1, 255), response_url_enabled: boolean },
  ),
  multi_conversations_select: shape({}, { ...menu, ...multi, ...conversations, initial_conversations: ids }),
  channels_select: shape({}, { ...menu, initial_channel: text(1, 255), response_url_enabled: boolean }),
  multi_channels_select: shape({}, { ...menu, ...multi, initial_channels: ids }),
  radio_buttons: shape(
    { options: items(choiceOption, 1, LIMITS.choices) },
    { ...actionId, ...focusable, confirm, initial_option: choiceOption },
    initialAmongOffered,
  ),
  checkboxes: shape(
    { options: items(choiceOption, 1, LIMITS.choices) },
    { ...actionId, ...focusable, confirm, initial_options: items(choiceOption, 1, LIMITS.choices) },
    initialAmongOffered,
  ),
  datepicker: shape({}, { ...menu, initial_date: date }),
  timepicker: shape(
    {},
    {
      ...menu,
      initial_time: matching(/^([01]\d|2[0-3]):[0-5]\d$/u, "a time like HH:mm"),
      timezone: text(1, 255),
    },
  ),
  datetimepicker: shape(
    {},
    { ...actionId, ...focusable, confirm, initial_date_time: integer(1_000_000_000, 9_999_999_999) },
  ),
  plain_text_input: shape(
    {},
    {
      ...actionId,
      ...focusable,
      ...placeholder,
      ...dispatching,
      multiline: boolean,
      initial_value: text(0, LIMITS.inputLength),
      min_length: integer(0, LIMITS.inputLength),
      max_length: integer(1, LIMITS.inputLength),
    },
    lengths,
  ),
  email_text_input: shape(
    {},
    { ...actionId, ...focusable, ...placeholder, ...dispatching, initial_value: text(1, LIMITS.inputLength) },
  ),
  url_text_input: shape(
    {},
    { ...actionId, ...focusable, ...placeholder, ...dispatching, initial_value: text(1, LIMITS.inputLength) },
  ),
  number_input: shape(
    { is_decimal_allowed: boolean },
    {
      ...actionId,
      ...focusable,
      ...placeholder,
      ...dispatching,
      initial_value: numeric,
      min_value: numeric,
      max_value: numeric,
    },
    wholeOnly,
  ),
  rich_text_input: shape(
    {},
    { ...actionId, ...focusable, ...placeholder, ...dispatching, initial_value: richTextBlock },
  ),
  file_input: shape(
    {},
    { ...actionId, filetypes: items(text(1, 255), 1, 100), max_files: integer(1, LIMITS.maxFiles) },
  ),
  feedback_buttons: shape({ positive_button: feedbackButton, negative_button: feedbackButton }, actionId),
  icon_button: shape(
    { icon: oneOf("trash"), text: plainText(LIMITS.buttonText) },
    {
      ...actionId,
      confirm,
      accessibility_label: text(1, 75),
      value: text(1, LIMITS.buttonValue),
      visible_to_user_ids: items(text(1, 255), 1, 100),
    },
  ),
} satisfies Record<string, Check>;

export type ElementType = keyof typeof ELEMENTS;

export const elementsOf = (...types: ElementType[]): Record<string, Check> =>
  Object.fromEntries(types.map((type) => [type, ELEMENTS[type]]));

/** action_ids must differ within one block. */
export const distinctActionIds: Check = (value, at, context) => {
  const block = object(value);
  const seen = new Set<string>();
  for (const element of [...list(block["elements"]), block["accessory"], block["element"]]) {
    const id = object(element)["action_id"];
    if (typeof id !== "string") continue;
    if (seen.has(id)) issue(context, at, `\`action_id\` "${id}" already exists`);
    seen.add(id);
  }
};
