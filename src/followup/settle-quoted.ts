import type { Draft } from "./draft.ts";

/** "500 GPU hours … 1,395 € on runpod": a price times the hours is what somebody worked out, not a cap. */
export function settleQuotedTotal(draft: Draft): void {
  const hours = draft.observed["gpuHours"];
  const at = draft.facts.findIndex(({ field }) => field === "limits.budget");
  const budget = draft.facts[at]?.value;
  if (hours === undefined || typeof budget !== "object" || budget === null || !("amount" in budget)) return;
  const total = Number(budget.amount);
  const quoted = [...draft.folded.matchAll(/(?<![\w.,])(\d{1,4}[.,]\d{1,2})(?![\w])/gu)].some(
    ([, price = ""]) => Math.abs((Number(price.replace(",", ".")) * hours) / total - 1) < 0.02,
  );
  if (quoted) draft.facts.splice(at, 1);
}
