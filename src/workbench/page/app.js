import { drawBlocks } from "./blocks.js";
import { composer } from "./composer.js";
import { contextFor } from "./context.js";
import { h, replace } from "./dom.js";
import { drawMessage } from "./messages.js";
import { showViews } from "./modal.js";
import { channelLabel, channelOf, dayKey, formatDay, post, store, told, userOf } from "./store.js";
import { wordsFor } from "./words.js";

const HOME = "home";
const wide = matchMedia("(min-width: 800px)");
const drafts = new Map();
const at = (id) => document.getElementById(id);
let source;
let offline = false;

const isTop = (message) =>
  message.thread_ts === undefined ||
  message.thread_ts === message.ts ||
  message.subtype === "thread_broadcast";
const messagesOf = (channel) =>
  store.data.messages
    .filter((message) => message.channel === channel)
    .sort((one, other) => (one.ts < other.ts ? -1 : 1));

const go = (place, threadTs) => {
  location.hash = threadTs === undefined ? place : `${place}/${threadTs}`;
};

const atEnd = (scroll) => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;

/** To the last line, and again once pictures in it have come: until then they have no height. */
const toEnd = (scroll) => {
  scroll.scrollTop = scroll.scrollHeight;
  for (const picture of scroll.querySelectorAll("img"))
    if (!picture.complete)
      picture.addEventListener("load", () => (scroll.scrollTop = scroll.scrollHeight), { once: true });
};

/** Puts nodes in a list, leaving those that did not change: an open menu or a focus stays. */
const patch = (list, rows) => {
  const before = new Map([...list.children].map((child) => [child.dataset.key, child]));
  const next = rows.map(({ key, mark, draw }) => {
    const old = before.get(key);
    if (old !== undefined && old.dataset.mark === mark) return old;
    const fresh = draw();
    fresh.dataset.key = key;
    fresh.dataset.mark = mark;
    return fresh;
  });
  if (next.length !== list.children.length || next.some((node, index) => node !== list.children[index]))
    list.replaceChildren(...next);
};

const marks = new WeakMap();
/** What a message looks like in short; a message that changes comes as a new object. */
const markOf = (message) => {
  const known = marks.get(message) ?? JSON.stringify(message);
  marks.set(message, known);
  return `${store.locale} ${known}`;
};

const rowsOf = (messages, options) => {
  let day = "";
  return messages.flatMap((message) => {
    const rows = [];
    if (dayKey(message.ts) !== day) {
      day = dayKey(message.ts);
      rows.push({
        key: `day-${day}`,
        mark: store.locale,
        draw: () => h("p", { class: "day" }, formatDay(message.ts)),
      });
    }
    rows.push({
      key: message.ts,
      mark: markOf(message),
      draw: () => drawMessage(message, options),
    });
    return rows;
  });
};

const drawSide = () => {
  const { words } = store;
  const item = (place, label, ...badges) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `#${place}`, "aria-current": store.place === place ? "page" : undefined },
        label,
        badges,
      ),
    );
  const channels = store.data.channels.filter((channel) => channel.kind !== "im");
  const direct = store.data.channels.filter((channel) => channel.kind === "im");
  const bot = userOf(store.data.bot);
  const opened = wide.matches || document.querySelector(".side details.places")?.open === true;
  replace(
    at("side"),
    h(
      "div",
      { class: "team" },
      h("strong", {}, store.data.team),
      h("span", {
        class: store.data.connected && !offline ? "dot on" : "dot",
        title: offline ? store.words.offline : store.data.connected ? bot.realName : absence(),
      }),
    ),
    h(
      "label",
      { class: "me" },
      h("span", {}, words.you),
      h(
        "select",
        {
          id: "user",
          onchange: (event) => {
            store.me = event.target.value;
            localStorage.setItem("workbench-user", store.me);
            store.threadTs = undefined;
            const here = store.place;
            speakTo(userOf(store.me));
            draw();
            connect();
            if (here.startsWith("D") || here === HOME) location.hash = "";
          },
        },
        store.data.users
          .filter((user) => !user.bot)
          .map((user) =>
            h(
              "option",
              { value: user.id, selected: user.id === store.me },
              `${user.realName} (${user.locale})`,
            ),
          ),
      ),
    ),
    h(
      "details",
      { class: "places", open: opened },
      h("summary", {}, words.menu),
      h("h2", {}, words.channels),
      h(
        "ul",
        {},
        channels.map((channel) =>
          item(
            channel.id,
            `# ${channel.name}`,
            channel.kind === "private" && h("span", { class: "badge" }, words.private),
            channel.shared && h("span", { class: "badge" }, words.shared),
          ),
        ),
      ),
      h("h2", {}, words.directMessages),
      h(
        "ul",
        {},
        direct.map((channel) =>
          item(channel.id, channel.name, channel.hasBot && h("span", { class: "badge" }, words.app)),
        ),
      ),
      store.data.hasHome && [
        h("h2", {}, words.apps),
        h("ul", {}, item(HOME, `${bot.realName} · ${words.home}`)),
      ],
    ),
  );
};

/** Global shortcuts carry one name for everybody, so they stand in a menu named in the person's language. */
const shortcutMenu = (shortcuts) => {
  const menu = h(
    "details",
    { class: "overflow shortcuts" },
    h("summary", { class: "element" }, store.words.shortcuts),
    h(
      "div",
      { class: "menu", role: "menu" },
      shortcuts.map((shortcut) =>
        h(
          "button",
          {
            type: "button",
            role: "menuitem",
            onclick: () => {
              menu.open = false;
              told(post("globalShortcut", { callbackId: shortcut.callbackId }));
            },
          },
          shortcut.name,
        ),
      ),
    ),
  );
  return menu;
};

/** Why nobody answers: the bot has not arrived yet, or has left. */
const absence = () => (store.data.awaited ? store.words.connecting : store.words.notConnected);

const drawBar = () => {
  const { words } = store;
  const channel = channelOf(store.place);
  const shortcuts = store.data.shortcuts.filter((shortcut) => shortcut.type === "global");
  replace(
    at("bar"),
    h(
      "h1",
      {},
      channel === undefined ? `${userOf(store.data.bot).realName} · ${words.home}` : channelLabel(channel),
    ),
    shortcuts.length > 0 && shortcutMenu(shortcuts),
    (offline || !store.data.connected) &&
      h("p", { class: "notice", role: "status" }, offline ? words.offline : absence()),
  );
};

const emptyNote = (channel) => {
  const [first] = store.data.commands;
  const examples = first?.examples?.[store.locale.slice(0, 2)] ?? first?.examples?.en ?? [];
  const bot = userOf(store.data.bot).name;
  const guide = () => [
    h("p", {}, store.words.start(first.command)),
    h(
      "button",
      { type: "button", class: "primary", onclick: () => runCommand(channel, first.command) },
      store.words.startButton,
    ),
    examples.length > 0 && h("p", {}, store.words.try),
    h(
      "ul",
      { class: "examples" },
      examples.map((example) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "example", onclick: () => startWith(`${first.command} ${example}`) },
            `${first.command} ${example}`,
          ),
        ),
      ),
    ),
  ];
  return {
    key: "empty",
    mark: JSON.stringify([store.locale, channel.hasBot]),
    draw: () =>
      h(
        "div",
        { class: "empty" },
        h("p", {}, store.words.empty(channelLabel(channel))),
        channel.hasBot
          ? first !== undefined && guide()
          : channel.kind !== "im" && h("p", {}, store.words.noBot(bot)),
      ),
  };
};

const runCommand = (channel, command) => told(post("command", { channel: channel.id, command, text: "" }));

/** Puts a request in the box, to be changed or sent. */
const startWith = (text) => {
  const box = at("composer").querySelector("textarea");
  box.value = text;
  box.dispatchEvent(new Event("input"));
  box.focus();
};

const statusRow = (threadTs) => {
  const status = store.status.get(`${store.place}/${threadTs}`);
  return status
    ? [
        {
          key: "status",
          mark: status,
          draw: () =>
            h("p", { class: "status" }, store.words.reading(userOf(store.data.bot).realName, status)),
        },
      ]
    : [];
};

const drawList = () => {
  const list = at("list");
  const channel = channelOf(store.place);
  if (channel === undefined) {
    const { home } = store.data;
    const mark = JSON.stringify([store.locale, home]);
    const draw = () =>
      home === null
        ? h("p", { class: "empty" }, store.words.homeEmpty)
        : h(
            "div",
            { class: "home" },
            drawBlocks(contextFor({ viewId: home.id }, home.state.values), home.blocks),
          );
    patch(list, [{ key: "home", mark, draw }]);
    return;
  }
  const follow = atEnd(list);
  const rows = rowsOf(messagesOf(channel.id).filter(isTop), {
    inThread: false,
    openThread: (ts) => go(channel.id, ts),
  });
  patch(list, rows.length === 0 ? [emptyNote(channel)] : rows);
  if (follow) toEnd(list);
};

const drawComposer = () => {
  const channel = channelOf(store.place);
  const key = `${store.me}/${store.place}/${store.locale}`;
  const place = at("composer");
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  replace(
    place,
    channel === undefined ? [] : composer({ channel, draftKey: `${store.me}/${store.place}`, drafts }),
  );
};

const drawThread = () => {
  const pane = at("thread");
  const channel = channelOf(store.place);
  const head =
    channel === undefined
      ? undefined
      : messagesOf(channel.id).find((message) => message.ts === store.threadTs);
  pane.hidden = head === undefined;
  at("shell").classList.toggle("with-thread", head !== undefined);
  if (head === undefined) {
    pane.dataset.key = "";
    pane.replaceChildren();
    return;
  }
  const key = `${store.me}/${channel.id}/${head.ts}/${store.locale}`;
  if (pane.dataset.key !== key) {
    pane.dataset.key = key;
    replace(
      pane,
      h(
        "header",
        { class: "bar" },
        h("h2", {}, store.words.thread),
        h("span", { class: "faint" }, channelLabel(channel)),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": store.words.closeThread,
            onclick: () => go(channel.id),
          },
          "×",
        ),
      ),
      h("div", { class: "scroll", role: "log", "aria-live": "polite" }),
      composer({ channel, threadTs: head.ts, draftKey: key, drafts }),
    );
    pane.querySelector("textarea").focus();
  }
  const list = pane.querySelector(".scroll");
  const follow = atEnd(list);
  const replies = messagesOf(channel.id).filter(
    (message) => message.thread_ts === head.ts && message.ts !== head.ts,
  );
  patch(list, [...rowsOf([head, ...replies], { inThread: true }), ...statusRow(head.ts)]);
  if (follow) toEnd(list);
};

const draw = () => {
  if (store.data === undefined) return;
  document.documentElement.lang = store.locale;
  drawSide();
  drawBar();
  drawList();
  drawComposer();
  drawThread();
};

let drawing;
/** Many changes at once are drawn once. */
const drawSoon = () => {
  drawing ??= setTimeout(() => {
    drawing = undefined;
    draw();
  });
};

const readHash = () => {
  const [place, threadTs] = location.hash.slice(1).split("/");
  const known = place === HOME || channelOf(place) !== undefined;
  const before = store.place;
  store.place = known ? place : store.data.channels[0].id;
  store.threadTs = known ? threadTs : undefined;
  if (before === store.place) return;
  at("list").replaceChildren();
  if (store.place === HOME) post("openApp", { tab: "home" });
  else if (channelOf(store.place).with === store.data.bot) post("openApp", { tab: "messages" });
  document.title = `${store.place === HOME ? store.words.home : channelLabel(channelOf(store.place))} · ${userOf(store.data.bot).name}`;
};

const put = (message) => {
  const index = store.data.messages.findIndex(
    (item) => item.ts === message.ts && item.channel === message.channel,
  );
  if (index < 0) store.data.messages.push(message);
  else store.data.messages[index] = message;
  if (message.bot && message.thread_ts !== undefined)
    store.status.delete(`${message.channel}/${message.thread_ts}`);
};

/** Everything drawn from here on is for this person: what is typed next goes into a box of their own. */
const speakTo = (me) => {
  store.locale = me.locale;
  store.tz = me.tz;
  store.words = wordsFor(me.locale);
};

const CHANGES = {
  snapshot: ({ snapshot }) => {
    store.data = snapshot;
    speakTo(userOf(snapshot.me));
    readHash();
    showViews(snapshot.views);
  },
  message: ({ message, head }) => {
    put(message);
    if (head !== undefined) put(head);
  },
  removed: ({ channel, ts }) => {
    store.data.messages = store.data.messages.filter((item) => item.channel !== channel || item.ts !== ts);
  },
  views: ({ views }) => showViews(views),
  home: ({ home }) => {
    store.data.home = home;
  },
  channels: ({ channels }) => {
    store.data.channels = channels;
  },
  connection: ({ connected }) => {
    store.data.connected = connected;
    store.data.awaited = false;
  },
  status: ({ channel, threadTs, status }) => {
    store.status.set(`${channel}/${threadTs}`, status);
  },
};

const connect = () => {
  source?.close();
  source = new EventSource(`/_page/stream?user=${store.me}`);
  source.onmessage = (event) => {
    const change = JSON.parse(event.data);
    offline = false;
    CHANGES[change.kind]?.(change);
    if (change.kind === "message") drawSoon();
    else draw();
  };
  source.onerror = () => {
    offline = true;
    if (store.data !== undefined) drawBar();
  };
};

addEventListener("hashchange", () => {
  if (store.data === undefined) return;
  readHash();
  const places = document.querySelector(".side details.places");
  if (places && !wide.matches) places.open = false;
  draw();
});

/** Escape closes the thread; a click elsewhere closes an open menu. */
addEventListener("keydown", (event) => {
  if (
    event.key === "Escape" &&
    !event.defaultPrevented &&
    document.querySelector("dialog[open]") === null &&
    store.threadTs !== undefined
  )
    go(store.place);
});
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.overflow[open]"))
    if (!menu.contains(event.target)) menu.open = false;
});

wide.addEventListener("change", () => {
  document.querySelector(".side details.places")?.removeAttribute("open");
  draw();
});

connect();
