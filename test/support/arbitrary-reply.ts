import { rentalSilences } from "../../src/domain/pilot/teach-rental.ts";
import fc from "fast-check";
import { caveatCodes, premiseCodes } from "../../src/domain/caveat.ts";
import {
  languages,
  type Answer,
  type FileSaid,
  type MessageReading,
  type Reply,
} from "../../src/domain/conversation.ts";
import { stageRefusals, type StageMove } from "../../src/domain/pilot/stage-move.ts";
import { launchers } from "../../src/domain/launch.ts";
import { tiers } from "../../src/domain/offer.ts";
import type { PaidPrice } from "../../src/domain/pilot/paid-price.ts";
import type { PlanResult } from "../../src/domain/pilot/plan-results.ts";
import { priceSilences } from "../../src/domain/pilot/teach-price.ts";
import { currencies } from "../../src/units/money.ts";
import { emptyReadings } from "../../src/domain/pilot-reading.ts";
import { fileFaults } from "../../src/domain/pilot/dropped.ts";
import {
  inconclusiveCodes,
  judgedFigures,
  missCauses,
  nextCodes,
  pilotStages,
  type PilotVerdict,
} from "../../src/domain/pilot/pilot.ts";
import { findingCodes, type Advice } from "../../src/domain/finding.ts";
import { partNames, phases } from "../../src/domain/estimate.ts";
import {
  bindingLimits,
  relaxationCodes,
  stageWhys,
  candidateReasons,
  stageNames,
  type Candidate,
  type Change,
  type Plan,
  type Question,
} from "../../src/domain/plan.ts";
import { comparePlans, sideOf, type SideName } from "../../src/domain/planning/compare.ts";
import { reminderKinds } from "../../src/domain/planning/reminders.ts";
import { problemCodes, type Problem } from "../../src/domain/problem.ts";
import { evidenceGrades } from "../../src/domain/provenance.ts";
import { gib } from "../../src/units/bytes.ts";
import type { Range } from "../../src/units/range.ts";
import { candidateFixture, estimateFixture, offerFixture, planFixture } from "./plan-fixture.ts";

/** Plans and replies that no engine would make: absurd figures, endless names, hostile text, holes. */
const hostile = fc.constantFrom(
  "<!channel>", "<@U123>", "*bold* _it_ ~no~ `code`", "@here everyone", "a&b<c>", "x".repeat(4000), "https://x.example/?a=1&b=2",
  "é".repeat(300), "😀".repeat(200), "|", "\n\n", "> quote", ":fire:",
); // prettier-ignore
const text = fc.oneof(fc.string({ maxLength: 80 }), hostile);
const amount = fc.oneof(
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.constantFrom(0, 1e-9, 1e18, 1e300, 0.5, 99.5, Number.MAX_SAFE_INTEGER),
);
const anyRange: fc.Arbitrary<Range> = fc.tuple(amount, amount, amount).map((three) => {
  const [low = 0, likely = 0, high = 0] = [...three].sort((a, b) => a - b);
  return { low, likely, high };
});
const gibRange = anyRange.map((r) => ({ low: gib(r.low), likely: gib(r.likely), high: gib(r.high) }));
const id = fc.oneof(fc.constantFrom("l4", "l40s", "h100-80gb-sxm", "mi300x", "a100-80gb-sxm"), text);
const field = fc.oneof(
  fc.constantFrom("model", "microBatch", "data.epochs", "limits.budget", "limits.budget.amount", "accelerator", "method", "packing", "lora.targets"),
  text,
); // prettier-ignore
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  amount,
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.record({ a: text }),
);
const change: fc.Arbitrary<Change> = fc.record({ field, from: value, to: value });
const params = fc.dictionary(
  fc.constantFrom("card", "gpus", "parts", "phase", "overGib", "ageDays", "tier", "model", "stack"),
  fc.oneof(text, amount, fc.constant(null)),
);

const candidate: fc.Arbitrary<Candidate> = fc
  .record({
    accelerator: id,
    gpus: fc.oneof(fc.integer({ min: 1, max: 64 }), fc.constant(100_000)),
    nodes: fc.integer({ min: 1, max: 9999 }),
    required: gibRange,
    usableGib: fc.option(amount),
    verdict: fc.constantFrom("fits", "does-not-fit", "tight", "unknown"),
    reason: fc.constantFrom(...candidateReasons),
    grade: fc.constantFrom(...evidenceGrades),
    parts: fc.array(fc.record({ part: fc.constantFrom(...partNames), gib: gibRange, source: text }), {
      maxLength: 15,
    }),
    peakPhase: fc.constantFrom(...phases),
    hours: fc.option(anyRange),
    total: fc.option(anyRange),
    currency: fc.oneof(fc.constantFrom("EUR", "USD", "CHF"), text),
    offer: fc.option(
      fc.record({
        provider: text,
        instance: text,
        region: fc.option(text),
        observedAt: fc.option(fc.constantFrom("2026-11-28", "not a date")),
        ageDays: fc.option(fc.nat()),
      }),
    ),
    unknownParts: fc.array(text, { maxLength: 4 }),
    levers: fc.array(fc.record({ change: text, gainGib: amount, slowdown: fc.option(amount) }), {
      maxLength: 5,
    }),
    links: fc.array(
      fc.record({
        title: text,
        url: fc.oneof(text, fc.constant("https://example.org/a?b=1&c=2")),
        differs: fc.array(field, { maxLength: 3 }),
      }),
      { maxLength: 6 },
    ),
    changes: fc.option(fc.array(change, { maxLength: 6 }), { nil: undefined }),
  })
  .map((c) => {
    const base = candidateFixture();
    const { throughput, ...estimate } = estimateFixture();
    const timed =
      throughput === undefined || c.hours === null ? {} : { throughput: { ...throughput, hours: c.hours } };
    return {
      ...base,
      accelerator: c.accelerator,
      gpus: c.gpus,
      nodes: c.nodes,
      reason: c.reason,
      estimate: {
        ...estimate,
        ...timed,
        perGpu: { ...estimate.perGpu, required: c.required },
        usableGib: c.usableGib,
        verdict: c.verdict,
        parts: c.parts,
        peakPhase: c.peakPhase,
        levers: c.levers,
        evidence: { grade: c.grade, links: c.links },
      },
      offer: c.offer === null ? null : offerFixture(c.offer),
      cost: {
        ...base.cost,
        total: c.total,
        currency: c.currency,
        perMillionTokens: c.total,
        unknownParts: c.unknownParts,
      },
      ...(c.changes === undefined ? {} : { changes: c.changes }),
    } satisfies Candidate;
  });

const question: fc.Arbitrary<Question> = fc.record({
  field,
  why: text,
  answers: fc.array(
    fc.record({
      value,
      changes: fc.array(change, { maxLength: 2 }),
      effect: fc.record({
        code: fc.oneof(fc.constantFrom("plan", "infeasible", "sizes-this-model"), text),
        params: fc.dictionary(
          fc.constantFrom("hours", "cost", "accelerator", "gpus", "verdict"),
          fc.oneof(anyRange, amount, text),
        ),
      }),
    }),
    { maxLength: 7 },
  ),
});

const advice: fc.Arbitrary<Advice> = fc.record({
  findings: fc.array(
    fc.record({
      code: fc.constantFrom(...findingCodes),
      params: fc.dictionary(
        fc.constantFrom("card", "model", "name", "rows", "gpus", "states", "weights", "length", "share", "currency", "highEach", "rate"),
        fc.oneof(text, amount, fc.constant(null), fc.boolean()),
      ),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  cited: fc.constant([]),
}); // prettier-ignore

export const arbitraryPlan: fc.Arbitrary<Plan> = fc
  .record({
    best: fc.option(candidate),
    alternatives: fc.array(candidate, { maxLength: 30 }),
    relaxations: fc.array(
      fc.record({
        change: fc.constantFrom(...relaxationCodes),
        changes: fc.array(change, { maxLength: 4 }),
        candidate,
      }),
      { maxLength: 5 },
    ),
    binding: fc.constantFrom(...bindingLimits),
    shortBy: fc.option(amount),
    unit: fc.constantFrom("GiB per GPU" as const, "currency" as const, "hours" as const, null),
    infeasible: fc.boolean(),
    nearest: fc.option(candidate),
    questions: fc.array(question, { maxLength: 3 }),
    caveats: fc.array(
      fc.record({ code: fc.constantFrom(...caveatCodes), params, sources: fc.array(text, { maxLength: 2 }) }),
      { maxLength: 27 },
    ),
    premises: fc.array(fc.record({ code: fc.constantFrom(...premiseCodes), params }), { maxLength: 4 }),
    advice: fc.option(advice),
    assumptions: fc.array(fc.record({ field, value, why: text }), { maxLength: 40 }),
    stages: fc.array(
      fc.record({
        stage: fc.constantFrom(...stageNames),
        state: fc.constantFrom("done", "next", "shut", "not-needed", "advised"),
        why: fc.constantFrom(...stageWhys),
      }),
      { maxLength: 6 },
    ),
    total: anyRange,
    model: fc.oneof(fc.constant("meta-llama/Llama-3.1-8B"), text, fc.record({ name: text })),
    budget: fc.option(fc.record({ amount, currency: fc.constantFrom("EUR", "USD") })),
    minutes: amount,
    stays: fc.boolean(),
  })
  .map(
    ({
      model,
      budget,
      total,
      minutes,
      infeasible,
      binding,
      shortBy,
      unit,
      nearest,
      relaxations,
      stays,
      advice: reported,
      ...over
    }) => {
      const base = planFixture();
      return {
        ...base,
        ...over,
        ...(reported === null ? {} : { advice: reported }),
        kind: infeasible ? "infeasible" : over.best === null ? "needs-answer" : "recommendation",
        spec: { ...base.spec, model, limits: budget === null ? {} : { budget } },
        infeasible: infeasible ? { binding, shortBy, unit, nearest, relaxations } : null,
        ...(stays && over.best !== null
          ? { stay: { nearest: over.best, ways: relaxations.slice(0, 2) } }
          : {}),
        window: { parts: [], total },
        pilot: { runs: [{ what: "x", minutes, gpus: 1, cost: total, currency: "EUR" }], passIf: [] },
      } satisfies Plan;
    },
  );

const problem: fc.Arbitrary<Problem> = fc.record({
  code: fc.constantFrom(...problemCodes),
  path: field,
  read: text,
  allowed: fc.array(text, { maxLength: 40 }),
  nearest: fc.array(id, { maxLength: 12 }),
});

const reading: fc.Arbitrary<MessageReading | null> = fc.option(
  fc
    .record({ unread: fc.array(text, { maxLength: 30 }), model: text, contradictions: fc.array(fc.record({ field, readings: fc.array(fc.record({ value, where: text }), { maxLength: 3 }), chosen: value }), { maxLength: 3 }) })
    .map(({ unread, model, contradictions }): MessageReading => ({
      language: "en", intent: { kind: "plan" }, understood: { model }, changes: [], context: {}, premises: [],
      contradictions, problems: [], unread, unreadWorthSaying: unread, secretSeen: false,
    })),
); // prettier-ignore

const sideName: fc.Arbitrary<SideName> = fc.oneof(
  fc.record({ kind: fc.constant("revision" as const), number: fc.nat(99_999) }),
  fc.record({ kind: fc.constant("variant" as const) }),
  fc.record({ kind: fc.constant("card" as const), accelerator: id }),
  fc.record({ kind: fc.constant("plan" as const), spec: fc.record({ model: fc.oneof(text, fc.record({ name: text })) }) }),
); // prettier-ignore
const side = fc.tuple(sideName, arbitraryPlan).map(([name, plan]) => sideOf(name, plan));

const fileSaid: fc.Arbitrary<FileSaid> = fc.oneof(
  fc.record({ name: text, kind: fc.constant("unopened" as const), fault: fc.constantFrom(...fileFaults) }),
  fc.record({ name: text, kind: fc.constant("nothing-read" as const) }),
  fc.record({
    name: text,
    kind: fc.constant("faulty" as const),
    problems: fc.array(
      fc.record({
        code: fc.constantFrom("wrong-type" as const, "out-of-range" as const),
        path: text,
        read: text,
      }),
      { maxLength: 9 },
    ),
  }),
);

const comparison = fc.record({
  figure: fc.constantFrom(...judgedFigures),
  measured: amount,
  predicted: anyRange,
  ratio: amount,
  holds: fc.boolean(),
  bound: fc.constantFrom("exact" as const, "at-least" as const),
});
const judged = {
  stage: fc.constantFrom(...pilotStages),
  measured: fc.constant(emptyReadings),
  predicted: fc.constant(null),
  comparisons: fc.array(comparison, { maxLength: 6 }),
  corrections: fc.constant([]),
  next: fc.record({
    code: fc.constantFrom(...nextCodes),
    params: fc.constant({}),
    run: fc.option(
      fc.record({
        what: text,
        minutes: fc.nat(),
        gpus: fc.nat(),
        cost: fc.option(anyRange),
        currency: fc.constant("EUR"),
      }),
    ),
  }),
  key: text,
};
const verdict: fc.Arbitrary<PilotVerdict> = fc.oneof(
  fc.record({ ...judged, verdict: fc.constant("confirmed" as const) }),
  fc.record({
    ...judged,
    verdict: fc.constant("off" as const),
    misses: fc.array(
      fc.record({
        cause: fc.constantFrom(...missCauses),
        figure: fc.constantFrom(...judgedFigures, "outOfMemory" as const),
        direction: fc.constantFrom("above" as const, "below" as const),
        measured: fc.option(amount),
        predicted: fc.option(anyRange),
        phase: fc.option(fc.constantFrom(...phases)),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({
    ...judged,
    verdict: fc.constant("inconclusive" as const),
    reasons: fc.array(
      fc.record({
        code: fc.constantFrom(...inconclusiveCodes),
        params: fc.dictionary(fc.constantFrom("planned", "measured", "field", "value", "file", "seen"), text),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    offered: fc.constant(null),
  }),
);
const priceCompared = fc.record({
  paid: fc.record({ amount, currency: fc.constantFrom(...currencies) }),
  planned: amount,
  whole: fc.boolean(),
  gpus: fc.nat(),
});
const paidPrice: fc.Arbitrary<PaidPrice> = fc.record({
  cause: fc.constant("price" as const),
  scope: fc.record({ provider: text, accelerator: id, tier: fc.constantFrom(...tiers) }),
  paid: fc.record({ amount, currency: fc.constantFrom(...currencies) }),
  planned: amount,
  whole: fc.boolean(),
  point: text,
  author: fc.option(text),
  at: fc.constantFrom("2026-11-28T10:00:00Z", "x"),
});
const planResult: fc.Arbitrary<PlanResult> = fc.record({
  n: fc.nat(999),
  key: fc.string({ maxLength: 40 }),
  kind: fc.constantFrom("pilot" as const, "hours" as const, "price" as const),
  by: fc.option(text),
  at: fc.constantFrom("2026-11-28T10:00:00Z", "x", null),
  point: fc.constant(null),
  price: fc.option(paidPrice),
});
const planResults = fc.uniqueArray(planResult, { maxLength: 20, selector: ({ n }) => n });
const stageMove: fc.Arbitrary<StageMove> = fc.oneof(
  fc.record({
    moved: fc.constant("waived" as const),
    stage: fc.constantFrom(...pilotStages),
    by: text,
    reason: text,
  }),
  fc.record({ moved: fc.constant("reserved" as const), by: text }),
  fc.record({
    moved: fc.constant("closed" as const),
    hours: amount,
    settlement: fc.option(
      fc.record({
        hours: fc.option(amount),
        price: fc.option(amount),
        total: fc.option(amount),
        incidents: fc.nat(),
      }),
    ),
    taught: fc.oneof(
      fc.record({ silent: fc.constantFrom(...rentalSilences) }),
      fc.record({ corrections: fc.constant([]) }),
    ),
    price: fc.oneof(
      fc.record({ silent: fc.constantFrom(...priceSilences), compared: fc.option(priceCompared) }),
      fc.record({ price: paidPrice, compared: priceCompared }),
    ),
    taxPercent: fc.option(amount),
    next: fc.option(arbitraryPlan),
    again: fc.boolean(),
  }),
  fc.record({
    moved: fc.constant(null),
    why: fc.constantFrom(...stageRefusals),
    open: fc.array(fc.constantFrom(...stageNames), { maxLength: 5 }),
  }),
  fc.record({
    moved: fc.constant(null),
    why: fc.constant("impossible-price" as const),
    open: fc.constant([]),
    price: priceCompared,
  }),
);

const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ about: fc.constantFrom("memory" as const, "dominant" as const, "certainty" as const, "source" as const, "time" as const, "cost" as const, "if-it-does-not-fit" as const, "why-this" as const, "standing" as const, "assumptions" as const, "speed" as const, "host" as const), topic: fc.constantFrom("hour", "month", "week", "gpu-hour", "epoch", "million-tokens", "run", "price", "values", "x") }),
  fc.record({ about: fc.constant("would-change" as const), changes: fc.array(change, { maxLength: 6 }), changed: arbitraryPlan }),
  fc.tuple(side, side).map(([left, right]) => ({ about: "compare" as const, comparison: comparePlans(left, right) })),
  fc.record({ about: fc.constant("no-answer" as const), topic: fc.option(fc.oneof(text, fc.constantFrom("rocm", "zero", "rent-or-buy"))) }),
  fc.record({ about: fc.constant("why-not" as const), accelerator: id, candidate: fc.option(candidate), blocked: fc.option(fc.record({ binding: fc.constantFrom(...bindingLimits), shortBy: fc.option(amount) })) }),
  fc.record({ about: fc.constant("advice" as const), advice }),
  fc.record({ about: fc.constant("help" as const), topic: fc.option(text) }),
  fc.record({ about: fc.constant("catalogue" as const), query: text, accelerators: fc.array(id, { maxLength: 60 }), models: fc.array(text, { maxLength: 60 }) }),
  fc.record({ about: fc.constant("mine" as const), plans: fc.array(fc.record({ planId: text, model: text, method: text, revision: fc.nat(), updatedAt: fc.constantFrom("2026-11-28T10:00:00Z", "x"), permalink: fc.option(text) }), { maxLength: 40 }) }),
  fc.record({ about: fc.constant("reminders" as const), reminders: fc.array(fc.record({ planId: fc.uuid(), key: fc.string({ maxLength: 120 }), kind: fc.constantFrom(...reminderKinds), dueAt: fc.constantFrom("2026-12-02T10:00:00.000Z", "x"), eventAt: fc.option(text), model: text, method: text }), { maxLength: 40 }) }),
  fc.record({ about: fc.constant("reminders" as const), reminders: fc.constant([]), done: fc.oneof(fc.constant("not-yours" as const), fc.record({ cancelled: fc.nat(9), underWay: fc.nat(9) })) }),
  fc.record({ about: fc.constant("unchanged" as const), why: fc.constantFrom("nothing-to-undo" as const, "same-value" as const, "no-plan-here" as const, "not-yours" as const, "changed-since" as const, "nothing-to-compare" as const) }),
  fc.record({ about: fc.constant("pilot" as const), verdict: fc.option(verdict), files: fc.array(fileSaid, { maxLength: 30 }), again: fc.boolean(), before: fc.option(arbitraryPlan) }),
  fc.record({ about: fc.constant("corrections" as const), said: fc.oneof(fc.record({ kind: fc.constant("paid" as const), asked: fc.constant({}), prices: fc.array(paidPrice, { maxLength: 20 }) }), fc.record({ kind: fc.constant("without" as const), plain: arbitraryPlan, found: fc.constant([]), prices: fc.array(paidPrice, { maxLength: 12 }) }), fc.record({ kind: fc.constant("results" as const), left: planResults }), fc.record({ kind: fc.constant("withdrawn" as const), results: fc.nat(), gone: planResults, left: planResults, before: fc.option(arbitraryPlan) })) }),
  fc.record({ about: fc.constant("pilot-plan" as const), run: fc.constantFrom(...pilotStages), launcher: fc.constantFrom(...launchers) }),
  fc.record({ about: fc.constant("stage" as const), move: stageMove }),
  fc.record({ about: fc.constantFrom("thanks" as const, "out-of-scope" as const, "not-yet" as const), topic: text }),
); // prettier-ignore

const ref = fc.record(
  {
    planId: fc.uuid(),
    revision: fc.integer({ min: 1, max: 99_999 }),
    owner: fc.constant("U0001"),
    variant: fc.record({ id: fc.uuid(), author: fc.constant("U0002"), basedOn: fc.nat(99_999) }),
  },
  { requiredKeys: ["planId", "revision", "owner"] },
);
const language = fc.constantFrom(...languages);

export const arbitraryReply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ language, reading, kind: fc.constant("plan" as const), plan: arbitraryPlan, ref }),
  fc.record({ language, reading, kind: fc.constant("question" as const), plan: arbitraryPlan, ref }),
  fc.record({ language, reading, kind: fc.constant("change" as const), before: arbitraryPlan, plan: arbitraryPlan, changes: fc.array(change, { maxLength: 6 }), ref, undone: fc.boolean() }),
  fc.record({ language, reading, kind: fc.constant("answer" as const), answer, plan: fc.option(arbitraryPlan), ref: fc.option(ref) }),
  fc.record({ language, reading, kind: fc.constant("refusal" as const), reason: fc.constantFrom("absurd" as const, "hostile" as const, "out-of-scope" as const), problems: fc.array(problem, { maxLength: 3 }) }),
  fc.record({ language, reading, kind: fc.constant("problem" as const), problems: fc.array(problem, { minLength: 1, maxLength: 30 }) }),
  fc.record({ language, reading, kind: fc.constant("problem" as const), problems: fc.constant([]), incident: fc.uuid() }),
); // prettier-ignore
