import type { Bench } from "../bench.ts";
import { deliver, newEnvelope } from "../deliver.ts";
import type { Acknowledgement } from "../bench.ts";
import type { Json } from "../json.ts";
import { APP_ID, TEAM } from "../seed.ts";
import { userReference } from "../wire.ts";

/** How something a person did ended. */
export type Outcome =
  { ok: true } | { ok: false; error: string; shown?: string; errors?: Record<string, string> };

/** What every interaction payload carries. */
export const interaction = (bench: Bench, user: string, type: string, rest: Json): Json => ({
  type,
  team: { id: TEAM.id, domain: TEAM.domain },
  user: userReference(bench, user),
  api_app_id: APP_ID,
  token: bench.world.secrets.verificationToken,
  enterprise: null,
  is_enterprise_install: false,
  ...rest,
});

export const sendInteraction = (bench: Bench, payload: Json): Promise<Acknowledgement> =>
  deliver(bench, newEnvelope("interactive", payload));
