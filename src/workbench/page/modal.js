import { drawBlocks } from "./blocks.js";
import { contextFor, forgetView } from "./context.js";
import { h, replace } from "./dom.js";
import { plain, textObject } from "./mrkdwn.js";
import { post, store, told } from "./store.js";

let dialog;
let shownId;

/** Where the cursor was, to put it back after the bot has redrawn the view. */
const focusOf = (root) => {
  const active = document.activeElement;
  if (active === null || !root.contains(active)) return undefined;
  const { block, action, value } = active.dataset;
  return action === undefined
    ? undefined
    : { block, action, value, start: active.selectionStart, end: active.selectionEnd };
};

/** Moves the focus; a menu that opens at focus stays closed. */
const quietly = (control) => {
  control.dataset.quiet = "";
  control.focus();
  delete control.dataset.quiet;
};

const refocus = (root, focus) => {
  if (focus === undefined) return;
  const found = [...root.querySelectorAll("[data-action]")].find(
    (item) =>
      item.dataset.block === focus.block &&
      item.dataset.action === focus.action &&
      item.dataset.value === focus.value &&
      item.matches("input, textarea, select, button, summary"),
  );
  if (found === undefined) return;
  quietly(found);
  if (typeof focus.start === "number" && found.setSelectionRange)
    found.setSelectionRange(focus.start, focus.end);
};

const showErrors = (errors) => {
  for (const field of dialog.querySelectorAll("[data-input]")) {
    const text = errors[field.dataset.input];
    const place = field.querySelector(".field-error");
    place.textContent = text ?? "";
    place.hidden = text === undefined;
    field.classList.toggle("invalid", text !== undefined);
    for (const control of field.querySelectorAll("input, select, textarea")) {
      if (text === undefined) control.removeAttribute("aria-invalid");
      else control.setAttribute("aria-invalid", "true");
    }
  }
  dialog.querySelector(".invalid input, .invalid select, .invalid textarea")?.focus();
};

const submit = async (view, button) => {
  if (button) button.disabled = true;
  showErrors({});
  const outcome = await told(post("submit", { viewId: view.id }));
  if (button) button.disabled = false;
  if (outcome.errors !== undefined && dialog !== undefined) showErrors(outcome.errors);
};

const closeView = (all) => told(post("close", { all }));

const content = (view, depth) => {
  const ctx = contextFor({ viewId: view.id }, view.state.values);
  const submitButton =
    view.submit && h("button", { type: "submit", class: "primary" }, textObject(view.submit));
  return h(
    "form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        if (view.submit) submit(view, submitButton);
      },
    },
    h(
      "header",
      {},
      depth > 1 &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": plain(view.close) || store.words.close,
            onclick: () => closeView(false),
          },
          "‹",
        ),
      h("h2", { id: "modal-title" }, textObject(view.title)),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": store.words.close, onclick: () => closeView(true) },
        "×",
      ),
    ),
    h("div", { class: "modal-body" }, drawBlocks(ctx, view.blocks)),
    h(
      "footer",
      {},
      h("span", { class: "faint" }, store.data.users.find((user) => user.bot)?.realName),
      h(
        "button",
        { type: "button", onclick: () => closeView(false) },
        plain(view.close) || store.words.cancel,
      ),
      submitButton,
    ),
  );
};

/** Draws the top view; redrawn in place it keeps what was typed and where the cursor is. */
export const showViews = (views) => {
  const view = views.at(-1);
  if (view === undefined) {
    if (shownId !== undefined) forgetView(shownId);
    shownId = undefined;
    dialog?.close();
    dialog?.remove();
    dialog = undefined;
    return;
  }
  if (dialog === undefined) {
    dialog = h("dialog", { class: "modal", "aria-labelledby": "modal-title" });
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      closeView(false);
    });
    document.body.append(dialog);
  }
  const again = shownId === view.id;
  const focus = again ? focusOf(dialog) : undefined;
  const scrolled = again ? (dialog.querySelector(".modal-body")?.scrollTop ?? 0) : 0;
  shownId = view.id;
  replace(dialog, content(view, views.length));
  if (!dialog.open) dialog.showModal();
  dialog.querySelector(".modal-body").scrollTop = scrolled;
  if (again) refocus(dialog, focus);
  else {
    const wanted = view.blocks.find((block) => block.element?.focus_on_load)?.element.action_id;
    const first =
      wanted === undefined
        ? dialog.querySelector(".modal-body input, .modal-body select, .modal-body textarea")
        : dialog.querySelector(`[data-action="${CSS.escape(wanted)}"]`);
    quietly(first ?? dialog.querySelector("header button:last-child"));
  }
};
