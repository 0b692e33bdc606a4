import { h } from "./dom.js";
import { plain, textObject } from "./mrkdwn.js";
import { store } from "./store.js";

/** A confirm object as a dialog; true when confirmed. The browser keeps the focus inside. */
export const confirmed = (confirm) =>
  new Promise((resolve) => {
    if (confirm === undefined || confirm === null) {
      resolve(true);
      return;
    }
    const dialog = h(
      "dialog",
      { class: "confirm", "aria-labelledby": "confirm-title" },
      h("h2", { id: "confirm-title" }, plain(confirm.title) || store.words.choose),
      h("p", {}, textObject(confirm.text)),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", onclick: () => dialog.close("no") },
          plain(confirm.deny) || store.words.cancel,
        ),
        h(
          "button",
          {
            type: "button",
            class: confirm.style === "danger" ? "danger" : "primary",
            onclick: () => dialog.close("yes"),
          },
          plain(confirm.confirm) || "OK",
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
