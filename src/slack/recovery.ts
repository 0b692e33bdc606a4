import type { Bot } from "./bot.ts";
import type { Intake } from "./intake.ts";
import type { Outbox } from "./outbox.ts";

const everyMs = 20_000;
/** Work that another process may still have in hand is left alone this long. */
const othersMs = 120_000;
const forgetDoneMs = 24 * 60 * 60_000;

export interface Recovery {
  /** Resolves when the first round has taken on all that there was; the answers follow. */
  start(): Promise<void>;
  /** No more rounds; resolves when the one in hand has ended. */
  stop(): Promise<void>;
}

/**
 * Picks up what was recorded and never finished: first the answers that were decided, then the deliveries that were
 * not answered. On an embedded store nobody else can hold them, so the first round after a start takes them all.
 */
export function keepRecovering({
  bot,
  intake,
  outbox,
}: {
  bot: Bot;
  intake: Intake;
  outbox: Outbox;
}): Recovery {
  let timer: NodeJS.Timeout | undefined;
  let inHand: Promise<void> | null = null;
  let stopped = false;

  /** An answer that was decided makes its delivery done: the outbox holds it from then on. */
  const takeOn = async (before: Date): Promise<{ readonly posted: Promise<void> }> => {
    const { keys, posted } = await outbox.recover(before);
    const at = bot.now().toISOString();
    for (const key of keys) await bot.store.deliveries.done(bot.self().teamId, key, at);
    const found = await intake.recover(before);
    if (keys.length + found > 0)
      bot.log.info({ answers: keys.length, deliveries: found }, "picked up after a stop");
    return { posted };
  };

  const forget = async (): Promise<void> => {
    const old = new Date(bot.now().getTime() - forgetDoneMs).toISOString();
    await bot.store.deliveries.purge(old);
    await bot.store.outbox.purge(old);
    await bot.store.journal.purge(old);
  };

  const round = async (before: Date): Promise<void> => {
    if (inHand !== null) return;
    const taken = takeOn(before);
    inHand = taken
      .then(({ posted }) => posted)
      .then(forget)
      .catch((error: unknown) => {
        if (!stopped) bot.log.error({ err: error }, "recovery failed; it is tried again");
      })
      .finally(() => {
        inHand = null;
      });
    await taken.catch(() => undefined);
  };

  return {
    start: async () => {
      const started = bot.now();
      timer = setInterval(() => {
        void round(new Date(bot.now().getTime() - othersMs));
      }, everyMs);
      timer.unref();
      await round(bot.replicas ? new Date(started.getTime() - othersMs) : started);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await inHand;
    },
  };
}
