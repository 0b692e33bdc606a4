import type { WebClient } from "@slack/web-api";
import type { TeamSettings } from "../domain/pilot/team-settings.ts";
import type { Language } from "../domain/conversation.ts";
import type { Log } from "./telemetry.ts";
import { errorFields } from "./slack-error.ts";

export interface Person {
  readonly locale: Language | null;
  readonly timeZone: string | null;
  /** As colleagues see it; null where the profile could not be read. */
  readonly name: string | null;
  /** Of the workspace; null where the profile does not say. */
  readonly admin: boolean | null;
}

export interface People {
  find(user: string): Promise<Person>;
  /** What is known without asking. */
  peek(user: string): Person | null;
}

const keptMs = 60 * 60_000;
const failureKeptMs = 60_000;
const most = 5_000;
const unknownPerson: Person = { locale: null, timeZone: null, name: null, admin: null };

const languageOf = (locale: string | undefined): Language | null => {
  const tag = locale?.slice(0, 2).toLowerCase();
  return tag === "fr" || tag === "en" ? tag : null;
};

/** So that the words can name them without ringing them. */
export async function meet(people: People, { approvers, changed }: TeamSettings): Promise<void> {
  await Promise.all([...approvers, ...(changed === null ? [] : [changed.by])].map((who) => people.find(who)));
}

/** Language, time zone and standing of a profile, remembered for an hour; nothing depends on Slack answering. */
export function makePeople(client: WebClient, now: () => number, log: Log): People {
  const known = new Map<string, { person: Person; until: number }>();

  const keep = (user: string, person: Person, ms: number): Person => {
    known.delete(user);
    known.set(user, { person, until: now() + ms });
    const oldest = known.keys().next();
    if (known.size > most && oldest.done !== true) known.delete(oldest.value);
    return person;
  };

  return {
    peek: (user) => known.get(user)?.person ?? null,
    find: async (user) => {
      const cached = known.get(user);
      if (cached !== undefined && cached.until > now()) return cached.person;
      try {
        const answer = await client.users.info({ user, include_locale: true });
        const { profile, real_name, tz, locale, is_admin, is_owner } = answer.user ?? {};
        const name =
          [profile?.display_name, real_name].find((found) => found !== undefined && found !== "") ?? null;
        const person = {
          locale: languageOf(locale),
          timeZone: tz ?? null,
          name,
          admin: is_admin === undefined ? null : is_admin || is_owner === true,
        };
        return keep(user, person, keptMs);
      } catch (error) {
        log.warn({ ...errorFields(error) }, "a profile could not be read; defaults are used");
        return keep(user, unknownPerson, failureKeptMs);
      }
    },
  };
}
