import type { ChartGap, ChartKind } from "../../domain/charting/chart-figures.ts";
import type { Unplaced } from "../../domain/charting/trade-off-figures.ts";

/** What stands on charts, and the same figures in words. */
export const charts = {
  names: { memory: "Memory", cost: "Cost against time", window: "Timeline" } satisfies Record<
    ChartKind,
    string
  >,
  gaps: {
    "nothing-sized": "This plan has nothing sized yet, so there is nothing to draw.",
    "no-hours":
      "How long this runs is not known, so there is no timeline to draw. Say how much data, or for how long.",
    "nothing-to-place":
      "No candidate of this plan has both a speed and a dated price, so there is nothing to draw one against the other.",
  } satisfies Record<ChartGap, string>,
  notPosted:
    "The picture could not be posted here: Slack did not take it. The figures above are the same ones.",
  filesScope:
    "The picture could not be posted: the app lacks the right files:write, which it gets by being reinstalled from its manifest. The figures above are the same ones.",
  fileNotPosted:
    "The file could not be posted here: Slack did not take it. On a terminal, gpu-plan launch writes the same file.",
  fileScope:
    "The file could not be posted: the app lacks the right files:write, which it gets by being reinstalled from its manifest. On a terminal, gpu-plan launch writes the same file.",
  memory: {
    title: "Memory of one card, phase by phase",
    peak: (config: string, range: string, phase: string) => `${config}: ${range} at the peak (${phase}).`,
    usable: (usable: string) => `usable ${usable}`,
    usableIs: (usable: string) => `${usable} usable.`,
    usableUnknown: "How much is usable is not known: no card is named.",
    atPeak: (phase: string) => `At the peak, ${phase}:`,
    elsewhere: (amount: string, phase: string) => `${amount} (${phase})`,
    other: "other",
    wholeOnly: "Grey bars: known as a whole only.",
    floor: "Some part is not sized: every bar is a floor.",
    whiskers: "Thin lines: where the value lies nine times in ten.",
    phases: (list: string) => `By phase: ${list}.`,
    phase: (phase: string, amount: string) => `${phase} ${amount}`,
    verdicts: {
      fits: "It fits.",
      tight: "It is tight.",
      "does-not-fit": "It does not fit.",
    },
  },
  tradeOff: {
    title: { job: "Time against cost", "million-tokens": "Speed against cost" },
    axes: {
      job: { pace: "time", cost: "cost of the whole job" },
      "million-tokens": { pace: "tokens per second", cost: "cost of a million tokens" },
    },
    rate: (n: string) => `${n} tokens/s`,
    chosen: "chosen",
    front: "On the line: nothing that fits is both cheaper and faster.",
    frontIs: (list: string) => `Nothing that fits is both cheaper and faster than ${list}.`,
    point: (config: string, pace: string, cost: string) => `${config}: ${pace}, ${cost}`,
    isChosen: (point: string) => `Chosen: ${point}.`,
    noneChosen: "None is chosen.",
    between: "; ",
    others: (list: string) => `Others: ${list}.`,
    doesNotFit: (point: string) => `${point} (does not fit)`,
    logarithmic: "Both scales are logarithmic.",
    unplaced: (list: string) => `Without a place: ${list}.`,
    why: {
      "no-price": "no dated price",
      "no-pace": "speed not known",
      "other-currency": "price in another currency",
    } satisfies Record<Unplaced["why"], string>,
    because: (config: string, why: string) => `${config} (${why})`,
  },
  window: {
    title: "The rented hours, one after the other",
    reserved: (at: string) => `Starts ${at}, as reserved.`,
    supposed: (at: string) => `If it starts now, ${at}.`,
    ends: (at: string, from: string, to: string) => `Likely to end ${at} (between ${from} and ${to}).`,
    total: "whole window",
    out: (at: string) => `artefacts off by ${at}`,
    outBy: (at: string) => `Artefacts must be off the machine by ${at}.`,
    deadline: (at: string) => `deadline ${at}`,
    deadlineIs: (at: string) => `The deadline is ${at}.`,
    unsure: "Grey in the last line: where the end lies nine times in ten.",
    inside: "Validation and checkpoints happen between the steps; each is shown as its sum.",
    bars: (list: string) => `In order: ${list}.`,
    serve: "serving",
  },
};
