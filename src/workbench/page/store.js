import { wordsFor } from "./words.js";

/** What the page knows; filled by the stream. */
export const store = {
  me: localStorage.getItem("workbench-user") ?? "U0CAMILLE01",
  data: undefined,
  place: "",
  threadTs: undefined,
  status: new Map(),
  words: wordsFor("en-US"),
  locale: "en-US",
  tz: "UTC",
};

export const userOf = (id) => store.data?.users.find((user) => user.id === id);
export const channelOf = (id) => store.data?.channels.find((channel) => channel.id === id);
export const channelLabel = (channel) => (channel.kind === "im" ? channel.name : `#${channel.name}`);

export const post = async (act, args) => {
  const response = await fetch("/_page/act", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user: store.me, act, args }),
  });
  return response.json();
};

export const upload = async (file) => {
  const query = new URLSearchParams({ user: store.me, name: file.name });
  if (file.size > 100_000_000) throw new Error(store.words.tooLarge(file.name));
  const response = await fetch(`/_page/upload?${query}`, { method: "POST", body: file });
  if (!response.ok)
    throw new Error(response.status === 413 ? store.words.tooLarge(file.name) : store.words.failed);
  return (await response.json()).id;
};

export const toast = (text) => {
  const box = document.createElement("p");
  box.className = "toast";
  box.textContent = text;
  document.getElementById("toasts").append(box);
  setTimeout(() => box.remove(), 6000);
};

/** Says what went wrong, if anything did, and hands the outcome on. */
export const told = async (promise) => {
  const outcome = await promise.catch(() => ({ ok: false }));
  if (outcome.ok === false && outcome.errors === undefined && !outcome.quiet)
    toast(outcome.shown ?? store.words.failed);
  return outcome;
};

export const formatTime = (ts) =>
  new Intl.DateTimeFormat(store.locale, { timeStyle: "short", timeZone: store.tz }).format(Number(ts) * 1000);

export const dayKey = (ts) =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: store.tz }).format(Number(ts) * 1000);

export const formatDay = (ts) => {
  const now = Date.now() / 1000;
  if (dayKey(ts) === dayKey(now)) return store.words.today;
  if (dayKey(ts) === dayKey(now - 86_400)) return store.words.yesterday;
  return new Intl.DateTimeFormat(store.locale, { dateStyle: "full", timeZone: store.tz }).format(
    Number(ts) * 1000,
  );
};
