import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { PilotToken, PilotTokenStore } from "../app/pilot-token-ports.ts";
import type { PlanRecord } from "../app/ports.ts";
import type { KitPost } from "../slack/bot.ts";

const lifeMs = 30 * 24 * 60 * 60_000;
const idDigits = 16;
const form = /^[0-9a-f]{64}$/u;

const digestOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Makes tokens for kits; the store learns their digests only. */
export const pilotTokensFor =
  (store: PilotTokenStore, { address, now }: { readonly address: string; readonly now: () => Date }) =>
  async ({ workspace, id: planId }: PlanRecord, person: string): Promise<KitPost> => {
    const token = randomBytes(32).toString("hex");
    const issuedAt = now();
    const expiresAt = new Date(issuedAt.getTime() + lifeMs).toISOString();
    await store.issue({
      id: token.slice(0, idDigits),
      digest: digestOf(token).toString("hex"),
      workspace,
      planId,
      person,
      issuedAt: issuedAt.toISOString(),
      expiresAt,
    });
    return { address, token, expiresAt };
  };

/** The one that was issued under this text, run out or spent as it may be; null when none was. */
export async function findPilotToken(store: PilotTokenStore, text: string): Promise<PilotToken | null> {
  if (!form.test(text)) return null;
  const found = await store.find(text.slice(0, idDigits));
  if (found === null) return null;
  const known = Buffer.from(found.digest, "hex");
  const given = digestOf(text);
  return known.length === given.length && timingSafeEqual(known, given) ? found : null;
}
