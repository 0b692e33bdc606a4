import { stageNames, type Plan, type Stage } from "../src/domain/plan.ts";
import type { Row } from "./fit-lines.ts";
import type { Scene } from "./view.ts";

/** Said by what happened to a plan, not by its arithmetic. */
const happened = new Set<Stage["why"]>([
  "confirmed", "estimate-corrected", "ran-out-of-memory", "inconclusive", "proven", "waived", "reserved", "closed",
]); // prettier-ignore

/** Where a plan stands once something was measured, waived or reserved: what is next, and what was let pass unproven. */
export function stageRow({ stages }: Pick<Plan, "stages">, s: Scene): Row | null {
  if (!stages.some(({ why }) => happened.has(why))) return null;
  const { names, standing, waivedShort, waivedSeveral, nextShort } = s.m.stages;
  const closed = stages.some(({ why }) => why === "closed");
  const done = stages.filter(
    ({ state, why }) => state === "not-needed" || (state === "done" && (why !== "reserved" || closed)),
  ).length;
  const next = stages.find(({ state }) => state === "next" || state === "advised");
  const waived = stages.filter(({ why }) => why === "waived").map(({ stage }) => names[stage]);
  const parts = [
    standing(done, stageNames.length),
    ...(next === undefined ? [] : [nextShort(names[next.stage])]),
    ...waived
      .slice(0, 1)
      .map((first) => (waived.length === 1 ? waivedShort(first) : waivedSeveral(waived.length))),
  ];
  const short = parts.slice(1);
  return {
    small: true,
    forms: [
      [parts.join(" · ")],
      ...(short.length > 0 ? [[short.join(" · ")]] : []),
      // A waiver is never left out of the head; what is next may be.
      ...(waived.length > 0 ? [short.slice(-1)] : [null]),
    ],
  };
}

/** The stage that is to be worked on now, once the pilot is behind. */
export const openStage = ({ stages }: Pick<Plan, "stages">): Stage["stage"] | null =>
  stages.find(({ state }) => state === "next" || state === "advised")?.stage ?? null;
