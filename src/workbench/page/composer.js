import { h, replace, uid } from "./dom.js";
import { channelLabel, post, store, told, toast, upload } from "./store.js";

/** Commands and subcommands that complete what is typed. */
const completions = (typed) => {
  if (!typed.startsWith("/") || typed.includes("\n")) return [];
  const [command, ...rest] = typed.split(/\s/u);
  if (rest.length === 0) {
    return store.data.commands
      .filter((one) => one.command.startsWith(command))
      .map((one) => ({
        insert: `${one.command} `,
        name: one.command,
        hint: one.usageHint ?? "",
        description: one.description,
      }));
  }
  const known = store.data.commands.find((one) => one.command === command);
  if (known === undefined || rest.length > 1) return [];
  return (known.subcommands ?? [])
    .filter((one) => one.name.startsWith(rest[0].toLowerCase()) && one.name !== rest[0])
    .map((one) => ({
      insert: `${command} ${one.name} `,
      name: `${command} ${one.name}`,
      hint: "",
      description: one.description,
    }));
};

const mentions = (typed) => {
  const found = /(?:^|\s)@([\w-]*)$/u.exec(typed);
  if (found === null) return [];
  const before = typed.slice(0, typed.length - found[1].length - 1);
  return store.data.users
    .filter((user) => user.id !== store.me && user.name.startsWith(found[1].toLowerCase()))
    .map((user) => ({
      insert: `${before}@${user.name} `,
      name: `@${user.name}`,
      hint: "",
      description: user.realName,
    }));
};

/** The box where people write. In a thread commands are refused, as Slack does. */
export const composer = ({ channel, threadTs, draftKey, drafts }) => {
  const { words } = store;
  const draft = drafts.get(draftKey) ?? { text: "", files: [] };
  drafts.set(draftKey, draft);
  const listId = uid("completions");
  const list = h("ul", {
    class: "completions",
    role: "listbox",
    id: listId,
    "aria-label": words.commands,
    hidden: true,
  });
  const files = h("ul", { class: "files" });
  let shown = [];
  let active = 0;

  const broadcast = h("input", { type: "checkbox" });
  const box = h("textarea", {
    rows: 1,
    class: "box",
    "aria-label": threadTs === undefined ? words.messageTo(channelLabel(channel)) : words.replyInThread,
    placeholder: threadTs === undefined ? words.messageTo(channelLabel(channel)) : words.replyPlaceholder,
    "aria-autocomplete": "list",
    "aria-controls": listId,
    value: draft.text,
  });

  const grow = () => {
    box.rows = Math.min(Math.max(box.value.split("\n").length, 1), 8);
  };
  const complete = () => {
    shown = [...completions(box.value), ...mentions(box.value)];
    // After a space nothing is half typed: Enter sends, arrows still choose.
    active = box.value.endsWith(" ") ? -1 : 0;
    list.hidden = shown.length === 0;
    replace(
      list,
      shown.map((item, index) =>
        h(
          "li",
          {
            role: "option",
            id: `${listId}-${index}`,
            "aria-selected": String(index === active),
            onmousedown: (event) => event.preventDefault(),
            onclick: () => take(item),
          },
          h("strong", {}, item.name),
          " ",
          h("span", { class: "faint" }, item.hint),
          h("small", {}, item.description),
        ),
      ),
    );
    mark();
  };
  const mark = () => {
    [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === active)));
    if (shown[active] !== undefined) box.setAttribute("aria-activedescendant", `${listId}-${active}`);
    else box.removeAttribute("aria-activedescendant");
  };
  const take = (item) => {
    box.value = item.insert;
    draft.text = box.value;
    box.focus();
    complete();
  };
  const showFiles = () =>
    replace(
      files,
      draft.files.map((file) =>
        h(
          "li",
          {},
          file.name,
          " ",
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": words.removeFile(file.name),
              onclick: () => keepFiles(draft.files.filter((one) => one !== file)),
            },
            "×",
          ),
        ),
      ),
    );
  const keepFiles = (next) => {
    draft.files = next;
    showFiles();
  };
  const add = async (given) => {
    const results = await Promise.allSettled(
      [...given].map(async (file) => ({ id: await upload(file), name: file.name })),
    );
    for (const { reason } of results.filter((result) => result.status === "rejected"))
      toast(reason instanceof TypeError ? words.failed : reason.message);
    const added = results.filter((result) => result.status === "fulfilled").map((result) => result.value);
    keepFiles([...draft.files, ...added]);
    box.focus();
  };
  /** What could not be sent goes back into the box, unless something new is already there. */
  const giveBack = (text, attached) => {
    toast(words.notSent);
    if (box.value !== "") return;
    box.value = text;
    draft.text = text;
    keepFiles(attached);
    grow();
  };
  const send = async () => {
    const text = box.value.trim();
    if (text === "" && draft.files.length === 0) return;
    const attached = draft.files;
    const fileIds = attached.map((file) => file.id);
    box.value = "";
    draft.text = "";
    keepFiles([]);
    grow();
    complete();
    if (text.startsWith("/") && fileIds.length === 0) {
      const [command] = text.split(/\s/u);
      const outcome = await post("command", {
        channel: channel.id,
        command,
        text: text.slice(command.length),
        threadTs,
      }).catch(() => undefined);
      if (outcome === undefined) giveBack(text, attached);
      else if (outcome.ok === false && outcome.shown === undefined) toast(outcome.error ?? words.failed);
      return;
    }
    const sent = await post("message", {
      channel: channel.id,
      text,
      threadTs,
      fileIds,
      broadcast: broadcast.checked,
    }).catch(() => undefined);
    if (sent === undefined) return giveBack(text, attached);
    await told(Promise.resolve(sent));
    broadcast.checked = false;
  };

  box.addEventListener("input", () => {
    draft.text = box.value;
    grow();
    complete();
  });
  box.addEventListener("blur", () => {
    list.hidden = true;
  });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const completing = !list.hidden && shown.length > 0;
    if (completing && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      active =
        event.key === "ArrowDown"
          ? (active + 1) % shown.length
          : (Math.max(active, 0) + shown.length - 1) % shown.length;
      mark();
    } else if (
      completing &&
      (event.key === "Tab" ||
        (event.key === "Enter" &&
          active >= 0 &&
          !event.shiftKey &&
          !shown.some((item) => item.insert.trim() === box.value.trim())))
    ) {
      event.preventDefault();
      take(shown[Math.max(active, 0)]);
    } else if (completing && event.key === "Escape") {
      list.hidden = true;
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  });
  box.addEventListener("paste", (event) => {
    if (event.clipboardData.files.length > 0) add(event.clipboardData.files);
  });

  const picker = h("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": words.attach,
    onchange: () => add(picker.files),
  });
  showFiles();
  grow();
  return h(
    "form",
    {
      class: "composer",
      onsubmit: (event) => {
        event.preventDefault();
        send();
      },
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      },
    },
    list,
    files,
    box,
    h(
      "div",
      { class: "tools" },
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": words.attach,
          title: words.attach,
          onclick: () => picker.click(),
        },
        "+",
      ),
      picker,
      threadTs !== undefined &&
        channel.kind !== "im" &&
        h("label", { class: "faint" }, broadcast, " ", words.alsoToChannel),
      h("button", { type: "submit", class: "primary send" }, words.send),
    ),
  );
};
