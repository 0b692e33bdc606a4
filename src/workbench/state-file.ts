import { mkdirSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJson, object, parseJson } from "./json.ts";
import type { World } from "./model.ts";

const VERSION = 1;
const SAVE_AFTER_MS = 300;

export interface StateFile {
  /** Notes that something changed; the file is written within a second. */
  touch: () => void;
  flush: () => void;
  /** Writes now what waits to be written: what is acknowledged survives a kill. */
  settle: () => void;
  saveBytes: (fileId: string, bytes: Buffer) => void;
  loadBytes: (fileId: string) => Buffer | undefined;
}

const LISTS = ["channels", "messages", "files", "scheduled"] as const;

/** Whole enough to go on from: a half-written or foreign file is not. */
const isWorld = (value: unknown): value is World =>
  isJson(value) &&
  LISTS.every((key) => Array.isArray(value[key])) &&
  isJson(value["secrets"]) &&
  ["botToken", "appToken", "signingSecret", "verificationToken"].every(
    (key) => typeof object(value["secrets"])[key] === "string",
  ) &&
  isJson(value["homes"]) &&
  ["lastMicros", "counter"].every((key) => Number.isFinite(value[key]));

/** The saved workspace; undefined when there is none or it cannot be read. The unreadable one is moved aside. */
export const readWorld = (path: string): World | undefined => {
  let source: string;
  try {
    source = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  const saved = parseJson(source);
  const world = isJson(saved) && saved["version"] === VERSION ? saved["world"] : undefined;
  if (isWorld(world)) return world;
  const aside = `${path}.unreadable-${Date.now()}`;
  renameSync(path, aside);
  console.warn(`The local workspace could not be read; it starts empty. What was there is kept: ${aside}`);
  return undefined;
};

/** Writes to a neighbour, syncs, renames: a kill leaves the old file or the new one, whole. */
const writeAtomically = (path: string, content: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  const handle = openSync(draft, "w", 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, path);
};

export const openStateFile = (path: string, world: World): StateFile => {
  const bytesFolder = `${path}.files`;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    writeAtomically(path, JSON.stringify({ version: VERSION, world }));
  };
  return {
    flush,
    settle: () => {
      if (timer !== undefined) flush();
    },
    touch: () => {
      timer ??= setTimeout(flush, SAVE_AFTER_MS);
    },
    saveBytes: (fileId, bytes) => {
      mkdirSync(bytesFolder, { recursive: true });
      writeFileSync(join(bytesFolder, fileId), bytes, { mode: 0o600 });
    },
    loadBytes: (fileId) => {
      try {
        return readFileSync(join(bytesFolder, fileId));
      } catch {
        return undefined;
      }
    },
  };
};

/** The same interface with nothing on disk. */
export const memoryOnly = (): StateFile => {
  const kept = new Map<string, Buffer>();
  return {
    touch: () => undefined,
    flush: () => undefined,
    settle: () => undefined,
    saveBytes: (fileId, bytes) => {
      kept.set(fileId, bytes);
    },
    loadBytes: (fileId) => kept.get(fileId),
  };
};
