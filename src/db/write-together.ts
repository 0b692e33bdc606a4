import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** One small write that stands alone: in a transaction of its own, or with others in one. */
export type Write = <T>(write: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;

/**
 * Writes that are asked for in one turn of the event loop are committed together: an embedded database flushes to
 * disk once a commit, and the thread that acknowledges waits for it. Nobody hears of a write before its commit.
 * A write that fails makes its companions run again alone, so each must do no harm twice.
 */
export function writesTogether(db: Kysely<Schema>): Write {
  let waiting: ((together: Kysely<Schema> | null) => Promise<() => void>)[] = [];
  let last: Promise<void> = Promise.resolve();

  const commit = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    try {
      const settle = await db.transaction().execute(async (trx) => {
        const settling: (() => void)[] = [];
        for (const run of group) settling.push(await run(trx));
        return settling;
      });
      for (const done of settle) done();
    } catch {
      for (const run of group) (await run(null))();
    }
  };

  return <T>(write: (on: Kysely<Schema>) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve) => {
      waiting.push(async (together) => {
        if (together === null) {
          const alone = write(db);
          await alone.catch(() => undefined);
          return () => {
            resolve(alone);
          };
        }
        const value = await write(together);
        return () => {
          resolve(value);
        };
      });
      if (waiting.length > 1) return;
      last = last.then(
        () =>
          new Promise<void>((done) => {
            setImmediate(() => void commit().finally(done));
          }),
      );
    });
}
