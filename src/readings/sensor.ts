import type { ReadingTool } from "../domain/pilot-reading.ts";
import { makeTally, type Tally } from "./tally.ts";

/** What a monitoring tool says of one card at one moment. */
export interface Seen {
  readonly gpu: number;
  readonly usedGib: number | null;
  readonly totalGib?: number | null;
  readonly name?: string | undefined;
  /** Share of the time that a kernel runs. [%] */
  readonly busy?: number | null;
  readonly watts?: number | null;
  /** Seconds on any clock. */
  readonly at?: number | null;
}

interface Card {
  samples: number;
  idleSamples: number;
  peakGib: number;
  totalGib: number | null;
  mostBusy: number | null;
  readonly times: number[];
}

/** A card at this share of its memory or less, that does nothing, is not part of the run. */
const idleShare = 0.05;
const mostTimes = 2_000;

/** Samples of device memory: the peak of each card, which were at work, how often they were looked at. */
export interface Sensor {
  readonly t: Tally;
  readonly see: (seen: Seen) => void;
  readonly end: () => ReturnType<Tally["end"]>;
}

export function makeSensor(tool: ReadingTool): Sensor {
  const t = makeTally(tool);
  const cards = new Map<number, Card>();
  let straggler: number | null = null;
  let round: Seen[] = [];

  /** One card far below the others at the same moment waits for them, or they for it. */
  function closeRound(): void {
    const busy = round.filter(({ busy }) => typeof busy === "number");
    if (busy.length > 1) {
      const most = Math.max(...busy.map(({ busy = 0 }) => busy ?? 0));
      const slow = busy.find(
        ({ busy: share, usedGib }) => most >= 90 && (share ?? 0) < 0.6 * most && (usedGib ?? 0) > 2,
      );
      if (slow !== undefined) straggler ??= slow.gpu;
    }
    round = [];
  }

  return {
    t,
    see(seen) {
      t.hit();
      if (round.some(({ gpu }) => gpu === seen.gpu)) closeRound();
      round.push(seen);
      const card: Card = cards.get(seen.gpu) ?? {
        samples: 0,
        idleSamples: 0,
        peakGib: 0,
        totalGib: null,
        mostBusy: null,
        times: [],
      };
      cards.set(seen.gpu, card);
      card.samples += 1;
      card.totalGib = seen.totalGib ?? card.totalGib;
      t.first("gpuName", seen.name);
      if (typeof seen.busy === "number") card.mostBusy = Math.max(card.mostBusy ?? 0, seen.busy);
      if (typeof seen.at === "number" && card.times.length < mostTimes) card.times.push(seen.at);
      if (typeof seen.usedGib !== "number") return;
      t.peak("device", seen.usedGib, seen.gpu);
      card.peakGib = Math.max(card.peakGib, seen.usedGib);
      if (seen.busy === 0 && seen.usedGib < idleShare * (card.totalGib ?? Infinity)) card.idleSamples += 1;
    },
    end() {
      closeRound();
      if (cards.size === 0) return t.end();
      const all = [...cards.values()];
      const working = all.filter(isWorking);
      if (t.hasPeak("device") || working.some(({ mostBusy }) => mostBusy !== null)) {
        t.set("gpuCount", working.length > 0 ? working.length : null);
        if (working.length > 0 && working.length < cards.size)
          t.warn("idle-card", { count: cards.size - working.length });
      }
      const totals = all.flatMap(({ totalGib }) => totalGib ?? []);
      if (totals.length > 0) t.first("capacityGib", Math.min(...totals));
      if (totals.length > 0 && Math.max(...totals) > 1.05 * Math.min(...totals)) t.warn("several-cards");
      if (t.hasPeak("device")) t.warn("all-processes");
      const interval = intervalOf(all);
      if (all.some(({ samples }) => samples > 1)) {
        t.detail("intervalSeconds", interval);
        t.warn("sampled", interval === null ? {} : { seconds: interval });
      } else t.warn("instant");
      if (all.some(({ idleSamples, samples }) => idleSamples > 0 && samples > idleSamples))
        t.warn("idle-samples");
      if (all.some(({ mostBusy }) => mostBusy !== null)) t.warn("utilisation-is-not-mfu");
      if (straggler !== null) t.warn("straggler", { gpu: straggler });
      return t.end();
    },
  };
}

const isWorking = ({ peakGib, totalGib, mostBusy }: Card): boolean =>
  (mostBusy ?? 0) > 0 || peakGib > Math.max(2, idleShare * (totalGib ?? 0));

/** Median distance of two looks at the same card. [s] */
function intervalOf(cards: readonly Card[]): number | null {
  const gaps = cards
    .flatMap(({ times }) => times.slice(1).map((time, index) => time - (times[index] ?? time)))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const middle = gaps[Math.floor(gaps.length / 2)];
  return middle === undefined ? null : Math.round(middle * 100) / 100;
}

/** Seconds of a written moment; null where there is none. */
export function moment(text: string): number | null {
  const clock = /(?:(\d{4})[/-](\d{2})[/-](\d{2})[T ]+)?(\d{1,2}):(\d{2}):(\d{2}(?:[.,]\d+)?)/u.exec(text);
  if (clock === null) return null;
  const [, year, month, day, hour, minute, second = "0"] = clock;
  const days = year === undefined ? 0 : Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000;
  return days + Number(hour) * 3600 + Number(minute) * 60 + Number(second.replace(",", "."));
}
