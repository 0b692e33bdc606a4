import type { Revision } from "../../src/domain/conversation.ts";
import type { Plan } from "../../src/domain/plan.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { exactly } from "../../src/units/range.ts";

/** A plan that asks for its model: the store keeps whatever the engine said. */
export function samplePlan(spec: RunSpec): Plan {
  return {
    kind: "needs-answer",
    spec,
    assumptions: [],
    unread: [],
    premises: [],
    best: null,
    alternatives: [],
    infeasible: null,
    questions: [{ field: "model", why: "no-model", answers: [] }],
    caveats: [],
    stages: [],
    window: { parts: [], total: exactly(0) },
    pilot: { runs: [], passIf: [] },
    warnings: [],
  };
}

export function sampleRevision(number: number, spec: RunSpec, author = "U1"): Revision {
  return {
    number,
    author,
    at: `2026-11-30T10:0${number}:00.000Z`,
    changes: [],
    spec,
    origins: {},
    plan: samplePlan(spec),
  };
}
