import { plainText } from "../../blocks/plain-text.ts";
import { makeConversation } from "../../src/app/conversation.ts";
import type { Conversation, Outcome, Place } from "../../src/app/conversation-port.ts";
import type { Engine, ModelHub, PlanRecord, Store } from "../../src/app/ports.ts";
import { findCatalogueDir } from "../../src/catalog/find-catalogue-dir.ts";
import { openStore } from "../../src/db/open-store.ts";
import type { Language } from "../../src/domain/conversation.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";
import { loadWorld } from "../../src/engine/load-world.ts";
import { openKnowledge } from "../../src/engine/open-knowledge.ts";

/** What a person reads of an outcome. */
export const wordsOf = ({ reply }: Outcome): string =>
  plainText(reply, {
    lookup: world.lookup,
    showAmounts: true,
    nameOf: (user) => user,
    followUps: "listen",
    timeZone: null,
  });

const catalogueDir = findCatalogueDir() ?? "catalog";
export const world = await loadWorld(catalogueDir, "2026-11-30");

export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface Office {
  readonly conversation: Conversation;
  readonly store: Store;
  readonly log: readonly LogLine[];
  readonly hubAsked: readonly string[];
  /** Ada and Bo write in channel C1; threads are named by their timestamps. */
  say(user: string, text: string, place?: Partial<Said>): Promise<Outcome>;
  record(outcome: Outcome): Promise<PlanRecord>;
}

interface Said extends Place {
  readonly mentioned: boolean;
  readonly locale: Language | null;
  readonly workspace: string;
}

/** Real store, real catalogue, real engine; the hub and the failures are the test's own. */
export async function openOffice(
  parts: { readonly engine?: Engine; readonly hub?: ModelHub["find"]; readonly store?: Store } = {},
): Promise<Office> {
  const store = parts.store ?? (await openStore({ file: ":memory:" }));
  const log: LogLine[] = [];
  const hubAsked: string[] = [];
  let ids = 0;
  let minutes = 0;
  const note =
    (level: LogLine["level"]) =>
    (fields: LogLine["fields"], message: string): void => {
      log.push({ level, fields, message });
    };
  const lines = { info: note("info"), warn: note("warn"), error: note("error") };
  const conversation = makeConversation({
    engine: parts.engine ?? makeInlineEngine(world),
    store,
    lookup: world.lookup,
    hub: {
      find: async (id) => {
        hubAsked.push(id);
        return parts.hub === undefined ? { kind: "unreachable", why: "test" } : parts.hub(id);
      },
    },
    rates: () => world.catalogue.rates,
    catalogue: () => world.catalogue,
    knowledge: openKnowledge(catalogueDir, world, lines),
    clock: { now: () => new Date(Date.UTC(2026, 10, 30, 9, minutes++)) },
    newId: () => `id-${ids++}`,
    log: lines,
  });
  return {
    conversation,
    store,
    log,
    hubAsked,
    say: (user, text, place = {}) =>
      conversation.receive({
        asker: { workspace: place.workspace ?? "T1", user, locale: place.locale ?? "en", timeZone: null },
        text,
        place: {
          channel: place.channel === undefined ? "C1" : place.channel,
          threadTs: place.threadTs ?? null,
          kind: place.kind ?? "channel",
        },
        mentioned: place.mentioned ?? false,
      }),
    record: async (outcome) => {
      if (outcome.record === null) throw new Error("no plan");
      const found = await store.plans.get(outcome.record.workspace, outcome.record.id);
      if (found === null) throw new Error("not kept");
      return found;
    },
  };
}
