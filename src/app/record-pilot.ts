import type { FileSaid, Language, Revision } from "../domain/conversation.ts";
import { configurationKey } from "../domain/pilot/configuration-key.ts";
import type { Correction } from "../domain/pilot/correction.ts";
import { measuredIn } from "../domain/pilot/paid-price.ts";
import {
  isNoResult,
  settles,
  type Pilot,
  type PilotEvidence,
  type PilotVerdict,
} from "../domain/pilot/pilot.ts";
import { detectLanguage } from "../followup/detect-language.ts";
import { fold } from "../followup/normalize.ts";
import { asTold } from "./as-told.ts";
import { byRun, together } from "./judge-pilot.ts";
import { nextAfter } from "../domain/pilot/next-step.ts";
import type { Plan } from "../domain/plan.ts";
import { asTried } from "../domain/pilot/ran-out.ts";
import type { ConversationDeps, Outcome, PilotPost } from "./conversation-port.ts";
import { journaled, outcomeBefore } from "./journal.ts";
import { answer, incident, lastRevision, mayRevise, silence, type Said } from "./outcomes.ts";
import type { PlanRecord } from "./ports.ts";
import type { KeptCorrection } from "./progress-ports.ts";
import type { ReadEvidence } from "./read-evidence.ts";
import { answerStanding } from "./standing.ts";
import { conflictsBeforeGivingUp } from "./revise.ts";
import { learntBy } from "./size-run.ts";
import { sizedAgain } from "./sized-again.ts";

/** Judges what came back, keeps it once, and corrects the plan by what it taught. */
export async function recordPilot(deps: ConversationDeps, post: PilotPost): Promise<Outcome> {
  const record = await planOf(deps, post);
  const said: Said = { language: await languageOf(deps, post, record), reading: null, record };
  const files = saidOf(post);
  const evidence = usable(post.files, record, deps);
  if (evidence.length === 0) {
    const worthSaying = post.addressed || files.some(({ kind }) => kind !== "nothing-read");
    return worthSaying ? nothingJudged(said, files) : silence(said);
  }
  if (record === null) return nothingJudged(said, files);
  let outcome = nothingJudged(said, files);
  const runs = byRun(evidence);
  for (const [index, own] of runs.entries()) {
    const stands: PlanRecord | null = index === 0 ? record : outcome.record;
    if (stands === null) break;
    // The outcome of the delivery is that of its last run: one before it, done again after a crash, is known then.
    const last = index === runs.length - 1;
    outcome = await judged(deps, post, { ...said, record: stands }, { evidence: own, files, last });
  }
  return outcome;
}

const nothingJudged = (said: Said, files: readonly FileSaid[]): Outcome =>
  answer(said, { about: "pilot", verdict: null, files, again: false, before: null });

async function planOf({ store }: ConversationDeps, post: PilotPost): Promise<PlanRecord | null> {
  const { asker, place, planId } = post;
  if (planId !== null) {
    const chosen = await store.plans.get(asker.workspace, planId);
    return chosen === null || (chosen.private && !mayRevise(chosen, asker)) ? null : chosen;
  }
  if (place.channel === null) return null;
  return place.threadTs === null
    ? place.kind === "im"
      ? store.plans.latestIn(asker.workspace, place.channel, asker.user)
      : null
    : store.plans.byThread(asker.workspace, place.channel, place.threadTs);
}

/** Of words that were typed, of the thread, of the person: the first that has a language. */
async function languageOf(
  { store }: ConversationDeps,
  { asker, files }: PilotPost,
  record: PlanRecord | null,
): Promise<Language> {
  const { language } = await store.preferences.get(asker.workspace, asker.user);
  if (language !== undefined) return language;
  const typed = files.filter(({ evidence: { reading } }) => reading.tool === "oom" || reading.warnings.some(({ code }) => code === "human-figures")); // prettier-ignore
  const words = typed.flatMap((file) => file.words ?? []).join("\n");
  const here = record?.language ?? null;
  return words === ""
    ? (here ?? asker.locale ?? "en")
    : detectLanguage(fold(words), words, here, asker.locale);
}

const usable = (
  files: readonly ReadEvidence[],
  record: PlanRecord | null,
  { lookup }: ConversationDeps,
): readonly PilotEvidence[] =>
  files
    .filter(({ evidence, problems }) => problems.length === 0 && evidence.reading.tool !== null)
    .map((file) => (record === null ? file.evidence : asTold(file, lastRevision(record).plan, lookup)));

const saidOf = ({ files, unopened }: PilotPost): readonly FileSaid[] => [
  ...unopened.map(({ name, fault }): FileSaid => ({ name, kind: "unopened", fault })),
  ...files.flatMap(({ evidence, problems }): FileSaid[] => {
    const { name, reading } = evidence;
    if (problems.length > 0) return [{ name, kind: "faulty", problems }];
    if (reading.tool !== null) return [];
    const seen = (what: "binary" | "instruction-in-log") =>
      reading.warnings.some(({ code }) => code === what) ? what : null;
    return [{ name, kind: "nothing-read", saw: seen("binary") ?? seen("instruction-in-log") }];
  }),
];

type OnPlan = Said & { readonly record: PlanRecord };

interface Posted {
  readonly evidence: readonly PilotEvidence[];
  /** Those with something to say of their own. */
  readonly files: readonly FileSaid[];
  readonly last: boolean;
}

async function judged(
  deps: ConversationDeps,
  { asker }: PilotPost,
  said: OnPlan,
  { evidence, files, last: isLast }: Posted,
): Promise<Outcome> {
  let { record } = said;
  for (let attempt = 0; attempt < conflictsBeforeGivingUp; attempt++) {
    const at = deps.clock.now().toISOString();
    const last = lastRevision(record);
    const configuration = configurationKey(last.plan);
    const judgement = await deps.engine.judge(last.plan, together(evidence), {
      corrections: measuredIn(await learntBy(deps, asker.workspace)),
      baseline: baselineOf(record, configuration),
    });
    if ("failure" in judgement) {
      const id = deps.newId();
      deps.log.error({ incident: id, ...judgement.failure }, "a pilot could not be judged");
      return incident({ ...said, record }, id);
    }
    const about = { about: "pilot", verdict: judgement, files, again: false, before: null } as const;
    if (configuration === null || isNoResult(judgement))
      return answerStanding({ ...said, record }, about, deps.rates());
    const learnt = learntFrom(deps, record, judgement, { author: asker.user, at });
    const sized =
      learnt.length === 0
        ? null
        : await sizedAgain(deps, record, asker, at, {
            learnt: learnt.map(({ correction }) => correction),
          });
    const verdict = judgedNext(judgement, last.plan, sized?.plan ?? null);
    const pilot: Pilot = { verdict, by: asker.user, at, configuration };
    const revision = triedIn(record, [...record.progress.pilots, pilot], sized);
    const after: PlanRecord = {
      ...record,
      progress: { ...record.progress, pilots: [...record.progress.pilots, pilot] },
      ...(revision === null
        ? {}
        : {
            revisions: [...record.revisions, revision],
            highestRevision: revision.number,
            updatedAt: at,
          }),
    };
    const outcome = answerStanding(
      { ...said, record: after },
      { ...about, verdict, before: revision === null ? null : last.plan },
      deps.rates(),
    );
    const kept = await deps.store.progress.keep(record.workspace, record.id, {
      key: `pilot:${configuration}:${judgement.key}`,
      at,
      event: { kind: "pilot", pilot },
      corrections: learnt,
      ...(revision === null ? {} : { revision: { expected: last.number, revision } }),
      entry: isLast ? journaled(asker, outcome, at) : undefined,
    });
    if (kept === "kept") {
      deps.log.info(
        { planId: record.id, verdict: judgement.verdict, stage: judgement.stage },
        "pilot judged",
      );
      return outcome;
    }
    if (kept === "known")
      return (
        (await outcomeBefore(deps.store, asker)) ??
        answerStanding(
          { ...said, record },
          { ...about, verdict: saidBefore(record, judgement) ?? judgement, again: true },
          deps.rates(),
        )
      );
    const moved = await deps.store.plans.get(record.workspace, record.id);
    if (moved === null) return answer({ ...said, record: null }, { about: "unchanged", why: "no-plan-here" });
    record = moved;
  }
  const id = deps.newId();
  deps.log.error({ incident: id, planId: record.id }, "a pilot lost every race");
  return incident({ ...said, record }, id);
}

/** The revision of what was learnt, and of a run that failed: one that ran out of memory teaches no figure, but that it does not fit. */
function triedIn(record: PlanRecord, pilots: readonly Pilot[], sized: Revision | null): Revision | null {
  if (sized !== null) return { ...sized, plan: asTried(sized.plan, pilots) };
  const last = lastRevision(record);
  const pilot = pilots.at(-1);
  const plan = asTried(last.plan, pilots);
  if (pilot === undefined || plan === last.plan || last.plan.ranOutOfMemoryAt !== undefined) return null;
  return { ...last, number: record.highestRevision + 1, author: pilot.by, at: pilot.at, changes: [], plan };
}

const ranOutOf = (verdict: PilotVerdict): boolean =>
  verdict.verdict === "off" && verdict.misses.some(({ figure }) => figure === "outOfMemory");

/** A plan that was corrected and stands goes on to its next stage. */
function judgedNext(verdict: PilotVerdict, before: Plan, after: Plan | null): PilotVerdict {
  const stands = after !== null && configurationKey(after) === configurationKey(before);
  if (verdict.next.code !== "plan-again") return verdict;
  if (ranOutOf(verdict) && (stands || after === null))
    return { ...verdict, next: { code: "make-it-fit", params: {}, run: null } };
  if (after !== null && after.best === null)
    return { ...verdict, next: { code: "make-it-fit", params: {}, run: null } };
  if (after !== null && !stands)
    return { ...verdict, next: { code: "pilot-of-new-plan", params: {}, run: null } };
  return stands ? { ...verdict, next: nextAfter(after, verdict.stage, { verdict: "confirmed" }) } : verdict;
}

const learntFrom = (
  { newId }: ConversationDeps,
  { id: planId }: PlanRecord,
  { corrections }: PilotVerdict,
  signed: Pick<Correction, "author" | "at">,
): readonly KeptCorrection[] =>
  corrections.map((correction) => ({ id: newId(), planId, correction: { ...correction, ...signed } }));

/** The last verdict on the smallest group that settled anything, for this very configuration. */
const baselineOf = ({ progress }: PlanRecord, configuration: string | null): PilotVerdict | null =>
  progress.pilots.findLast(
    ({ configuration: judged, verdict }) =>
      judged === configuration && verdict.stage === "one-gpu-pilot" && settles(verdict),
  )?.verdict ?? null;

/** What was said of these very files when they came first. */
const saidBefore = ({ progress }: PlanRecord, { key }: PilotVerdict): PilotVerdict | null =>
  progress.pilots.findLast(({ verdict }) => verdict.key === key)?.verdict ?? null;
