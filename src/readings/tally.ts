import {
  emptyReadings,
  type OutOfMemory,
  type RankPeaks,
  type Readings,
  type ReadingTool,
  type ReadingWarning,
  type ReadingWarningCode,
} from "../domain/pilot-reading.ts";
import type { LogLine } from "./line.ts";
import { driftOf } from "./drift.ts";
import { sessionCount, steady, warmSamples, type Covers, type Sample } from "./steady.ts";

/** What one tool's reader found in a file; `hits` = lines or records that are surely its own. */
export interface Part {
  readonly tool: ReadingTool;
  readonly hits: number;
  readonly readings: Readings;
  readonly warnings: readonly ReadingWarning[];
}

export interface LineReader {
  /** It need not see a line that holds none of these; absent = it sees all. */
  readonly signs?: readonly string[];
  readonly line: (line: LogLine) => void;
  /** Lines so far that are surely its own. */
  readonly hits: () => number;
  /** null = this tool printed nothing here. */
  readonly end: () => Part | null;
}

/** A tool whose output can be read line by line. */
export type Tool = () => LineReader;

export type Counter = "allocated" | "reserved" | "device";
export const seriesNames = [
  "stepSeconds",
  "tokensPerSecondTotal",
  "tokensPerSecondPerGpu",
  "modelFlopsUtilisation",
] as const;
export type Series = (typeof seriesNames)[number];
type Fact = Exclude<
  { [K in keyof Readings]: Readings[K] extends number | string | null ? K : never }[keyof Readings],
  `peak${string}` | "failures"
>;

const peakKeys = {
  allocated: "peakAllocatedGib",
  reserved: "peakReservedGib",
  device: "peakDeviceGib",
} as const satisfies Record<Counter, keyof RankPeaks>;

/** Added to steps that are counted, not printed. */
export const unnumbered = 1_000_000;

/** Gathers what a reader sees; `end` makes readings of it. */
export function makeTally(tool: ReadingTool) {
  let hits = 0;
  const facts: Partial<Record<Fact, number | string>> = {};
  const details: Record<string, number> = {};
  const versions: Record<string, string> = {};
  const warnings = new Map<ReadingWarningCode, ReadingWarning["params"]>();
  const peaks = new Map<number | null, Partial<Record<Counter, number>>>();
  const series: Record<Series, Sample[]> = {
    stepSeconds: [],
    tokensPerSecondTotal: [],
    tokensPerSecondPerGpu: [],
    modelFlopsUtilisation: [],
  };
  const covers: Partial<Record<Series, Covers>> = {};
  const starts: number[] = [];
  const failures: OutOfMemory[] = [];

  const tally = {
    hit: (): void => {
      hits += 1;
    },
    hits: (): number => hits,
    warn: (code: ReadingWarningCode, params: ReadingWarning["params"] = {}): void => {
      if (!warnings.has(code)) warnings.set(code, params);
    },
    /** The last one said counts. */
    set: (fact: Fact, value: number | string | null | undefined): void => {
      if (value !== null && value !== undefined) facts[fact] = value;
    },
    forget: (fact: Fact): void => {
      Reflect.deleteProperty(facts, fact);
    },
    first: (fact: Fact, value: number | string | null | undefined): void => {
      if (facts[fact] === undefined) tally.set(fact, value);
    },
    /** The largest one said counts. */
    most: (fact: Fact, value: number | null | undefined): void => {
      const known = facts[fact];
      if (typeof value === "number" && (typeof known !== "number" || value > known)) facts[fact] = value;
    },
    known: (fact: Fact): number | string | null => facts[fact] ?? null,
    detail: (name: string, value: number | null | undefined): void => {
      if (value !== null && value !== undefined && Number.isFinite(value)) details[name] = value;
    },
    detailOf: (name: string): number | null => details[name] ?? null,
    version: (name: string, value: string | undefined): void => {
      const plain = value?.replace(/[.,:;]+$/u, "");
      if (plain !== undefined && /^\d[\w.+~:-]{0,60}$/u.test(plain)) versions[name] = plain;
    },
    peak: (counter: Counter, gib: number | null | undefined, rank: number | null = null): void => {
      if (typeof gib !== "number" || !Number.isFinite(gib) || gib < 0) return;
      const known = peaks.get(rank) ?? {};
      known[counter] = Math.max(known[counter] ?? 0, gib);
      peaks.set(rank, known);
    },
    hasPeak: (counter: Counter): boolean => [...peaks.values()].some((known) => known[counter] !== undefined),
    sample: (
      name: Series,
      at: { readonly step: number; readonly rank?: number | null },
      value: number | null | undefined,
      how: Covers = "window",
    ): void => {
      if (typeof value !== "number" || !Number.isFinite(value)) return;
      if (value < 0) {
        tally.warn("impossible", { value });
        return;
      }
      if (value === 0) return;
      covers[name] = how;
      series[name].push({ step: at.step, value, rank: at.rank ?? null });
    },
    /** Every value of a series by a factor. */
    scale: (name: Series, factor: number): void => {
      series[name] = series[name].map((sample) => ({ ...sample, value: sample.value * factor }));
    },
    drop: (name: Series): void => {
      series[name] = [];
    },
    /** The program says that it begins at this step. */
    startsAt: (step: number): void => {
      starts.push(step);
    },
    failure: (failure: OutOfMemory): void => {
      failures.push(failure);
    },
    hasSamples: (name: Series): boolean => series[name].length > 0,
    /** Under the tool's name, or that of a program built on it. */
    end: (named: ReadingTool = tool): Part | null => {
      if (hits === 0) return null;
      const steadyOf = (name: Series): number | null => {
        if (series[name].length === 0) return null;
        const found = steady(series[name], covers[name] ?? "window", {
          starts,
          worst: name === "stepSeconds" ? "highest" : "lowest",
        });
        if (found?.warmUpIncluded === true) tally.warn("warm-up-included");
        else if (found !== null && series[name].length > found.windows) tally.warn("warm-up");
        if (sessionCount(series[name]) > 1) tally.warn("several-runs");
        return found?.value ?? null;
      };
      const rates = Object.fromEntries(seriesNames.map((name) => [name, steadyOf(name)]));
      if (tool !== "paste") warnOfDrift();
      const worst = (counter: Counter): number | null => {
        const all = [...peaks.values()].flatMap((known) => known[counter] ?? []);
        return all.length === 0 ? null : all.reduce((a, b) => Math.max(a, b));
      };
      const readings: Readings = {
        ...emptyReadings,
        ...withoutNulls(rates),
        ...(facts as Partial<Readings>),
        peakAllocatedGib: worst("allocated"),
        peakReservedGib: worst("reserved"),
        peakDeviceGib: worst("device"),
        outOfMemory: failures[0] ?? null,
        failures,
        versions: Object.keys(versions).length === 0 ? null : versions,
        ranks: [...peaks].flatMap(([rank, known]) => (rank === null ? [] : [ranked(rank, known)])),
        details,
      };
      return {
        tool: named,
        hits,
        readings,
        warnings: [...warnings].map(([code, params]) => ({ code, params })),
      };
    },
  };
  /** Steps that grew slower, by the time they print, else by their rate; with what else was printed of it. */
  function warnOfDrift(): void {
    const name = seriesNames.find((one) => one !== "modelFlopsUtilisation" && series[one].length > 0);
    if (name === undefined) return;
    const timed = name === "stepSeconds";
    const seconds = series[name].map((one) => ({ ...one, value: timed ? one.value : 1 / one.value }));
    const drift = driftOf(warmSamples(seconds, covers[name] ?? "window", starts));
    if (drift === null) return;
    const printed = (value: number): number => (timed ? value : 1 / value);
    const stalls = (["allocation-retries", "cache-flushes"] as const).some((code) => warnings.has(code));
    tally.warn("slows-down", {
      unit: timed ? "s" : "tokens/s",
      from: printed(drift.from),
      to: printed(drift.to),
      percent: (drift.to / drift.from - 1) * 100,
      why: stalls ? "memory" : drift.step === null ? "gradual" : "sudden",
      ...(drift.step === null ? {} : { step: drift.step % unnumbered }),
    });
  }

  return tally;
}

export type Tally = ReturnType<typeof makeTally>;

function withoutNulls<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<T>;
}

function ranked(rank: number, known: Partial<Record<Counter, number>>): RankPeaks {
  return {
    rank,
    [peakKeys.allocated]: known.allocated ?? null,
    [peakKeys.reserved]: known.reserved ?? null,
    [peakKeys.device]: known.device ?? null,
  };
}
