import type { StageRefusal } from "../../domain/pilot/stage-move.ts";
import type { PriceSilence } from "../../domain/pilot/teach-price.ts";
import type { RentalSilence } from "../../domain/pilot/teach-rental.ts";

/** What moves a plan through its stages, and what stands in the way. */
export const moves = {
  waived: (stage: string) => `Waived in writing: ${stage}.`,
  waivedReason: (reason: string) => `Reason: “${reason}”`,
  waivedBy: "It holds for this configuration only, and is void as soon as that changes.",
  reserved: "Ready to reserve:",
  sheet: {
    configuration: "Configuration",
    cost: "Cost",
    window: "Window",
    options: "To be added",
    finished: "Finished by then",
    launch: "Launch file",
  },
  options: "storage for checkpoints and results, upload of what must stay; ask the provider for their prices",
  finishedBy: (what: string, by: string) => `${what}, and everything off the machine by hour ${by}`,
  wholeRun: "the whole run",
  cannotStop: "I cannot stop a rental: whoever starts the machines ends them.",
  closeWith: "When it is over, write “closing: 31 h, 412 €, 1 incident” here.",
  launchWith:
    "write “launch file for Slurm” here, or gpu-plan launch in the terminal (SkyPilot, dstack, Kubernetes and a plain shell too)",
  closed: "Closed: planned against paid.",
  closedAgain: "Closing put right: planned against paid.",
  learnt: (list: string) => `Learnt for the next plans with this stack, model family and card: ${list}.`,
  learntNothing: "As planned: the hours correct nothing, they make the next plans surer.",
  silent: {
    "no-pace": null,
    incidents: "Hours with an incident say nothing of the pace: nothing was learnt from them.",
    implausible:
      "That is more than twice as fast or as slow as planned: most likely not the whole run, or not this run alone. Nothing was learnt from the hours.",
  } satisfies Record<RentalSilence, string | null>,
  addLater: "The invoice may follow, and a slip be put right: “closing: 31 h, 412 €” again.",
  hours: (actual: string, planned: string, range: string) =>
    `Hours: ${actual} paid for, ${planned} planned (${range}).`,
  ratioTotal: (ratio: string) => `Paid: × ${ratio} of what was planned.`,
  ratioPrice: (ratio: string) => `Price per hour: × ${ratio} the planned one.`,
  price: {
    compared: (paid: string, planned: string) => `Price per GPU-hour: ${paid} paid, ${planned} planned.`,
    untaxed: (percent: string) => `Tax of ${percent} % was taken off.`,
    whole:
      "The whole invoice is in that price, storage and traffic as far as they are on it: “closing: of which 30 € storage” takes them off.",
    kept: (card: string, provider: string, tier: string) =>
      `Kept as what your team pays for ${card}, ${provider}, ${tier}: its next plans count it, and say so.`,
    next: (before: string, after: string) => `This run, planned with what was learnt: ${before} → ${after}.`,
    nextChoice: (configuration: string) => `The choice would then be ${configuration}.`,
    silent: {
      "no-invoice": null,
      "no-offer": "The plan stands on no priced offer to compare the invoice with: no price was learnt.",
      credits: "An invoice of nothing says nothing of the price: no price was learnt.",
      "as-planned": "The price was the listed one: it corrects nothing.",
      "private-plan": "This plan is private: the price stays with you and is not kept for the team.",
    } satisfies Record<PriceSilence, string | null>,
    miss: (paid: string, planned: string) => `${paid} per GPU-hour, where ${planned} was planned`,
  },
  incidents: (n: number) => (n === 0 ? "No incident." : n === 1 ? "One incident." : `${n} incidents.`),
  refusals: {
    "no-plan": () => "There is no plan here. Write it in the thread of its plan.",
    "nothing-sized": () =>
      "This plan names no configuration that holds the run: there is nothing to prove, to waive or to reserve. “What should we rent then?” lists what holds it.",
    "own-waiver": (stage) =>
      `${stage === null ? "A stage" : `The ${stage}`} cannot be waived by whoever owns the plan: it is their run that it protects, so somebody else answers for it. Anybody else in the channel can, or those whom the team named.`,
    "no-approver": (stage) =>
      `Waiving ${stage === null ? "a stage" : `the ${stage}`} is for those whom the team named in its settings, and you are not one of them.`,
    "no-reason": (stage) =>
      `A waiver needs its reason in writing: “waive the ${stage ?? "scaling step"}: measured last week on the same node”.`,
    "no-stage": () => "There is no stage left to waive.",
    "not-waivable": () =>
      "That is no stage to waive: only the proofs can be (one-GPU pilot, scaling step, restore proof). The memory budget is a sum, reserving and closing are acts.",
    "spot-restore": (stage) =>
      `The ${stage ?? "restore proof"} cannot be waived on spot, by anybody: the provider will take the machine back, and a run that cannot come back loses all it paid for. Prove it, or plan without spot.`,
    "stage-done": (stage) => `The ${stage ?? "stage"} is done: there is nothing left in it to waive.`,
    "stage-not-needed": (stage) => `The ${stage ?? "stage"} is not needed here: there is nothing to waive.`,
    "already-done": () => "That was done before: nothing changed.",
    "stages-open": () =>
      "Not yet: the earlier stages come first. They can be proven by a pilot, or waived in writing.",
    "not-owner": () => "That is for whoever owns the plan.",
    "not-reserved": () => "Nothing is reserved for this plan yet.",
    "no-hours": () => "How many hours was it rented? “closing: 31 h, 412 €, 1 incident”.",
    "impossible-hours": () => "That number of hours cannot be: above 0, at most 100,000.",
    "hours-beyond-window": () =>
      "That is more than ten times the longest window planned for this run: it cannot have been this run alone. Nothing was changed; check the hours.",
    "impossible-price": (price) =>
      `Hours and invoice cannot be of one rental of this plan: ${price ?? "the price per hour is far off"}. Nothing was changed: check both, and write them in one message.`,
    "tax-included": () =>
      "The amount includes tax, and I take none off without its rate: “closing: 31 h, 494 € incl. 20 % VAT”, or the amount excluding tax. Nothing was changed.",
    "impossible-invoice": () =>
      "That invoice cannot be: it is an amount of money, not below 0, and more than what of it is storage or traffic.",
    "closed-already": () => "It was closed with these very figures before: nothing changed.",
  } satisfies Record<StageRefusal, (what: string | null) => string>,
  open: (stages: string) => `Open: ${stages}.`,
};
