import { h, replace, uid } from "./dom.js";
import { plain, textObject } from "./mrkdwn.js";
import { store } from "./store.js";

const WAIT_MS = 120;

/** A menu whose options the bot gives while somebody types; one value, or several as removable chips. */
export const combobox = (ctx, block, element, label, say, many) => {
  const entry = ctx.entry(block.block_id, element.action_id);
  let chosen = many ? (entry.selected_options ?? []) : [entry.selected_option].filter((option) => option);
  let shown = [];
  let active = -1;
  let asked = 0;
  let timer;
  const listId = uid("options");
  const list = h("ul", { id: listId, class: "options", role: "listbox", hidden: true });
  const chips = h("div", { class: "chips" });
  const input = h("input", {
    type: "text",
    class: "element",
    role: "combobox",
    autocomplete: "off",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    "aria-controls": listId,
    "data-block": block.block_id,
    "data-action": element.action_id,
    ...(label.id === undefined
      ? { "aria-label": label.text }
      : { "aria-labelledby": label.id, "aria-describedby": label.describedBy }),
    placeholder: plain(element.placeholder) || store.words.search,
  });

  const open = (yes) => {
    list.hidden = !yes;
    input.setAttribute("aria-expanded", String(yes));
    if (!yes) {
      active = -1;
      input.removeAttribute("aria-activedescendant");
    }
  };
  const showChosen = () => {
    if (many) {
      replace(
        chips,
        chosen.map((option) =>
          h(
            "span",
            { class: "chip" },
            plain(option.text),
            h(
              "button",
              {
                type: "button",
                "aria-label": store.words.remove(plain(option.text)),
                onclick: () => change(chosen.filter((item) => item.value !== option.value)),
              },
              "×",
            ),
          ),
        ),
      );
      input.value = "";
    } else input.value = chosen[0] === undefined ? "" : plain(chosen[0].text);
  };
  const change = (next) => {
    chosen = next;
    clearTimeout(timer);
    asked += 1;
    showChosen();
    open(false);
    if (many) say(ctx, block, element, chosen, { selected_options: chosen });
    else say(ctx, block, element, chosen[0] ?? null, { selected_option: chosen[0] });
  };
  const pick = (option) =>
    change(many ? [...chosen.filter((item) => item.value !== option.value), option] : [option]);

  const mark = (index) => {
    active = index;
    [...list.querySelectorAll("[role=option]")].forEach((item, at) => {
      item.setAttribute("aria-selected", String(at === index));
      if (at === index) {
        input.setAttribute("aria-activedescendant", item.id);
        item.scrollIntoView({ block: "nearest" });
      }
    });
  };
  const row = (option) =>
    h(
      "li",
      {
        role: "option",
        id: uid("option"),
        "aria-selected": "false",
        onmousedown: (event) => event.preventDefault(),
        onclick: () => pick(option),
      },
      textObject(option.text),
      option.description && h("small", {}, textObject(option.description)),
    );
  const load = async () => {
    const query =
      chosen[0] !== undefined && !many && input.value === plain(chosen[0].text) ? "" : input.value;
    const turn = (asked += 1);
    if (query.length < (element.min_query_length ?? 3)) {
      open(false);
      return;
    }
    if (list.hidden) {
      replace(list, h("li", { class: "hint" }, store.words.searching));
      open(true);
    }
    const answer = await ctx.options(block.block_id, element.action_id, query);
    if (turn !== asked || document.activeElement !== input) return;
    const groups = answer.groups ?? [];
    shown = [...(answer.options ?? []), ...groups.flatMap((group) => group.options)];
    const rows = [
      ...(answer.options ?? []).map(row),
      ...groups.flatMap((group) => [
        h("li", { class: "hint", role: "presentation" }, plain(group.label)),
        ...group.options.map(row),
      ]),
    ];
    replace(list, rows.length === 0 ? h("li", { class: "hint" }, store.words.nothingFound) : rows);
    open(true);
    active = -1;
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    // What was listed answers an older question: Enter must not pick from it.
    asked += 1;
    shown = [];
    active = -1;
    replace(list, h("li", { class: "hint" }, store.words.searching));
    timer = setTimeout(load, WAIT_MS);
    if (!many && input.value === "" && chosen.length > 0) change([]);
  });
  input.addEventListener("focus", () => {
    if (input.dataset.quiet !== undefined) return;
    if (!many) input.select();
    load();
  });
  input.addEventListener("blur", () => {
    clearTimeout(timer);
    open(false);
    if (!many) showChosen();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) load();
      else if (shown.length > 0)
        mark(
          (active +
            (event.key === "ArrowDown" ? 1 : shown.length - 1) +
            (active < 0 && event.key === "ArrowUp" ? 1 : 0)) %
            shown.length,
        );
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!list.hidden && shown[Math.max(active, 0)] !== undefined) pick(shown[Math.max(active, 0)]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      open(false);
    } else if (event.key === "Backspace" && many && input.value === "" && chosen.length > 0)
      change(chosen.slice(0, -1));
  });
  showChosen();
  return h("div", { class: "combobox" }, chips, input, list);
};
