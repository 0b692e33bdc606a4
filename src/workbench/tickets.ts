import { randomBytes } from "node:crypto";
import type { Bench, ResponseUrl, Trigger } from "./bench.ts";
import { now } from "./bench.ts";
import { LIMITS } from "./limits.ts";
import type { Message } from "./model.ts";
import { TEAM } from "./seed.ts";

/** A trigger_id: three seconds, once. */
export const newTrigger = (bench: Bench, user: string, viewId?: string): string => {
  const id = `${now(bench)}.${randomBytes(4).readUInt32BE()}.${randomBytes(16).toString("hex")}`;
  bench.triggers.set(id, {
    user,
    used: false,
    expiresAt: now(bench) + bench.settings.timing.triggerMs,
    ...(viewId === undefined ? {} : { viewId }),
  });
  return id;
};

export const spendTrigger = (
  bench: Bench,
  id: string,
): Trigger | "invalid_trigger_id" | "expired_trigger_id" | "exchanged_trigger_id" => {
  const trigger = bench.triggers.get(id);
  if (trigger === undefined) return "invalid_trigger_id";
  if (trigger.used) return "exchanged_trigger_id";
  if (now(bench) >= trigger.expiresAt) return "expired_trigger_id";
  trigger.used = true;
  return trigger;
};

/** A response_url: five uses within thirty minutes. */
export const newResponseUrl = (bench: Bench, user: string, channel: string, source?: Message): string => {
  const token = randomBytes(18).toString("base64url");
  bench.responseUrls.set(token, {
    user,
    channel,
    uses: 0,
    expiresAt: now(bench) + bench.settings.timing.responseUrlMs,
    ...(source === undefined ? {} : { source }),
  });
  return `${bench.url}/commands/${TEAM.id}/${token}`;
};

export const spendResponseUrl = (bench: Bench, token: string): ResponseUrl | "expired_url" | "used_url" => {
  const found = bench.responseUrls.get(token);
  if (found === undefined || now(bench) >= found.expiresAt) return "expired_url";
  if (found.uses >= LIMITS.responseUrlUses) return "used_url";
  found.uses += 1;
  return found;
};
