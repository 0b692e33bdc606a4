import type { Bot } from "./bot.ts";
import type { Intake } from "./intake.ts";
import type { Outbox } from "./outbox.ts";

const everyMs = 20_000;
/** Work that another process may still have in hand is left alone this long. */
const othersMs = 120_000;
const forgetDoneMs = 24 * 60 * 60_000;

export interface Recovery {
  start(): void;
  stop(): void;
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
  let running = false;

  const round = async (before: Date): Promise<void> => {
    const answered = await outbox.recover(before);
    const at = bot.now().toISOString();
    for (const key of answered) await bot.store.deliveries.done(bot.self().teamId, key, at);
    const found = await intake.recover(before);
    if (answered.length + found > 0)
      bot.log.info({ answers: answered.length, deliveries: found }, "picked up after a stop");
  };

  const turn = async (before: Date): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await round(before);
      const old = new Date(bot.now().getTime() - forgetDoneMs).toISOString();
      await bot.store.deliveries.purge(old);
      await bot.store.outbox.purge(old);
      await bot.store.journal.purge(old);
    } catch (error) {
      bot.log.error({ err: error }, "recovery failed; it is tried again");
    } finally {
      running = false;
    }
  };

  return {
    start: () => {
      const started = bot.now();
      void turn(bot.replicas ? new Date(started.getTime() - othersMs) : started);
      timer = setInterval(() => {
        void turn(new Date(bot.now().getTime() - othersMs));
      }, everyMs);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}
