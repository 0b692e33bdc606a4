import { isJson, list, object } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Check } from "./check.ts";
import { boolean, byType, issue, items, oneOf, shape, text } from "./check.ts";

export const plainText = (max: number, min = 1): Check =>
  byType({ plain_text: shape({ text: text(min, max) }, { emoji: boolean }) });

export const anyText = (max: number): Check =>
  byType({
    plain_text: shape({ text: text(1, max) }, { emoji: boolean }),
    mrkdwn: shape({ text: text(1, max) }, { verbatim: boolean }),
  });

export const mrkdwnText = (max: number): Check =>
  byType({ mrkdwn: shape({ text: text(1, max) }, { verbatim: boolean }) });

export const confirm: Check = shape(
  { text: anyText(LIMITS.confirmText) },
  {
    title: plainText(LIMITS.confirmTitle),
    confirm: plainText(LIMITS.confirmButton),
    deny: plainText(LIMITS.confirmButton),
    style: oneOf("primary", "danger"),
  },
);

export const option = (label: Check, urlAllowed = false): Check =>
  shape(
    { text: label, value: text(1, LIMITS.optionValue) },
    {
      description: anyText(LIMITS.optionDescription),
      ...(urlAllowed ? { url: text(1, LIMITS.url) } : {}),
    },
  );

export const selectOption = option(plainText(LIMITS.optionText));
export const choiceOption = option(anyText(LIMITS.optionText));

export const optionGroup: Check = shape({
  label: plainText(LIMITS.optionText),
  options: items(selectOption, 1, LIMITS.options),
});

/** Options a static menu offers, whether grouped or not. */
export const offered = (element: unknown): unknown[] => {
  const menu = object(element);
  return [
    ...list(menu["options"]),
    ...list(menu["option_groups"]).flatMap((group) => list(object(group)["options"])),
  ];
};

const sameOption = (one: unknown, other: unknown): boolean =>
  isJson(one) &&
  isJson(other) &&
  one["value"] === other["value"] &&
  object(one["text"])["text"] === object(other["text"])["text"];

/** An initial option must be one of the options, text and value alike. */
export const initialAmongOffered: Check = (value, at, context) => {
  const menu = object(value);
  const available = offered(menu);
  const single = menu["initial_option"];
  if (single !== undefined && !available.some((item) => sameOption(item, single))) {
    issue(context, `${at}/initial_option`, "must match one of the options");
  }
  list(menu["initial_options"]).forEach((chosen, index) => {
    if (!available.some((item) => sameOption(item, chosen))) {
      issue(context, `${at}/initial_options/${index}`, "must match one of the options");
    }
  });
};

/** Options or option groups, exactly one of the two. */
export const optionsOrGroups: Check = (value, at, context) => {
  const menu = object(value);
  const given = [menu["options"], menu["option_groups"]].filter((item) => item !== undefined);
  if (given.length !== 1) issue(context, at, "must have exactly one of: options, option_groups");
};

/** `image_url` or `slack_file`, never both; the file must be known and ready. */
export const imageSource: Check = (value, at, context) => {
  const image = object(value);
  const given = [image["image_url"], image["slack_file"]].filter((item) => item !== undefined);
  if (given.length !== 1) issue(context, at, "must have exactly one of: image_url, slack_file");
  const file = image["slack_file"];
  if (file === undefined) return;
  const { id, url } = object(file);
  const pointed = [id, url].filter((item) => typeof item === "string");
  if (pointed.length !== 1 || Object.keys(object(file)).length !== 1) {
    issue(context, `${at}/slack_file`, "must have exactly one of: id, url");
  } else if (!context.knowsFile(object(file))) {
    issue(context, `${at}/slack_file`, "invalid slack file");
  }
};
