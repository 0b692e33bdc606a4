import type { WebClient } from "@slack/web-api";
import type { Part } from "./answer.ts";
import { errorFields } from "./slack-error.ts";
import type { Log } from "./telemetry.ts";

export const metadataType = "gpu_plan_message";

/** What every message of ours carries unseen: the plan, and the delivery it answers. */
export const metadataFor = (
  key: string,
  part: Part,
  planId: string | null,
): { event_type: string; event_payload: Record<string, string> } => ({
  event_type: metadataType,
  event_payload: { key, part, ...(planId === null ? {} : { plan: planId }) },
});

interface Found {
  readonly metadata?: { readonly event_type?: string; readonly event_payload?: object };
  readonly ts?: string;
}

const isOurs = (message: Found, key: string, part: Part): boolean => {
  const payload = message.metadata?.event_payload as { key?: unknown; part?: unknown } | undefined;
  return message.metadata?.event_type === metadataType && payload?.key === key && payload.part === part;
};

/**
 * After a crash nobody knows whether a message went out: looks for it by its metadata. Null = not there, or
 * history may not be read (then the same `client_msg_id` is all that guards against a second copy).
 */
export async function findPosted(
  client: WebClient,
  log: Log,
  where: { channel: string; threadTs: string | null; since: string },
  key: string,
  part: Part,
): Promise<string | null> {
  const oldest = String(Date.parse(where.since) / 1_000 - 60);
  const common = { channel: where.channel, oldest, limit: 15, include_all_metadata: true, inclusive: true };
  try {
    const answer =
      where.threadTs === null
        ? await client.conversations.history(common)
        : await client.conversations.replies({ ...common, ts: where.threadTs });
    const messages: readonly Found[] = answer.messages ?? [];
    return messages.find((message) => isOurs(message, key, part))?.ts ?? null;
  } catch (error) {
    log.info({ ...errorFields(error) }, "history could not be read after a restart");
    return null;
  }
}
