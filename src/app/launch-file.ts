import type { Catalogue } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import type { Launcher, LaunchFile } from "../domain/launch.ts";
import type { CandidateOffer, Plan } from "../domain/plan.ts";
import { jobOfPlan } from "../export/job-of-plan.ts";
import { launchFile } from "../export/launch-file.ts";
import { words } from "../i18n/messages.ts";

/** Cards of one machine of the offer, by its name; null when the catalogue holds no such machine any more. */
export function cardsOf(offer: CandidateOffer | null, { machines = [], offers }: Catalogue): number | null {
  if (offer === null) return null;
  const same = (other: { readonly provider: string; readonly instance: string }): boolean =>
    other.provider === offer.provider && other.instance === offer.instance;
  return (machines.find(same) ?? offers.find(same))?.gpus ?? null;
}

/** The plan's own job for one launcher; null for a plan that recommends nothing. */
export function launchFileOfPlan(
  plan: Plan,
  launcher: Launcher,
  { catalogue, language }: { readonly catalogue: Catalogue; readonly language: Language },
): LaunchFile | null {
  const { best, spec } = plan;
  if (best === null) return null;
  const { notes } = words(language).launch;
  const window = best.window ?? (plan.window.parts.length > 0 ? plan.window : undefined);
  const candidate = window === undefined ? best : { ...best, window };
  const job = jobOfPlan(spec, candidate, cardsOf(best.offer, catalogue));
  return launchFile({ ...job, launcher }, (note) => notes[note]);
}
