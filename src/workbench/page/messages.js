import { drawBlocks, drawText } from "./blocks.js";
import { contextFor } from "./context.js";
import { h } from "./dom.js";
import { emoji } from "./emoji.js";
import { formatTime, post, store, told, userOf } from "./store.js";

const nameOf = (message) =>
  message.notice ? "Slackbot" : (userOf(message.user ?? store.data.bot)?.realName ?? "?");

const size = (bytes) =>
  new Intl.NumberFormat(store.locale, {
    maximumFractionDigits: 1,
    style: "unit",
    unit: bytes > 1_000_000 ? "megabyte" : "kilobyte",
  }).format(bytes / (bytes > 1_000_000 ? 1e6 : 1e3));

const fileBox = (file) =>
  file.image
    ? h(
        "a",
        { href: `/_page/file/${file.id}`, target: "_blank", rel: "noopener", class: "file-image" },
        h("img", { src: `/_page/file/${file.id}`, alt: file.alt, loading: "lazy" }),
        h("small", {}, file.title),
      )
    : h(
        "a",
        { href: `/_page/file/${file.id}`, download: file.name, class: "file" },
        h("strong", {}, file.name),
        h("small", {}, `${size(file.size)} · ${store.words.download}`),
      );

const tools = (message) => {
  if (message.onlyFor !== undefined) return undefined;
  const mine = message.user === store.me;
  const shortcuts = store.data.shortcuts.filter((shortcut) => shortcut.type === "message");
  const items = [
    ...shortcuts.map((shortcut) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          onclick: () =>
            told(
              post("messageShortcut", {
                callbackId: shortcut.callbackId,
                channel: message.channel,
                ts: message.ts,
              }),
            ),
        },
        shortcut.name,
      ),
    ),
    mine &&
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          onclick: () => told(post("remove", { channel: message.channel, ts: message.ts })),
        },
        store.words.deleteMessage,
      ),
  ].filter(Boolean);
  return (
    items.length > 0 &&
    h(
      "details",
      { class: "overflow tools-menu" },
      h("summary", { "aria-label": store.words.messageMenu, class: "quiet" }, "⋯"),
      h("div", { class: "menu", role: "menu" }, items),
    )
  );
};

const body = (message) => {
  const ctx = contextFor({ channel: message.channel, messageTs: message.ts }, message.values);
  const blocks = message.blocks ?? [];
  const attachments = (message.attachments ?? []).map((item) =>
    h(
      "div",
      { class: "attachment" },
      item.blocks ? drawBlocks(ctx, item.blocks) : drawText(item.text ?? item.fallback ?? ""),
    ),
  );
  return [
    blocks.length > 0 ? drawBlocks(ctx, blocks) : message.text !== "" && drawText(message.text),
    attachments,
    message.files && h("div", { class: "file-row" }, message.files.map(fileBox)),
  ];
};

/** One message. `inThread` leaves out what only makes sense in the channel. */
export const drawMessage = (message, { inThread, openThread }) => {
  const name = nameOf(message);
  const private_ = message.onlyFor !== undefined;
  const canReply = !inThread && !private_;
  return h(
    "article",
    {
      class: `message${private_ ? " private" : ""}${message.subtype === "tombstone" ? " gone" : ""}`,
      "data-ts": message.ts,
      "aria-label": `${name}, ${formatTime(message.ts)}`,
    },
    h(
      "div",
      {
        class: `avatar ${message.bot ? "bot" : message.notice ? "slackbot" : `person-${store.data.users.findIndex((user) => user.id === message.user)}`}`,
        "aria-hidden": "true",
      },
      name.slice(0, 1).toUpperCase(),
    ),
    h(
      "div",
      { class: "content" },
      private_ && h("p", { class: "only-you" }, store.words.onlyYou),
      h(
        "p",
        { class: "who" },
        h("strong", {}, name),
        message.bot && h("span", { class: "badge" }, store.words.app),
        h("time", { datetime: new Date(Number(message.ts) * 1000).toISOString() }, formatTime(message.ts)),
        message.edited && h("span", { class: "faint" }, store.words.edited),
      ),
      body(message),
      message.reactions &&
        h(
          "p",
          { class: "reactions" },
          message.reactions.map((reaction) => h("span", {}, `${emoji(reaction.name)} ${reaction.count}`)),
        ),
      canReply &&
        h(
          "p",
          { class: message.reply_count ? "replies" : "replies quiet-reply" },
          h(
            "button",
            { type: "button", class: "link", onclick: () => openThread(message.ts) },
            message.reply_count ? store.words.replies(message.reply_count) : store.words.replyInThread,
          ),
        ),
    ),
    tools(message),
  );
};
