import { forgetOld } from "../app/forget-old.ts";
import type { Bot } from "./bot.ts";
import type { Intake } from "./intake.ts";
import type { Outbox } from "./outbox.ts";

const everyMs = 20_000;
/** Work that another process may still have in hand is left alone this long. */
const othersMs = 120_000;
const forgetEveryMs = 60 * 60_000;

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
  const timers: NodeJS.Timeout[] = [];
  let inHand: Promise<void> | null = null;
  let forgetting: Promise<void> = Promise.resolve();
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

  const round = async (before: Date): Promise<void> => {
    if (inHand !== null) return;
    const taken = takeOn(before);
    inHand = taken
      .then(({ posted }) => posted)
      .catch((error: unknown) => {
        if (!stopped) bot.log.error({ err: error }, "recovery failed; it is tried again");
      })
      .finally(() => {
        inHand = null;
      });
    await taken.catch(() => undefined);
  };

  const forget = (): void => {
    forgetting = forgetOld(bot.store, bot.newId(), bot.now()).then(
      () => undefined,
      (error: unknown) => {
        if (!stopped) bot.log.error({ err: error }, "what is old was not forgotten; it is tried again");
      },
    );
  };

  return {
    start: async () => {
      const started = bot.now();
      const again = (): void => void round(new Date(bot.now().getTime() - othersMs));
      timers.push(setInterval(again, everyMs).unref(), setInterval(forget, forgetEveryMs).unref());
      await round(bot.replicas ? new Date(started.getTime() - othersMs) : started);
      void Promise.resolve(inHand).then(() => {
        if (!stopped) forget();
      });
    },
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await inHand;
      await forgetting;
    },
  };
}
