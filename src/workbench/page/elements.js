import { h, uid } from "./dom.js";
import { link, plain, textObject } from "./mrkdwn.js";
import { combobox } from "./combobox.js";
import { fileInput } from "./file-input.js";
import { channelLabel, store } from "./store.js";

/** Says a value: kept only, or used at once. */
const say = (ctx, block, element, value, entry) => {
  if (block.type === "input" && !block.dispatch_action)
    return ctx.enter(block.block_id, element.action_id, value, entry);
  if (ctx.target.viewId !== undefined) ctx.enter(block.block_id, element.action_id, value, entry);
  return ctx.use(block.block_id, element, value);
};

const common = (block, element, label) => ({
  "data-block": block.block_id,
  "data-action": element.action_id,
  ...(label.id === undefined
    ? { "aria-label": label.text }
    : { "aria-labelledby": label.id, "aria-describedby": label.describedBy }),
});

const button = (ctx, block, element) => {
  const pressed = async (event) => {
    const target = event.currentTarget;
    target.disabled = true;
    const outcome = await ctx.use(block.block_id, element);
    target.disabled = false;
    target.classList.toggle("trouble", outcome.ok === false);
  };
  const shown = h(
    "button",
    {
      type: "button",
      class: `element ${element.style ?? ""}`,
      "aria-label": element.accessibility_label,
      onclick: pressed,
      ...common(block, element, {}),
    },
    textObject(element.text),
  );
  shown.removeAttribute("aria-labelledby");
  if (element.accessibility_label === undefined) shown.removeAttribute("aria-label");
  return element.url === undefined ? shown : h("span", { class: "with-link" }, shown, link(element.url, "↗"));
};

const overflow = (ctx, block, element) => {
  const menu = h(
    "div",
    { class: "menu", role: "menu" },
    element.options.map((option) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          onclick: () => {
            details.open = false;
            if (option.url !== undefined && /^https?:/u.test(option.url))
              window.open(option.url, "_blank", "noopener");
            ctx.use(block.block_id, element, option.value);
          },
        },
        textObject(option.text),
        option.description && h("small", {}, textObject(option.description)),
      ),
    ),
  );
  const details = h(
    "details",
    { class: "overflow" },
    h("summary", { "aria-label": store.words.more, class: "element", "data-action": element.action_id }, "⋯"),
    menu,
  );
  details.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && details.open) {
      event.stopPropagation();
      event.preventDefault();
      details.open = false;
      details.querySelector("summary").focus();
    }
  });
  return details;
};

/** A native menu over fixed options: keyboards and phones know it. */
const menu = (ctx, block, element, label, groups, current) => {
  const optionFor = (option) =>
    h("option", { value: option.value, selected: option.value === current }, plain(option.text));
  const select = h(
    "select",
    {
      ...common(block, element, label),
      class: "element",
      onchange: () => {
        const chosen = groups
          .flatMap((group) => group.options)
          .find((option) => option.value === select.value);
        if (chosen !== undefined)
          say(ctx, block, element, chosen.value, { selected_option: chosen, chosen: chosen.value });
        else say(ctx, block, element, null, {});
      },
    },
    h(
      "option",
      { value: "", selected: current === undefined, disabled: !(block.type === "input" && block.optional) },
      plain(element.placeholder) || store.words.choose,
    ),
    groups.map((group) =>
      group.label === undefined
        ? group.options.map(optionFor)
        : h("optgroup", { label: plain(group.label) }, group.options.map(optionFor)),
    ),
  );
  return select;
};

const staticGroups = (element) => element.option_groups ?? [{ options: element.options ?? [] }];

const people = () =>
  store.data.users.map((user) => ({ value: user.id, text: { type: "plain_text", text: user.realName } }));
const places = (types) =>
  store.data.channels
    .filter((channel) => types.includes(channel.kind))
    .map((channel) => ({ value: channel.id, text: { type: "plain_text", text: channelLabel(channel) } }));

/** Options and the state key of the menus that Slack fills itself. */
const WORKSPACE = {
  users_select: { key: "selected_user", options: people },
  channels_select: { key: "selected_channel", options: () => places(["public"]) },
  conversations_select: { key: "selected_conversation", options: () => places(["public", "private", "im"]) },
};

const workspaceMenu = (ctx, block, element, label) => {
  const { key, options } = WORKSPACE[element.type];
  const entry = ctx.entry(block.block_id, element.action_id);
  return menu(ctx, block, element, label, [{ options: options() }], entry.chosen ?? entry[key] ?? undefined);
};

/** Several of a list: radio buttons or boxes to tick. */
const choices = (ctx, block, element, label, { many, options, current }) => {
  const name = uid("choice");
  const boxes = options.map((option) =>
    h("input", {
      type: many ? "checkbox" : "radio",
      name,
      value: option.value,
      checked: current.includes(option.value),
      "data-block": block.block_id,
      "data-action": element.action_id,
      "data-value": option.value,
    }),
  );
  const changed = () => {
    const chosen = options.filter((_, index) => boxes[index].checked);
    const values = chosen.map((option) => option.value);
    if (many) say(ctx, block, element, values, { selected_options: chosen, chosen: values });
    else say(ctx, block, element, values[0] ?? null, { selected_option: chosen[0] });
  };
  return h(
    "div",
    {
      class: "choices",
      role: many ? "group" : "radiogroup",
      onchange: changed,
      ...common(block, element, label),
      "data-action": undefined,
    },
    options.map((option, index) =>
      h(
        "label",
        {},
        boxes[index],
        h(
          "span",
          {},
          textObject(option.text),
          option.description && h("small", {}, textObject(option.description)),
        ),
      ),
    ),
  );
};

const values = (entry) => (entry.selected_options ?? []).map((option) => option.value);

const moment = (type, key) => (ctx, block, element, label) => {
  const current = ctx.entry(block.block_id, element.action_id)[key];
  const input = h("input", {
    type,
    class: "element",
    value:
      key === "selected_date_time" && current
        ? new Date(current * 1000).toISOString().slice(0, 16)
        : (current ?? ""),
    ...common(block, element, label),
    onchange: () => {
      const value =
        key === "selected_date_time"
          ? input.value === ""
            ? null
            : Math.floor(new Date(`${input.value}Z`).getTime() / 1000)
          : input.value || null;
      say(ctx, block, element, value, { [key]: value });
    },
  });
  return input;
};

/** Every kind of typed text; the value goes up at each keystroke, block_actions on Enter or as asked. */
const typedText = (ctx, block, element, label) => {
  const current = ctx.entry(block.block_id, element.action_id).value ?? "";
  const triggers = element.dispatch_action_config?.trigger_actions_on ?? ["on_enter_pressed"];
  const dispatches = block.dispatch_action === true;
  const attributes = {
    ...common(block, element, label),
    class: "element",
    value: current,
    placeholder: plain(element.placeholder),
    maxlength: element.max_length,
    autocomplete: "off",
    inputmode: {
      number_input: element.is_decimal_allowed ? "decimal" : "numeric",
      email_text_input: "email",
      url_text_input: "url",
    }[element.type],
    oninput: () => {
      ctx.enter(block.block_id, element.action_id, input.value, { value: input.value });
      if (dispatches && triggers.includes("on_character_entered"))
        ctx.use(block.block_id, element, input.value);
    },
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.shiftKey || !dispatches || !triggers.includes("on_enter_pressed"))
        return;
      event.preventDefault();
      ctx.use(block.block_id, element, input.value);
    },
  };
  const input = element.multiline
    ? h("textarea", { ...attributes, rows: 4 })
    : h("input", { ...attributes, type: "text" });
  return dispatches && triggers.includes("on_enter_pressed")
    ? h("div", { class: "stack" }, input, h("small", {}, store.words.pressEnter))
    : input;
};

const feedback = (ctx, block, element) =>
  h(
    "span",
    { class: "feedback" },
    [
      [element.positive_button, "👍", store.words.positive],
      [element.negative_button, "👎", store.words.negative],
    ].map(([item, sign, name]) =>
      h(
        "button",
        {
          type: "button",
          class: "element quiet",
          title: plain(item.text),
          "aria-label": item.accessibility_label ?? (plain(item.text) || name),
          onclick: () => ctx.use(block.block_id, element, item.value),
        },
        `${sign} `,
        textObject(item.text),
      ),
    ),
  );

const DRAW = {
  button,
  workflow_button: button,
  overflow,
  feedback_buttons: feedback,
  icon_button: (ctx, block, element) =>
    (element.visible_to_user_ids ?? [store.me]).includes(store.me) &&
    h(
      "button",
      {
        type: "button",
        class: "element quiet",
        title: plain(element.text),
        "aria-label": element.accessibility_label ?? plain(element.text),
        onclick: () => ctx.use(block.block_id, element),
      },
      "🗑",
    ),
  static_select: (ctx, block, element, label) =>
    menu(
      ctx,
      block,
      element,
      label,
      staticGroups(element),
      ctx.entry(block.block_id, element.action_id).selected_option?.value,
    ),
  external_select: (ctx, block, element, label) => combobox(ctx, block, element, label, say, false),
  multi_external_select: (ctx, block, element, label) => combobox(ctx, block, element, label, say, true),
  multi_static_select: (ctx, block, element, label) =>
    choices(ctx, block, element, label, {
      many: true,
      options: staticGroups(element).flatMap((group) => group.options),
      current: values(ctx.entry(block.block_id, element.action_id)),
    }),
  checkboxes: (ctx, block, element, label) =>
    choices(ctx, block, element, label, {
      many: true,
      options: element.options,
      current: values(ctx.entry(block.block_id, element.action_id)),
    }),
  radio_buttons: (ctx, block, element, label) =>
    choices(ctx, block, element, label, {
      many: false,
      options: element.options,
      current: [ctx.entry(block.block_id, element.action_id).selected_option?.value],
    }),
  users_select: workspaceMenu,
  channels_select: workspaceMenu,
  conversations_select: workspaceMenu,
  datepicker: moment("date", "selected_date"),
  timepicker: moment("time", "selected_time"),
  datetimepicker: moment("datetime-local", "selected_date_time"),
  plain_text_input: typedText,
  email_text_input: typedText,
  url_text_input: typedText,
  number_input: typedText,
  file_input: (ctx, block, element, label) => fileInput(ctx, block, element, label),
};

for (const [kind, key] of [
  ["users", "selected_users"],
  ["channels", "selected_channels"],
  ["conversations", "selected_conversations"],
]) {
  DRAW[`multi_${kind}_select`] = (ctx, block, element, label) => {
    const entry = ctx.entry(block.block_id, element.action_id);
    return choices(ctx, block, element, label, {
      many: true,
      options: WORKSPACE[`${kind}_select`].options(),
      current: entry.chosen ?? entry[key] ?? [],
    });
  };
}

/** An interactive element; one that is not known is a labelled box. */
export const drawElement = (
  ctx,
  block,
  element,
  label = { text: plain(element.placeholder) || store.words.choose },
) => {
  const draw = DRAW[element.type];
  return draw === undefined
    ? h("span", { class: "unknown" }, store.words.unknownBlock(element.type))
    : draw(ctx, block, element, label);
};
