import type { StageName, StageState } from "../../domain/plan.ts";

export const stages = {
  names: {
    budget: "memory budget",
    "one-gpu-pilot": "one-GPU pilot",
    "scaling-step": "scaling step",
    "restore-proof": "restore proof",
    reserve: "reserve the duration",
  } satisfies Record<StageName, string>,
  states: {
    done: "done",
    next: "next",
    shut: "not yet",
    "not-needed": "not needed",
    advised: "advised",
  } satisfies Record<StageState, string>,
  line: (stages: string) => `Stages: ${stages}`,
  one: (n: number, name: string, state: string) => `${n}/5 ${name}: ${state}`,
  restoreNotProven: "restore not proven",
  window: (total: string, parts: string) => `Rental window ${total}: ${parts}.`,
  windowTotal: (total: string) => `Rental window: ${total}.`,
  parts: {
    "start-up": "start-up",
    load: "load",
    "warm-up": "warm-up",
    steps: "training steps",
    evaluation: "validation",
    checkpoints: "checkpoints",
    "restore-proof": "restore proof",
    "export-upload": "export and upload",
    "billing-unit": "minimum billing unit",
    slack: "slack",
  },
  artefactsOut: (time: string) => `Move artefacts off by hour ${time}.`,
  pilot: (what: string) => `Pilot: ${what}.`,
};
