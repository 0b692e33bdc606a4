import type { CatalogueLookup, Resolution } from "../domain/catalogue.ts";
import type { Answer } from "../domain/conversation.ts";
import {
  comparePlans,
  sideOf,
  sideOfCandidate,
  type ComparedSide,
  type MachineName,
} from "../domain/planning/compare.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { machinesCompared } from "../followup/machines-compared.ts";
import { usualForm } from "../followup/read-cards.ts";
import { diffSpecs } from "../followup/apply-changes.ts";
import { answerKnowledge } from "./answer-knowledge.ts";
import { answerQuestion } from "./answer-question.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { answer, baseFor, incident, lastRevision, problem, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import { sizeRun } from "./size-run.ts";

/** The card that a name stands for, in its usual form where one product has several; null = only the person can say. */
export function cardMeant(lookup: CatalogueLookup, resolution: Resolution): string | null {
  if (resolution.kind === "one") return resolution.match.id;
  return resolution.kind === "several" ? usualForm(lookup, resolution.matches) : null;
}

const compared = (
  { rates }: Pick<ConversationDeps, "rates">,
  left: ComparedSide,
  right: ComparedSide,
): Answer => ({
  about: "compare",
  comparison: comparePlans(left, right, rates()),
});

type Sizing = Pick<ConversationDeps, "engine" | "lookup" | "hub" | "knowledge" | "newId" | "log">;
type OnCard =
  | { readonly kind: "side"; readonly side: ComparedSide }
  | Exclude<Awaited<ReturnType<typeof sizeRun>>, { readonly kind: "plan" }>;

/** The run bound to one machine, sized and kept nowhere; what the machine's name leaves open is as the run has it. */
export async function runOnMachine(deps: Sizing, spec: RunSpec, machine: MachineName): Promise<OnCard> {
  const sized = await sizeRun(deps, { spec: onMachine(spec, machine), reading: null });
  return sized.kind === "failure" || sized.kind === "problems"
    ? sized
    : { kind: "side", side: sideOf({ kind: "card", ...machine }, sized.plan) };
}

/** A count goes with its own nodes: those of the run were for its own count. */
function onMachine(spec: RunSpec, { accelerator, gpus, nodes, limits }: MachineName): RunSpec {
  const { memoryGib: _bareSize, nodes: ownNodes, ...rest } = spec;
  const spread = nodes ?? (gpus === undefined || gpus === spec.gpus ? ownNodes : undefined);
  return {
    ...rest,
    accelerator,
    ...(gpus === undefined ? {} : { gpus }),
    ...(spread === undefined ? {} : { nodes: spread }),
    ...(limits === undefined ? {} : { limits: { ...rest.limits, ...limits } }),
  };
}

function failed(said: Said, on: Exclude<OnCard, { readonly kind: "side" }>): Outcome {
  return on.kind === "failure" ? incident(said, on.incident) : problem(said, on.problems);
}

/** Numbers of revisions in "rev 1 and 3", "révision 2". */
const revisionsNamed = (words: string): readonly number[] =>
  /(?:rev|revision|révision|#)/iu.test(words)
    ? [...words.matchAll(/\d+/gu)].map(([digits]) => Number(digits))
    : [];

/** "compare", "compare with before", "compare rev 1 and 3", "compare 1 H100 and 2 MI300X", "compare with A100". */
export async function compare(
  deps: ConversationDeps,
  said: Said,
  asker: Asker,
  words: string,
): Promise<Outcome> {
  const { record } = said;
  const noPlan = (): Outcome => answer(said, { about: "unchanged", why: "no-plan-here" });
  const { machines, problems } = machinesCompared(words, {
    lookup: deps.lookup,
    current: null,
    threadLanguage: said.language,
    locale: said.language,
    now: deps.clock.now().toISOString(),
    timeZone: asker.timeZone,
  });
  const unclear = (said.reading?.problems ?? []).filter(({ path }) => path === "accelerator");
  if (unclear.length > 0 || problems.length > 0)
    return problem(said, unclear.length > 0 ? unclear : problems);
  if (record === null) {
    const known = machines.length > 0 ? await answerKnowledge(deps, said, asker, words) : null;
    return known ?? (await lastTwoPlans(deps, said, asker)) ?? noPlan();
  }
  const { revision, variant } = baseFor(record, asker);
  const now = sideOf(
    variant === undefined ? { kind: "revision", number: revision.number } : { kind: "variant" },
    revision.plan,
  );
  const [first, second] = machines;
  if (machines.length > 2) return eachAgainstPlan(deps, said, asker, machines);
  if (first !== undefined) {
    const right = await runOnMachine(deps, revision.spec, second ?? first);
    if (right.kind !== "side") return failed(said, right);
    if (second === undefined) return answer(said, compared(deps, now, right.side));
    const left = await runOnMachine(deps, revision.spec, first);
    return left.kind === "side" ? answer(said, compared(deps, left.side, right.side)) : failed(said, left);
  }
  return answer(said, betweenRevisions(deps, record, now, words));
}

/** A table has two sides; of three machines or more each is held against the plan. */
async function eachAgainstPlan(
  deps: ConversationDeps,
  said: Said,
  asker: Asker,
  machines: readonly MachineName[],
): Promise<Outcome> {
  const { record } = said;
  const current = record === null ? {} : baseFor(record, asker).revision.spec;
  const beside: { text: string; answer: Answer }[] = [];
  for (const machine of machines) {
    const changes = diffSpecs(current, onMachine(current, machine));
    const question = { kind: "question", about: "would-change", changes } as const;
    const { reply } = await answerQuestion(deps, said, asker, question, "");
    if (reply.kind === "answer" && reply.answer.about === "would-change")
      beside.push({ text: "", answer: reply.answer });
  }
  const stays = answer(said, { about: "unchanged", why: "same-value" });
  return { ...stays, reply: { ...stays.reply, beside } };
}

const ofTheFirst = /(?<!\p{L})(?:first|original|initiale?|premi[eè]re?|d[eé]part)(?!\p{L})/iu;

/** Two revisions of one plan; a plan that has only one is held against its own first alternative. */
function betweenRevisions(
  deps: Pick<ConversationDeps, "rates">,
  record: PlanRecord,
  now: ComparedSide,
  words: string,
): Answer {
  const [a, b] = revisionsNamed(words);
  const side = (number: number): ComparedSide | null => {
    const found = record.revisions.find((one) => one.number === number);
    return found === undefined ? null : sideOf({ kind: "revision", number }, found.plan);
  };
  const last = lastRevision(record);
  const first = record.revisions[0]?.number;
  if (a === undefined && first !== undefined && ofTheFirst.test(words)) {
    const left = side(first);
    return left === null || first === last.number
      ? { about: "unchanged", why: "nothing-to-compare" }
      : compared(deps, left, now);
  }
  const newest = record.variants.at(-1);
  if (a !== undefined) {
    const [left, right] = [side(a), b === undefined ? now : side(b)];
    return left === null || right === null
      ? { about: "unchanged", why: "no-plan-here" }
      : compared(deps, left, right);
  }
  if (newest !== undefined && now.name.kind === "revision" && /variant/iu.test(words))
    return compared(deps, now, sideOf({ kind: "variant" }, newest.revision.plan));
  const before =
    now.name.kind === "variant" ? last : record.revisions.filter(({ number }) => number < last.number).at(-1);
  if (before !== undefined)
    return compared(deps, sideOf({ kind: "revision", number: before.number }, before.plan), now);
  const other = last.plan.alternatives[0];
  if (other === undefined) return { about: "unchanged", why: "nothing-to-compare" };
  return compared(deps, now, sideOfCandidate({ kind: "card", accelerator: other.accelerator }, other));
}

/** Outside a thread: the two plans of the asker that were worked on last. */
async function lastTwoPlans(deps: ConversationDeps, said: Said, asker: Asker): Promise<Outcome | null> {
  const [newest, before] = await deps.store.plans.ownedBy(asker.workspace, asker.user, 2);
  if (newest === undefined || before === undefined) return null;
  const named = (record: PlanRecord): ComparedSide => {
    const { plan } = lastRevision(record);
    return sideOf({ kind: "plan", spec: plan.spec }, plan);
  };
  return answer(said, compared(deps, named(before), named(newest)));
}
