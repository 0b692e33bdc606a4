import type { Answer, Intent, PlanSummary } from "../domain/conversation.ts";
import type { CatalogueLookup } from "../domain/catalogue.ts";
import { isExcluded } from "../domain/excluded-cards.ts";
import { blockedBy } from "../domain/plan.ts";
import type { Change } from "../domain/plan.ts";
import { bestTried } from "../domain/planning/tried.ts";
import { preferences, type Preference, type RunSpec } from "../domain/run-spec.ts";
import { applyChanges, diffSpecs } from "../followup/apply-changes.ts";
import { learningTopics } from "../followup/intents.ts";
import { answerKnowledge } from "./answer-knowledge.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { answer, baseFor, incident, lastRevision, problem, refusal, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import { buyAnswer, cheaperAnswer, finishedAnswer, moreCardsAnswer, spotAnswer } from "./money-answers.ts";
import { answerStanding } from "./standing.ts";
import { lastMeasuredRate } from "./measured-rate.ts";
import { quotedMemory } from "./quoted-memory.ts";
import { sizeRun } from "./size-run.ts";

type Question = Extract<Intent, { kind: "question" }>;
const listed = 8;

async function answerKnowledgeOrNot(
  deps: ConversationDeps,
  said: Said,
  asker: Asker,
  text: string,
): Promise<Outcome> {
  const known = await answerKnowledge(deps, said, asker, text);
  return known ?? answer(said, { about: "no-answer", topic: null });
}

/** Questions that no plan answers: what is reported in them does. */
export const leavesOpen = new Set([
  "no-answer",
  "out-of-scope",
  "help",
  "dominant",
  "memory",
  "if-it-does-not-fit",
  "speed",
]);

export async function answerQuestion(
  deps: ConversationDeps,
  said: Said,
  asker: Asker,
  question: Question,
  text: string,
): Promise<Outcome> {
  const { about, accelerator, topic } = question;
  if (topic === "rent-or-buy" && said.record !== null) {
    const { plan, spec } = baseFor(said.record, asker).revision;
    if (plan.best !== null) return buyAnswer(deps, said, asker, spec, plan.best);
  }
  if (about === "no-answer" || about === "out-of-scope" || (about === "help" && topic !== undefined)) {
    // What it is about was recognised: its name finds the article where the words of the question do not.
    const named = topic === undefined ? [] : [topic.replaceAll("-", " ")];
    const wanted = learningTopics.has(topic ?? "") ? [topic ?? "", text] : [text, ...named];
    for (const words of wanted) {
      const known = await answerKnowledge(deps, said, asker, words);
      if (known !== null) return known;
    }
  }
  switch (about) {
    case "why-not":
      if (said.record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
      return accelerator === undefined
        ? answer(said, { about: "dominant" })
        : whyNot(deps, said, asker, baseFor(said.record, asker).revision.spec, accelerator);
    case "memory":
    case "dominant":
    case "certainty":
    case "source":
    case "time":
    case "cost":
    case "if-it-does-not-fit":
    case "why-this":
    case "assumptions":
    case "speed":
    case "host":
    case "service":
    case "timeline":
      if (said.record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
      return answer(said, {
        about,
        ...(about === "memory" ? quotedMemory(said.record, asker, text) : {}),
        ...(topic === undefined ? {} : { topic }),
        ...(about === "time" && topic === "measured" ? lastMeasuredRate(said.record) : {}),
        ...(about === "timeline" ? { at: deps.clock.now().toISOString() } : {}),
      });
    case "standing":
      return said.record === null
        ? answerKnowledgeOrNot(deps, said, asker, text)
        : answerStanding(said, { about }, deps.rates());
    case "finished":
    case "more-cards": {
      if (said.record === null) return answer(said, { about: "no-answer", topic: topic ?? null });
      const { spec, plan } = baseFor(said.record, asker).revision;
      return about === "finished"
        ? finishedAnswer(deps, said, asker, applyChanges(spec, question.changes ?? []))
        : moreCardsAnswer(deps, said, asker, spec, plan);
    }
    case "would-change":
      return said.record === null
        ? answer(said, { about: "no-answer", topic: topic ?? null })
        : wouldChange(deps, said, asker, baseFor(said.record, asker).revision.spec, question.changes ?? []);
    case "spot":
      return said.record === null
        ? answerKnowledgeOrNot(deps, said, asker, text)
        : spotAnswer(deps, said, asker, baseFor(said.record, asker).revision.spec);
    case "revisions":
      return revisionsTried(deps, said, asker, preferences.find((one) => one === topic) ?? null);
    case "no-answer":
      return answer(said, { about, topic: topic ?? null });
    case "help":
      return answer(said, { about, topic: topic ?? null });
    case "catalogue":
      return answer(said, catalogueAnswer(deps.lookup, accelerator ?? topic ?? ""));
    case "others": {
      if (said.record === null) return answer(said, catalogueAnswer(deps.lookup, ""));
      const { spec, plan } = baseFor(said.record, asker).revision;
      if (topic !== "cheaper" && plan.best === null) return answer(said, { about: "if-it-does-not-fit" });
      return topic === "cheaper"
        ? cheaperAnswer(deps, said, asker, spec, plan.best)
        : answer(said, { about: "others", order: null, compared: plan, cheaper: null });
    }
    case "out-of-scope":
      return refusal(said, "out-of-scope");
    case "thanks":
    case "not-yet":
      return answer(said, topic === undefined ? { about } : { about, topic });
  }
}

/** The same run with that card bound, beside what the plan says. */
async function whyNot(
  deps: ConversationDeps,
  said: Said,
  { workspace }: Asker,
  spec: RunSpec,
  accelerator: string,
): Promise<Outcome> {
  const { memoryGib: _bareSize, ...rest } = spec;
  const card = deps.lookup.accelerator(accelerator);
  const ruledOut = card !== undefined && isExcluded(card, spec.limits?.excludedAccelerators);
  const lifted = ruledOut ? [{ field: "limits.excludedAccelerators", from: null, to: null }] : [];
  const wanted = applyChanges({ ...rest, accelerator }, lifted);
  const sized = await sizeRun(deps, { spec: wanted, reading: null, workspace });
  if (sized.kind === "failure") return incident(said, sized.incident);
  if (sized.kind === "problems") return problem(said, sized.problems);
  const { best, infeasible } = sized.plan;
  return answer(said, {
    about: "why-not",
    accelerator,
    candidate: best ?? infeasible?.nearest ?? null,
    blocked: infeasible === null ? null : blockedBy(infeasible),
    ...(ruledOut ? { ruledOut } : {}),
  });
}

/** The same run with what was asked about, sized beside the plan and kept nowhere. */
async function wouldChange(
  deps: ConversationDeps,
  said: Said,
  { workspace }: Asker,
  spec: RunSpec,
  changes: readonly Change[],
): Promise<Outcome> {
  const supposed = applyChanges(spec, changes);
  if (diffSpecs(spec, supposed).length === 0) return answer(said, { about: "unchanged", why: "same-value" });
  const sized = await sizeRun(deps, { spec: supposed, reading: null, workspace });
  if (sized.kind === "failure") return incident(said, sized.incident);
  if (sized.kind === "problems") return problem(said, sized.problems);
  return answer(said, { about: "would-change", changes, changed: sized.plan });
}

/** Of a plan of one revision "the cheapest" is what its order would change; of several it is one of them. */
function revisionsTried(
  deps: ConversationDeps,
  said: Said,
  asker: Asker,
  order: Preference | null,
): Outcome | Promise<Outcome> {
  const { record } = said;
  if (record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
  const { spec } = baseFor(record, asker).revision;
  if (record.revisions.length < 2 && order !== null) {
    const from = spec.limits?.prefer ?? null;
    return wouldChange(deps, said, asker, spec, [{ field: "limits.prefer", from, to: order }]);
  }
  const tried = record.revisions.map(({ number, changes, plan }, at) => ({
    number,
    plan,
    changes: at === 0 ? [] : changes,
  }));
  const best = order === null ? null : (bestTried(tried, order, deps.rates())?.number ?? null);
  return answer(said, { about: "revisions", order, tried, best });
}

export function catalogueAnswer(lookup: CatalogueLookup, query: string): Answer {
  return {
    about: "catalogue",
    query,
    accelerators: lookup.searchAccelerators(query, listed).map((match) => match.id),
    models: lookup.searchModels(query, listed).map((match) => match.id),
  };
}

/** One line for a list; null for a plan that has no model yet. */
export function summaryOf(lookup: CatalogueLookup, record: PlanRecord): PlanSummary | null {
  const last = lastRevision(record);
  const { model, method } = last.plan.spec;
  if (model === undefined) return null;
  const name = typeof model === "string" ? (lookup.model(model)?.name ?? model) : (model.name ?? "?");
  return {
    planId: record.id,
    model: name,
    method: method ?? "",
    revision: last.number,
    updatedAt: record.updatedAt,
    permalink: null,
  };
}
