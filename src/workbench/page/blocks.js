import { h, uid } from "./dom.js";
import { drawElement } from "./elements.js";
import { markdown } from "./markdown.js";
import { mrkdwn, plain, textObject } from "./mrkdwn.js";
import { richText } from "./rich-text.js";
import { store } from "./store.js";

/** Local files only; an image from elsewhere is named, never fetched. */
const imageSource = (image) => {
  if (image.slack_file !== undefined) {
    const id = image.slack_file.id ?? /(F0\w+)/u.exec(image.slack_file.url ?? "")?.[1];
    return `/_page/file/${id}`;
  }
  const address = image.image_url ?? "";
  return address.startsWith("data:image/") || address.startsWith(`${location.origin}/`) ? address : undefined;
};

export const drawImage = (image, className) => {
  const source = imageSource(image);
  if (source === undefined)
    return h(
      "span",
      { class: "unknown", title: image.image_url },
      `${store.words.remoteImage} : ${image.alt_text}`,
    );
  return h("img", { class: className, src: source, alt: image.alt_text, loading: "lazy" });
};

const withAccessory = (ctx, block, body) => {
  if (block.accessory === undefined) return body;
  const side =
    block.accessory.type === "image"
      ? drawImage(block.accessory, "thumb")
      : drawElement(ctx, block, block.accessory);
  return h("div", { class: "with-accessory" }, body, h("div", { class: "accessory" }, side));
};

const section = (ctx, block) =>
  withAccessory(
    ctx,
    block,
    h(
      "div",
      { class: "section" },
      block.text && h("div", {}, textObject(block.text)),
      block.fields &&
        h(
          "div",
          { class: "fields" },
          block.fields.map((field) => h("div", {}, textObject(field))),
        ),
    ),
  );

const cell = (content) =>
  content.type === "rich_text" ? richText(content) : (content.text ?? String(content.value ?? ""));

const table = (_ctx, block) => {
  const [head = [], ...rows] = block.rows;
  const alignOf = (index) =>
    `align-${block.column_settings?.[index]?.align ?? "left"}${block.column_settings?.[index]?.is_wrapped ? " wrapped" : ""}`;
  return h(
    "div",
    {
      class: "table-scroll",
      tabindex: "0",
      role: "region",
      "aria-label": block.caption ?? store.words.table,
    },
    h(
      "table",
      {},
      block.caption && h("caption", {}, block.caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((content, index) => h("th", { scope: "col", class: alignOf(index) }, cell(content))),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((content, index) => h("td", { class: alignOf(index) }, cell(content))),
          ),
        ),
      ),
    ),
  );
};

const input = (ctx, block) => {
  const [labelId, hintId, errorId] = [uid("label"), uid("hint"), uid("error")];
  return h(
    "div",
    { class: "input", "data-input": block.block_id },
    h(
      "div",
      { class: "label", id: labelId },
      textObject(block.label),
      block.optional && h("span", { class: "faint" }, ` ${store.words.optional}`),
    ),
    drawElement(ctx, block, block.element, {
      id: labelId,
      text: plain(block.label),
      describedBy: `${hintId} ${errorId}`,
    }),
    h("p", { class: "field-error", id: errorId, hidden: true }),
    h("p", { class: "hint", id: hintId, hidden: block.hint === undefined }, textObject(block.hint)),
  );
};

const card = (ctx, block) =>
  h(
    "div",
    { class: "card" },
    block.hero_image && drawImage(block.hero_image, "image"),
    block.title && h("strong", {}, textObject(block.title)),
    block.subtitle && h("div", { class: "faint" }, textObject(block.subtitle)),
    block.body && h("div", {}, textObject(block.body)),
    block.actions &&
      h(
        "div",
        { class: "actions" },
        block.actions.map((element) => drawElement(ctx, block, element)),
      ),
  );

const DRAW = {
  section,
  header: (_ctx, block) => h("h3", { class: "header" }, textObject(block.text)),
  divider: () => h("hr"),
  context: (_ctx, block) =>
    h(
      "div",
      { class: "context" },
      block.elements.map((element) =>
        element.type === "image" ? drawImage(element, "icon") : h("span", {}, textObject(element)),
      ),
    ),
  actions: (ctx, block) =>
    h(
      "div",
      { class: "actions" },
      block.elements.map((element) => drawElement(ctx, block, element)),
    ),
  context_actions: (ctx, block) =>
    h(
      "div",
      { class: "actions" },
      block.elements.map((element) => drawElement(ctx, block, element)),
    ),
  image: (_ctx, block) =>
    h("figure", {}, block.title && h("figcaption", {}, textObject(block.title)), drawImage(block, "image")),
  rich_text: (_ctx, block) => richText(block),
  markdown: (_ctx, block) => h("div", { class: "rich" }, markdown(block.text)),
  table,
  data_table: table,
  input,
  alert: (_ctx, block) =>
    h("div", { class: `alert ${block.level ?? "default"}`, role: "note" }, textObject(block.text)),
  card,
  carousel: (ctx, block) =>
    h(
      "div",
      { class: "carousel" },
      block.elements.map((item) => card(ctx, { ...item, block_id: block.block_id })),
    ),
  task_card: (_ctx, block) =>
    h(
      "div",
      { class: "card" },
      h("strong", {}, block.title),
      ` · ${block.status}`,
      block.details && richText(block.details),
      block.output && richText(block.output),
    ),
  plan: (ctx, block) =>
    h("div", { class: "card" }, h("strong", {}, block.title), drawBlocks(ctx, block.tasks ?? [])),
};

/** Blocks in order; what is not known stands there as a labelled box. */
export const drawBlocks = (ctx, blocks) =>
  blocks.map((block) => {
    const draw = DRAW[block.type];
    return h(
      "div",
      { class: `block block-${block.type}`, "data-block-id": block.block_id },
      draw === undefined
        ? h("div", { class: "unknown" }, store.words.unknownBlock(block.type))
        : draw(ctx, block),
    );
  });

export const drawText = (text) => h("div", { class: "block" }, mrkdwn(text));
