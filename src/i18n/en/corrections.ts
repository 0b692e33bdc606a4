import type { PlanResult } from "../../domain/pilot/plan-results.ts";
import type { CorrectionRefusal } from "../../domain/pilot/corrections-said.ts";

/** What a team has measured, and what follows from it: shown, left out, withdrawn. */
export const corrections = {
  title: (what: string) =>
    what === "" ? "What your team has measured" : `What your team has measured: ${what}`,
  nothing: (what: string) =>
    `Your team has measured nothing ${what === "" ? "" : `of this (${what}) `}yet. “pilot” in the thread of a plan says what to run.`,
  scope: (family: string, method: string, card: string, stack: string) =>
    `${family}, ${method}, ${card}, ${stack}`,
  runs: (n: number, date: string | null) =>
    `${n === 1 ? "one run" : `${n} runs`}${date === null ? "" : `, the last on ${date}`}`,
  by: "by",
  point: (batch: string, gpus: number, figures: string) =>
    `${batch} on ${gpus === 1 ? "one GPU" : `${gpus} GPUs`}: ${figures}`,
  batch: (microBatch: string, tokens: string) => `micro-batch ${microBatch} × ${tokens} tokens`,
  figures: {
    ranOut: (gib: string) => `ran out of memory, at least ${gib} needed`,
    allocated: (gib: string) => `${gib} allocated`,
    reserved: (gib: string) => `${gib} reserved`,
    device: (gib: string) => `${gib} seen by the driver`,
    rate: (rate: string) => `${rate} per GPU`,
    rentalRate: (rate: string) => `${rate} per GPU, from the hours of the whole rental`,
  },
  paid: {
    title: (what: string) => (what === "" ? "What your team has paid" : `What your team has paid: ${what}`),
    nothing: (what: string) =>
      `No closed rental of your team gives a price ${what === "" ? "" : `of this (${what}) `}yet: “closing: 31 h, 412 €” in the thread of a reserved plan keeps one.`,
    offer: (card: string, provider: string, tier: string) => `${card}, ${provider}, ${tier}`,
    line: (paid: string, planned: string, date: string | null) =>
      `${paid} per GPU-hour, ${planned} planned${date === null ? "" : `, closed on ${date}`}`,
    perGpuHour: (amount: string) => `${amount} per GPU-hour`,
    whole: "with all else on the invoice",
    team: (perGpu: string, listed: string, n: number, date: string | null) =>
      `Price: what your team paid, ${perGpu} per GPU-hour (${listed} listed), ${n === 1 ? "one rental" : `${n} rentals`}${date === null ? "" : `, the last closed on ${date}`}`,
    teamWhole: "Storage and traffic are in it as far as the invoice held them.",
  },
  cost: (withThem: string, without: string) => `Cost: ${withThem} with, ${without} without.`,
  effects: (list: string) => `Corrections: ${list}.`,
  versions: (list: string) => `Versions: ${list}.`,
  withdrawn: (results: number) =>
    results === 1
      ? "Withdrawn: this result no longer counts."
      : `Withdrawn: ${results} results no longer count.`,
  results: {
    kinds: { pilot: "pilot", hours: "rental hours", price: "price paid" } satisfies Record<
      PlanResult["kind"],
      string
    >,
    one: (n: string, what: string, date: string | null) =>
      `Result ${n}, ${what}${date === null ? "" : `, ${date}`}`,
    gone: (what: string) => `Withdrawn: ${what}.`,
    left: "Still counted of this plan:",
    title: "Results of this plan that count:",
    none: "Nothing of this plan is counted any more.",
    how: (n: string) => `“withdraw result ${n}” takes that one back, “withdraw all results” all of them.`,
    withdraw: (n: string) => `Withdraw ${n}`,
  },
  stillOnRecord: (results: number): string =>
    results === 1
      ? "It stays on record, and no plan of the team is sized with it any more."
      : "They stay on record, and no plan of the team is sized with them any more.",
  requiredNow: (was: string, now: string) => `Memory per GPU: ${was} → ${now}.`,
  sameFigures: "Memory per GPU of this plan stays as it was.",
  notSizedAgain: "The plan could not be sized again just now: its next change will be.",
  withoutTitle: "Without what your team measured",
  required: (withThem: string, without: string) =>
    `Memory per GPU: ${withThem} with the corrections, ${without} without.`,
  time: (withThem: string, without: string) => `Time: ${withThem} with, ${without} without.`,
  otherChoice: (configuration: string) => `Without them the choice would be ${configuration}.`,
  sameChoice: "The choice would be the same.",
  restsOn: "They rest on:",
  howToWithdraw:
    "Nothing is changed. Whoever posted a result can withdraw it, and so can anybody here who does not own the plan: “withdraw the corrections”.",
  team: (n: number, date: string | null) =>
    `Measured at yours: ${n === 1 ? "one run" : `${n} runs`}${date === null ? "" : `, the last on ${date}`}`,
  seeWithout: "“see it without the corrections” shows the difference.",
  refusals: {
    "no-plan": "There is no plan here. Write it in the thread of its plan.",
    none: "No measurement of your team counts in this plan.",
    "none-here":
      "The corrections of this plan come from pilots of other plans: they are withdrawn in the thread where they were posted.",
    "not-yours":
      "Whoever owns the plan can withdraw only what they posted themselves: somebody else here can.",
    "no-such-result": "No result of this plan has that number, or is of that kind.",
    "withdrawn-before": "That was withdrawn before: nothing changed.",
  } satisfies Record<CorrectionRefusal, string>,
};
