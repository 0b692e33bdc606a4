import type { World } from "../catalogue.ts";
import { lengthStated } from "./assumed-rollout.ts";
import { peakRequests } from "../performance/demand.ts";
import type { Change, Question, QuestionAnswer } from "../plan.ts";
import { tokensOfPrompts } from "../rollout-tokens.ts";
import type { RunSpec } from "../run-spec.ts";
import { change, changeSpec } from "./change-spec.ts";
import { answerFor, prepare } from "./decide-spec.ts";
import type { Chosen } from "./decide.ts";
import { moneyOf } from "./rank.ts";

const mostQuestions = 3;

interface Outcome {
  readonly answer: QuestionAnswer;
  /** How far this answer moves the plan, as a factor ≥ 1. */
  readonly moves: number;
}

const factor = (a: number | null, b: number | null): number =>
  a === null || b === null || a <= 0 || b <= 0 ? 1 : Math.max(a / b, b / a);

/** A spec whose hardware is the plan's own: for answers that change how long, not what on. */
function pinned(spec: RunSpec, best: Chosen): RunSpec {
  return { ...spec, accelerator: best.configuration.card.id, gpus: best.configuration.run.gpus };
}

function answer(
  spec: RunSpec,
  from: RunSpec,
  changes: readonly Change[],
  value: unknown,
  best: Chosen | null,
  world: World,
): Outcome | null {
  if (best !== null && changes.every(({ field, to }) => alreadyTaken(best, field, to))) {
    return outcomeOf(best, value, changes, spec, best);
  }
  const prepared = prepare(changeSpec(from, changes), world);
  if ("problems" in prepared) return null;
  const decision = answerFor(prepared, world);
  const chosen = decision.best;
  if (chosen === null) {
    const own = changes.map(({ field, to }) => change(spec, field, to));
    const params = {
      binding: decision.shortfall?.binding ?? "memory",
      shortBy: decision.shortfall?.shortBy ?? null,
    };
    return { answer: { value, changes: own, effect: { code: "infeasible", params } }, moves: 4 };
  }
  return outcomeOf(chosen, value, changes, spec, best);
}

/** The plan's own run already has this value: its own figures are the answer. */
function alreadyTaken(best: Chosen, field: string, to: unknown): boolean {
  const { run } = best.configuration;
  if (field === "method") return run.method === to;
  if (field === "sequenceLength") return run.sequenceLength === to;
  return field === "data.epochs" && (run.data?.epochs ?? 1) === to;
}

function outcomeOf(
  chosen: Chosen,
  value: unknown,
  changes: readonly Change[],
  spec: RunSpec,
  best: Chosen | null,
): Outcome {
  const own = changes.map(({ field, to }) => change(spec, field, to));
  const c = chosen.configuration;
  const total = c.cost.total;
  const hours = c.window?.total ?? null;
  const moved =
    best === null
      ? 1
      : Math.max(
          factor(moneyOf(c), moneyOf(best.configuration)),
          factor(hours?.likely ?? null, best.configuration.window?.total.likely ?? null),
          factor(c.soldGb, best.configuration.soldGb),
        );
  const params = {
    accelerator: c.card.id,
    gpus: c.run.gpus,
    hours,
    cost: total,
    perMillionTokens: c.cost.perMillionTokens,
    currency: c.cost.currency,
    verdict: chosen.sized.verdict,
    tokensPerSecondPerUser: c.throughput?.serving?.tokensPerSecondPerUser ?? null,
  };
  return { answer: { value, changes: own, effect: { code: "plan", params } }, moves: moved };
}

interface Draft {
  readonly field: string;
  readonly why: string;
  readonly values: readonly { readonly value: unknown; readonly changes: readonly Change[] }[];
  /** Keep the plan's hardware while trying the answers. */
  readonly pin: boolean;
  /** Without this nothing can be said about time or money. */
  readonly decisive: boolean;
}

const oneField = (spec: RunSpec, field: string, values: readonly unknown[]): Draft["values"] =>
  values.map((value) => ({ value, changes: [change(spec, field, value)] }));

/** A year [h]: a run of more is proposed only with the question by when it must end. */
const LONGER_THAN_ANYBODY_WAITS = 365 * 24;
const sensibleDays: readonly number[] = [30, 90, 180];

function drafts(spec: RunSpec, best: Chosen | null): readonly Draft[] {
  const method = best?.configuration.run.method ?? spec.method;
  const found: Draft[] = [];
  const add = (field: string, why: string, values: Draft["values"], pin: boolean, decisive = false): void => {
    found.push({ field, why, values, pin, decisive });
  };
  if (method === "inference") {
    const traffic = spec.serving === undefined ? null : peakRequests(spec.serving);
    if (spec.serving?.concurrency === undefined && traffic === null) {
      add(
        "serving.concurrency",
        "users-unknown",
        oneField(spec, "serving.concurrency", [1, 16, 64]),
        false,
        true,
      );
    }
    if (spec.serving?.promptTokens === undefined && spec.sequenceLength === undefined) {
      add(
        "serving.promptTokens",
        "length-unknown",
        oneField(spec, "serving.promptTokens", [1500, 7500, 30_000]),
        false,
      );
    }
    return found;
  }
  const { tokens, samples, tokensPerSample, epochs } = spec.data ?? {};
  const known = tokens ?? tokensPerSample ?? tokensOfPrompts(spec);
  if (tokens === undefined && (samples === undefined || known === undefined)) {
    if (samples === undefined) {
      add("data.tokens", "tokens-unknown", oneField(spec, "data.tokens", [1e7, 1e8, 1e9]), true, true);
    } else {
      add(
        "data.tokensPerSample",
        "sample-length-unknown",
        oneField(spec, "data.tokensPerSample", [256, 1024, 4096]),
        true,
        true,
      );
    }
  } else if (tokens !== undefined && epochs !== 1) {
    // Both answers name what is trained in total, so that neither is asked about again.
    const times = epochs ?? 3;
    const trained = (total: number) => [change(spec, "data.tokens", total), change(spec, "data.epochs", 1)];
    const values = [
      { value: "total", changes: trained(tokens) },
      { value: "per-epoch", changes: trained(tokens * times) },
    ];
    add("data.epochs", "total-or-per-epoch", values, true);
  }
  const hours = best?.configuration.window?.total.likely ?? 0;
  if (hours > LONGER_THAN_ANYBODY_WAITS && spec.limits?.deadlineHours === undefined) {
    const values = oneField(spec, "limits.deadlineHours", sensibleDays.map((days) => 24 * days)); // prettier-ignore
    add("limits.deadlineHours", "too-long-to-wait", values, false, true);
  }
  const adapters = best?.configuration.run.lora ?? null;
  const experts = best?.configuration.run.model.shape?.moe ?? null;
  if (adapters !== null && experts !== null && spec.lora?.targets === undefined) {
    const values = oneField(spec, "lora.targets", ["attention", "all-linear"]);
    add("lora.targets", "adapters-on-experts", values, false);
  }
  if (spec.method === undefined) {
    add(
      "method",
      "method-unknown",
      oneField(
        spec,
        "method",
        method === "pretrain" ? ["pretrain", "full", "lora"] : ["lora", "qlora", "full"],
      ),
      false,
    );
  }
  if (lengthStated(spec) === undefined && spec.data?.longestSample === undefined) {
    add("sequenceLength", "length-unknown", oneField(spec, "sequenceLength", [2048, 4096, 8192]), false);
  }
  return found;
}

/** Changes below this factor are not worth a person's time. */
const WORTH_ASKING = 1.15;

/** At most three questions, the one that changes the answer most first, each answer tried on the engine. */
export function questionsFor(spec: RunSpec, best: Chosen | null, world: World): readonly Question[] {
  const asked = drafts(spec, best).flatMap((draft) => {
    const from = draft.pin && best !== null ? pinned(spec, best) : spec;
    const outcomes = draft.values.flatMap(({ value, changes }) => {
      const here = answer(spec, from, changes, value, best, world);
      const elsewhere = here?.answer.effect.code === "infeasible" && from !== spec;
      return (elsewhere ? answer(spec, spec, changes, value, best, world) : here) ?? [];
    });
    const moves = Math.max(1, ...outcomes.map((o) => o.moves));
    if (outcomes.length < 2 || (!draft.decisive && moves < WORTH_ASKING)) return [];
    const question: Question = { field: draft.field, why: draft.why, answers: outcomes.map((o) => o.answer) };
    return [{ question, moves: draft.decisive ? Number.POSITIVE_INFINITY : moves }];
  });
  return asked
    .sort((a, b) => (a.moves === b.moves ? 0 : b.moves - a.moves))
    .slice(0, mostQuestions)
    .map(({ question }) => question);
}
