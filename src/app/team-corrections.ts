import type {
  CorrectionRefusal,
  CorrectionsSaid,
  CorrectionsWish,
} from "../domain/pilot/corrections-said.ts";
import { digest } from "../domain/pilot/digest.ts";
import { chosenFrom, resultsOf, type PlanResult, type WhichResult } from "../domain/pilot/plan-results.ts";
import { measuredIn, pricesCandidate, pricesFor, pricesIn } from "../domain/pilot/paid-price.ts";
import {
  mayWithdraw,
  measuredFor,
  measuredHere,
  speaksFor,
  standingLessons,
  standingOf,
} from "../domain/pilot/team-memory.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { journaled } from "./journal.ts";
import { answer, baseFor, incident, lastRevision, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import type { KeptCorrection } from "./progress-ports.ts";
import { conflictsBeforeGivingUp } from "./revise.ts";
import { sizeRun } from "./size-run.ts";
import { sizedAgain } from "./sized-again.ts";
import { answerStanding, progressOf } from "./standing.ts";

const saying = (said: Said, what: CorrectionsSaid): Outcome =>
  answer(said, { about: "corrections", said: what });
const refused = (said: Said, why: CorrectionRefusal, left?: readonly PlanResult[]): Outcome =>
  saying(said, { kind: "refused", why, ...(left === undefined ? {} : { left }) });

/** What the team measured: shown to whoever asks, left out for whoever contests it, withdrawn by whoever may. */
export async function onCorrections(
  deps: ConversationDeps,
  said: Said,
  asker: Asker,
  wish: CorrectionsWish,
): Promise<Outcome> {
  const { record } = said;
  if (wish.act === "ask" && wish.of === "price") {
    const prices = pricesFor(pricesIn(await keptBy(deps, asker).then(bare)), wish.about);
    return saying(said, { kind: "paid", asked: wish.about, prices });
  }
  if (wish.act === "ask") {
    const all = measuredHere(measuredIn(await keptBy(deps, asker).then(bare)));
    return saying(said, {
      kind: "measured",
      asked: wish.about,
      found: measuredFor(all, wish.about, deps.lookup),
    });
  }
  if (record === null) return refused(said, "no-plan");
  if (wish.act === "without") return without(deps, { ...said, record }, asker);
  if (wish.act === "withdraw") return withdraw(deps, { ...said, record }, asker, wish.which);
  const left = resultsOf(ofPlan(await keptBy(deps, asker), record));
  return left.length === 0 ? refused(said, "none") : saying(said, { kind: "results", left: left.map(toSay) });
}

const keptBy = ({ store }: ConversationDeps, { workspace }: Asker): Promise<readonly KeptCorrection[]> =>
  store.progress.corrections(workspace);
const bare = (kept: readonly KeptCorrection[]) => kept.map(({ correction }) => correction);

type OnPlan = Said & { readonly record: PlanRecord };

async function without(deps: ConversationDeps, said: OnPlan, asker: Asker): Promise<Outcome> {
  const { plan, spec } = baseFor(said.record, asker).revision;
  const kept = bare(await keptBy(deps, asker));
  const { best } = plan;
  const found = measuredHere(measuredIn(kept)).filter(({ scope }) => speaksFor(scope, plan, deps.lookup));
  const prices = best === null ? [] : pricesIn(kept).filter((price) => pricesCandidate(price, best));
  if (found.length + prices.length === 0) return refused(said, "none");
  const held = best === null ? null : { accelerator: best.accelerator, gpus: best.gpus, nodes: best.nodes };
  const sized = await sizeRun(deps, { spec, reading: null, held, instead: [] });
  if (sized.kind === "plan") return saying(said, { kind: "without", plain: sized.plan, found, prices });
  const id = sized.kind === "failure" ? sized.incident : deps.newId();
  deps.log.error({ incident: id, planId: said.record.id }, "a plan could not be sized without corrections");
  return incident(said, id);
}

const ofPlan = (kept: readonly KeptCorrection[], { id }: PlanRecord): readonly KeptCorrection[] =>
  kept.filter(({ planId }) => planId === id);
const toSay = ({ ids: _ids, ...result }: Chosen): PlanResult => result;

/** Of this plan's own results, those that are meant and the asker may take back; the plan is sized again with what is left. */
export async function withdraw(
  deps: ConversationDeps,
  said: OnPlan,
  asker: Asker,
  which: WhichResult,
): Promise<Outcome> {
  let { record } = said;
  for (let attempt = 0; attempt < conflictsBeforeGivingUp; attempt++) {
    const now: OnPlan = { ...said, record };
    const kept = await keptBy(deps, asker);
    const chosen = choose(kept, record, asker, deps, which);
    if ("why" in chosen) return refused(now, chosen.why, chosen.left);
    const at = deps.clock.now().toISOString();
    const ids = chosen.gone.flatMap((result) => result.ids).sort();
    const withdrawn = { by: asker.user, at };
    const leftHere = kept.map((one) =>
      ids.includes(one.id) ? { ...one, correction: { ...one.correction, withdrawn } } : one,
    );
    const last = lastRevision(record);
    const revision = await sizedAgain(deps, record, asker, at, { instead: standingLessons(bare(leftHere)) });
    const withdrawal = { ...withdrawn, corrections: ids };
    const after: PlanRecord = {
      ...record,
      progress: { ...record.progress, withdrawals: [...record.progress.withdrawals, withdrawal] },
      ...(revision === null
        ? {}
        : { revisions: [...record.revisions, revision], highestRevision: revision.number, updatedAt: at }),
    };
    const outcome = answerStanding(
      { ...said, record: after },
      {
        about: "corrections",
        said: {
          kind: "withdrawn",
          results: chosen.gone.length,
          gone: chosen.gone.map(toSay),
          left: resultsOf(ofPlan(leftHere, record)).map(toSay),
          before: revision === null ? null : last.plan,
        },
      },
      deps.rates(),
    );
    const done = await deps.store.progress.keep(record.workspace, record.id, {
      key: `withdrawal:${digest(ids)}`,
      at,
      event: { kind: "withdrawal", withdrawal },
      ...(revision === null ? {} : { revision: { expected: last.number, revision } }),
      entry: journaled(asker, outcome, at),
    });
    if (done === "kept") {
      deps.log.info({ planId: record.id, corrections: ids.length }, "corrections withdrawn");
      return outcome;
    }
    if (done === "known") return refused(now, "withdrawn-before");
    const moved = await deps.store.plans.get(record.workspace, record.id);
    if (moved === null) return refused({ ...said, record: null }, "no-plan");
    record = moved;
  }
  const id = deps.newId();
  deps.log.error({ incident: id, planId: record.id }, "a withdrawal lost every race");
  return incident(said, id);
}

type Chosen = ReturnType<typeof resultsOf>[number];

function choose(
  kept: readonly KeptCorrection[],
  record: PlanRecord,
  { user }: Asker,
  { lookup }: ConversationDeps,
  which: WhichResult,
):
  | { readonly gone: readonly Chosen[] }
  | { readonly why: CorrectionRefusal; readonly left?: readonly PlanResult[] } {
  const own = ofPlan(kept, record);
  const standing = resultsOf(own);
  if (standing.length === 0) {
    if (own.length > 0) return { why: "withdrawn-before" };
    const { plan } = lastRevision(record);
    const lessons = bare(kept);
    const elsewhere =
      standingOf(measuredIn(lessons)).some(({ scope }) => speaksFor(scope, plan, lookup)) ||
      pricesIn(lessons).some((price) => plan.best !== null && pricesCandidate(price, plan.best));
    return { why: elsewhere ? "none-here" : "none" };
  }
  const allowed = standing.filter(({ by }) => mayWithdraw({ author: by }, user, progressOf(record)));
  if (allowed.length === 0) return { why: "not-yours" };
  const gone = chosenFrom(allowed, which);
  if (gone.length > 0) return { gone };
  const meant = chosenFrom(standing, which).length > 0;
  return meant ? { why: "not-yours" } : { why: "no-such-result", left: standing.map(toSay) };
}
