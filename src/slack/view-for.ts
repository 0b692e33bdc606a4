import type { View } from "../../blocks/view.ts";
import type { PlanRecord } from "../app/ports.ts";
import type { Bot } from "./bot.ts";

export interface Reader {
  readonly user: string;
  /** Where the words will stand; null = the person's own direct messages. */
  readonly channel: string | null;
}

/** What rendering must know of the place: amounts only where nobody but those who plan reads along. */
export async function viewFor(bot: Bot, reader: Reader, record: PlanRecord | null): Promise<View> {
  const direct = reader.channel === null || reader.channel.startsWith("D");
  const theirs = record === null || record.owner === reader.user || record.editors.includes(reader.user);
  const last = record?.revisions.at(-1);
  const note =
    last === undefined || last.number <= 1
      ? {}
      : {
          headNote: {
            revision: last.number,
            changedBy: (await bot.people.find(last.author)).name ?? last.author,
            at: last.at,
          },
        };
  return {
    lookup: bot.lookup,
    showAmounts: direct && theirs,
    followUps: bot.profile,
    nameOf: (user) => bot.people.peek(user)?.name ?? null,
    timeZone: (await bot.people.find(record?.owner ?? reader.user)).timeZone,
    ...note,
  };
}
