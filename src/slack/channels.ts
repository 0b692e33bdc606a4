import type { WebClient } from "@slack/web-api";
import { errorFields } from "./slack-error.ts";
import type { Log } from "./telemetry.ts";

export interface Channels {
  /** What a delivery says of its channel, by its type or its name; nothing when it says neither. */
  heard(channel: string, said: { readonly type?: unknown; readonly name?: unknown }): void;
  /** Whether everyone of the workspace may read there; what nobody can tell is not public. */
  isPublic(channel: string | null): Promise<boolean>;
}

const keptMs = 60 * 60_000;
const most = 5_000;

/** What Slack writes in place of the name of a channel that not everyone may read. */
const closedNames = /^(directmessage|privategroup|mpdm-.*)$/u;

/** Ids do not tell: private channels start with C as well. Null = the delivery does not say. */
export function readOpenness({ type, name }: { type?: unknown; name?: unknown }): boolean | null {
  if (typeof type === "string" && type !== "") return type === "channel";
  if (typeof name === "string" && name !== "") return !closedNames.test(name);
  return null;
}

/** Which channels are public: from the deliveries, else from Slack where the scopes allow to ask. */
export function makeChannels(client: WebClient, now: () => number, log: Log): Channels {
  const known = new Map<string, { readonly open: boolean; readonly until: number }>();
  const keep = (channel: string, open: boolean): boolean => {
    known.delete(channel);
    known.set(channel, { open, until: now() + keptMs });
    const oldest = known.keys().next();
    if (known.size > most && oldest.done !== true) known.delete(oldest.value);
    return open;
  };

  return {
    heard: (channel, said) => {
      const open = readOpenness(said);
      if (open !== null) keep(channel, open);
    },
    isPublic: async (channel) => {
      if (channel?.startsWith("C") !== true) return false;
      const cached = known.get(channel);
      if (cached !== undefined && cached.until > now()) return cached.open;
      try {
        const { channel: found } = await client.conversations.info({ channel });
        return keep(channel, found?.is_channel === true && found.is_private !== true);
      } catch (error) {
        log.info({ ...errorFields(error) }, "a channel's kind could not be read; it is taken as not public");
        return keep(channel, false);
      }
    },
  };
}
