import { isJson, list, object } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Check, CheckContext, Surface } from "./check.ts";
import { anything, boolean, byType, integer, issue, items, matching, oneOf, shape, text } from "./check.ts";
import { anyText, imageSource, mrkdwnText, plainText } from "./compositions.ts";
import type { ElementType } from "./elements.ts";
import { distinctActionIds, ELEMENTS, elementsOf } from "./elements.ts";
import { richTextBlock } from "./rich-text.ts";

const id = { block_id: text(1, LIMITS.blockId) };

const menus: ElementType[] = [
  "static_select",
  "external_select",
  "users_select",
  "conversations_select",
  "channels_select",
];
const multiMenus: ElementType[] = menus.map((name) => `multi_${name}` as ElementType);
const choices: ElementType[] = [
  "checkboxes",
  "radio_buttons",
  "datepicker",
  "timepicker",
  ...menus,
  ...multiMenus,
];

const sectionNeedsText: Check = (value, at, context) => {
  const { text: main, fields } = object(value);
  if (main === undefined && fields === undefined)
    issue(context, at, "must have at least one of: text, fields");
};

const cell = byType({
  raw_text: shape({ text: text(1, LIMITS.tableCharacters) }),
  rich_text: richTextBlock,
});
const columnSetting: Check = (value, at, context) => {
  if (value === null) return;
  shape({}, { align: oneOf("left", "center", "right"), is_wrapped: boolean })(value, at, context);
};
const table = shape(
  { rows: items(items(cell, 1, LIMITS.tableColumns), 1, LIMITS.tableRows) },
  { ...id, column_settings: items(columnSetting, 0, LIMITS.tableColumns) },
);
const dataTable = shape(
  { caption: text(1, LIMITS.label), rows: items(items(anything, 1, LIMITS.tableColumns), 2, 101) },
  { ...id, page_size: integer(1, 100), row_header_column_index: integer(0, 19) },
);

const image = ELEMENTS.image;
const card = shape(
  {},
  {
    ...id,
    hero_image: image,
    icon: image,
    title: mrkdwnText(LIMITS.cardTitle),
    subtitle: mrkdwnText(LIMITS.cardTitle),
    body: mrkdwnText(LIMITS.cardBody),
    actions: items(byType({ button: ELEMENTS.button }), 1, LIMITS.actionElements),
  },
  (value, at, context) => {
    const given = object(value);
    if (!["hero_image", "title", "actions", "body"].some((key) => given[key] !== undefined)) {
      issue(context, at, "must have at least one of: hero_image, title, actions, body");
    }
  },
);

const taskCard = shape(
  {
    task_id: text(1, 255),
    title: text(1, LIMITS.label),
    status: oneOf("pending", "in_progress", "complete", "error"),
  },
  { ...id, details: richTextBlock, output: richTextBlock, sources: items(anything, 0, 100) },
);

const everywhere: Record<string, Check> = {
  section: shape(
    {},
    {
      ...id,
      text: anyText(LIMITS.sectionText),
      fields: items(anyText(LIMITS.fieldText), 1, LIMITS.fields),
      accessory: byType(elementsOf("button", "image", "overflow", "workflow_button", ...choices)),
      expand: boolean,
    },
    sectionNeedsText,
  ),
  header: shape({ text: plainText(LIMITS.headerText) }, id),
  divider: shape({}, id),
  context: shape(
    {
      elements: items(
        byType({ image, mrkdwn: anyText(LIMITS.sectionText), plain_text: anyText(LIMITS.sectionText) }),
        1,
        LIMITS.contextElements,
      ),
    },
    id,
  ),
  actions: shape(
    {
      elements: items(
        byType(
          elementsOf(
            "button",
            "overflow",
            "workflow_button",
            "datetimepicker",
            "rich_text_input",
            ...choices,
          ),
        ),
        1,
        LIMITS.actionElements,
      ),
    },
    id,
    distinctActionIds,
  ),
  image: shape(
    { alt_text: text(1, LIMITS.altText) },
    { ...id, title: plainText(LIMITS.altText), image_url: text(1, LIMITS.url), slack_file: anything },
    imageSource,
  ),
  input: shape(
    {
      label: plainText(LIMITS.label),
      element: byType(
        elementsOf(
          "plain_text_input",
          "email_text_input",
          "url_text_input",
          "number_input",
          "rich_text_input",
          "file_input",
          "datetimepicker",
          ...choices,
        ),
      ),
    },
    { ...id, hint: plainText(LIMITS.hint), optional: boolean, dispatch_action: boolean },
  ),
  rich_text: richTextBlock,
  card,
  video: shape(
    {
      alt_text: text(1, LIMITS.altText),
      title: plainText(199),
      thumbnail_url: text(1, LIMITS.url),
      video_url: matching(/^https:/u, "an https address"),
    },
    {
      ...id,
      title_url: text(1, LIMITS.url),
      author_name: text(1, 49),
      provider_name: text(1, 255),
      provider_icon_url: text(1, LIMITS.url),
      description: plainText(199),
    },
  ),
};

const inMessages: Record<string, Check> = {
  ...everywhere,
  markdown: shape({ text: text(1, LIMITS.markdownCharacters) }, id),
  table,
  data_table: dataTable,
  context_actions: shape(
    { elements: items(byType(elementsOf("feedback_buttons", "icon_button")), 1, LIMITS.contextActions) },
    id,
    distinctActionIds,
  ),
  carousel: shape({ elements: items(byType({ card }), 1, LIMITS.carouselCards) }, id),
  container: anything,
  task_card: taskCard,
  plan: shape({ title: text(1, LIMITS.label) }, { ...id, tasks: items(anything, 0, 100) }),
};

const SURFACES: Record<Surface, Record<string, Check>> = {
  message: inMessages,
  modal: {
    ...everywhere,
    alert: shape(
      { text: anyText(LIMITS.alertText) },
      { ...id, level: oneOf("default", "info", "warning", "error", "success") },
    ),
  },
  home: {
    ...everywhere,
    carousel: shape({ elements: items(byType({ card }), 1, LIMITS.carouselCards) }, id),
  },
};

const strings = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(strings);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "text" && typeof item === "string" ? [item] : strings(item),
  );
};

/** Characters of all text inside, as Slack's ceilings count them. */
export const countCharacters = (value: unknown): number =>
  strings(value).reduce((sum, item) => sum + item.length, 0);

const wholeRules = (blocks: unknown[], at: string, context: CheckContext): void => {
  const ids = new Set<string>();
  let tables = 0;
  let tableCharacters = 0;
  let markdown = 0;
  blocks.forEach((item, index) => {
    const block = object(item);
    const blockId = block["block_id"];
    if (typeof blockId === "string") {
      if (ids.has(blockId))
        issue(context, `${at}/${index}/block_id`, `\`block_id\` "${blockId}" already exists`);
      ids.add(blockId);
    }
    if (block["type"] === "table") {
      tables += 1;
      tableCharacters += countCharacters(block["rows"]);
      if (tables > LIMITS.tablesPerMessage) issue(context, `${at}/${index}`, "only_one_table_allowed");
      else if (tableCharacters > LIMITS.tableCharacters) {
        issue(context, `${at}/${index}/rows`, `must be less than ${LIMITS.tableCharacters + 1} characters`);
      }
    }
    if (block["type"] === "markdown" && typeof block["text"] === "string") {
      markdown += block["text"].length;
      if (markdown > LIMITS.markdownCharacters) {
        issue(
          context,
          `${at}/${index}/text`,
          `must be less than ${LIMITS.markdownCharacters + 1} characters in all markdown blocks`,
        );
      }
    }
  });
};

const focused = (blocks: unknown[]): number =>
  JSON.stringify(blocks).split('"focus_on_load":true').length - 1;

/** All blocks of one message, modal or Home tab. */
export const checkBlocks: Check = (value, at, context) => {
  const max = context.surface === "message" ? LIMITS.blocksPerMessage : LIMITS.blocksPerView;
  items(byType(SURFACES[context.surface]), 0, max)(value, at, context);
  const blocks = list(value);
  wholeRules(blocks, at, context);
  if (focused(blocks) > 1) issue(context, at, "only one element can have focus_on_load");
};
