import type { SettingsDone, SettingsWish, TeamSettings } from "../domain/pilot/team-settings.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { answer, type Said } from "./outcomes.ts";
import type { Asker } from "./ports.ts";

const mostApprovers = 20;
/** Above this the stages would advise whatever a run costs. */
const highestThreshold = 1e6;

/** The team's settings, shown to all; changed by its admins, and where nobody can tell who they are by anybody, with a trace. */
export async function teamSettings(
  { store, clock, log }: ConversationDeps,
  said: Said,
  asker: Asker,
  wish: SettingsWish,
): Promise<Outcome> {
  const settings = await store.settings.get(asker.workspace);
  const saying = (now: TeamSettings, done: SettingsDone): Outcome =>
    answer(said, { about: "settings", settings: now, done });
  if (wish.act !== "set") return saying(settings, wish.act === "show" ? "shown" : "unclear");
  if (asker.admin === false) return saying(settings, "not-admin");
  const { threshold = settings.threshold, approvers = settings.approvers } = wish;
  if (!(threshold.amount >= 0 && threshold.amount <= highestThreshold))
    return saying(settings, "impossible-threshold");
  if (approvers.length > mostApprovers) return saying(settings, "too-many");
  const changed = { by: asker.user, at: clock.now().toISOString() };
  const now: TeamSettings = { threshold, approvers, changed };
  await store.settings.set(asker.workspace, now);
  log.info({ workspace: asker.workspace, approvers: approvers.length }, "team settings changed");
  return saying(now, "changed");
}
