import type { Answer } from "../src/domain/conversation.ts";
import type { Candidate, Cost, Plan, SpotOutlook } from "../src/domain/plan.ts";
import { configWords, costWords, likelyOnly, sameMachine } from "./facts.ts";
import { bold, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

/** The bill, without its interval; null while the length of the job is not known. */
const billWords = (cost: Cost | null, s: Scene): string | null =>
  cost?.total == null ? null : s.f.moneyRange(likelyOnly(cost.total), cost.currency);

/** Both bills, or both hourly prices where the job has no known length. */
function against(spot: SpotOutlook, s: Scene, say: (spot: string, onDemand: string) => string): string {
  const { money } = s.m;
  const [here, there] = [billWords(spot.spot, s), billWords(spot.onDemand, s)];
  if (here !== null && there !== null) return say(here, there);
  if (spot.onDemandPerHour === null) return money.spot.onlySpot;
  const currency = spot.spot?.currency ?? "";
  return money.spot.savesHour(
    s.f.money(spot.spotPerHour, currency),
    s.f.money(spot.onDemandPerHour, currency),
  );
}

/** What spot assumes, what interruptions add, and how it compares: of a plan in which it may be taken. */
export function spotLines(candidate: Candidate, s: Scene): Line[] {
  const { spot } = candidate;
  const { money } = s.m;
  if (spot === undefined) return [];
  if (!spot.taken) return [[against(spot, s, money.spot.notTaken)]];
  const told = candidate.window?.interruptions;
  if (told === undefined) {
    const served = candidate.estimate.throughput?.serving !== undefined;
    return [[against(spot, s, money.spot.saves), ...(served ? [" ", money.spot.serving] : [])]];
  }
  const per = s.f.range(s.f.rough(told.perDay.low), s.f.rough(told.perDay.high));
  const minutes = s.f.hours(told.everyMinutes / 60);
  return [
    [money.spot.assumed(`≈ ${s.f.rough(told.perDay.likely)} (${per})`, minutes, told.chosen)],
    [
      money.spot.adds(
        `≈ ${s.f.rough(told.count.likely)} (${s.f.range(s.f.rough(told.count.low), s.f.rough(told.count.high))})`,
        s.f.hours(told.lostHours.likely),
        s.f.hours(told.lostHours.high),
        s.f.hours(told.waitHours.likely),
        s.f.hours(told.waitHours.high),
      ),
    ],
    [
      against(spot, s, money.spot.saves),
      ...(spot.paysUpToPerDay === null ? [] : [" ", money.spot.paysUpTo(s.f.rough(spot.paysUpToPerDay))]),
    ],
  ];
}

/** "Is spot worth it?": the same run where it may be taken. */
export function spotPieces(
  { allowed }: Extract<Answer, { about: "spot" }>,
  plan: Plan | null,
  s: Scene,
): Piece[] {
  const { money } = s.m;
  const { best } = allowed;
  if (best?.spot === undefined) return [section([bold(money.spot.none)])];
  const config = configWords(best, s);
  const now = plan?.best ?? null;
  const already = now?.offer?.tier === "spot" && sameMachine(now, best);
  const title = !best.spot.taken
    ? money.spot.no(config)
    : already || now === null
      ? money.spot.already(config, costWords(best, s))
      : money.spot.yes(config, costWords(best, s), costWords(now, s));
  const training = best.estimate.throughput?.serving === undefined;
  return [
    section(
      [bold(title)],
      ...spotLines(best, s),
      ...(best.spot.taken && training ? [[money.spot.proveRestore]] : []),
    ),
  ];
}
