/** A value a tool printed at a step. */
export interface Sample {
  readonly step: number;
  readonly value: number;
  readonly rank: number | null;
}

/** `window`: the value averages over the steps since the line before; `instant`: it is that step's alone. */
export type Covers = "window" | "instant";

export interface Steady {
  readonly value: number;
  /** Steps of the warm-up are in it: there was nothing else. */
  readonly warmUpIncluded: boolean;
  readonly windows: number;
}

/** Compilation, autotuning and the allocator's growth are over by then. [steps] */
const warmUpSteps = 10;

/**
 * Median after warm-up. Of an even number of values the later of the middle two, so that a figure that was logged
 * comes out. A log with several starts counts the longest of them; of several ranks the slowest decides.
 * `starts` = steps at which the program says that it begins or resumes.
 */
export function steady(
  samples: readonly Sample[],
  covers: Covers,
  { starts = [], worst }: { readonly starts?: readonly number[]; readonly worst: "highest" | "lowest" },
): Steady | null {
  const ranks = [...new Set(samples.map(({ rank }) => rank))];
  const found = ranks
    .map((rank) =>
      steadyOfRank(
        samples.filter((sample) => sample.rank === rank),
        covers,
        starts,
      ),
    )
    .filter((one) => one !== null);
  const sign = worst === "highest" ? -1 : 1;
  return found.sort((a, b) => sign * (a.value - b.value))[0] ?? null;
}

/** What the rank with the most of them printed after its warm-up, in its longest session. */
export function warmSamples(
  samples: readonly Sample[],
  covers: Covers,
  starts: readonly number[],
): readonly Sample[] {
  const ranks = [...new Set(samples.map(({ rank }) => rank))];
  return ranks
    .flatMap((rank) => sessionsOf(samples.filter((sample) => sample.rank === rank)))
    .map((session) => afterWarmUp(session, covers, starts))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), []);
}

function steadyOfRank(samples: readonly Sample[], covers: Covers, starts: readonly number[]): Steady | null {
  const kept = sessionsOf(samples)
    .map((session) => ({ session, warm: afterWarmUp(session, covers, starts) }))
    .sort((a, b) => b.warm.length - a.warm.length || b.session.length - a.session.length)[0];
  if (kept === undefined) return null;
  const { session, warm } = kept;
  if (warm.length > 0) return { value: medianOf(warm), warmUpIncluded: false, windows: warm.length };
  const late = session.filter(({ step }, index) => step > 1 && (index > 0 || session.length === 1));
  return late.length === 0 ? null : { value: medianOf(late), warmUpIncluded: true, windows: late.length };
}

/** Steps that go back begin a new session. */
function sessionsOf(samples: readonly Sample[]): readonly (readonly Sample[])[] {
  const sessions: Sample[][] = [];
  let last = Infinity;
  for (const sample of samples) {
    if (sample.step < last) sessions.push([]);
    sessions.at(-1)?.push(sample);
    last = sample.step;
  }
  return sessions;
}

export const sessionCount = (samples: readonly Sample[]): number =>
  Math.max(
    0,
    ...[...new Set(samples.map(({ rank }) => rank))].map(
      (rank) => sessionsOf(samples.filter((sample) => sample.rank === rank)).length,
    ),
  );

function afterWarmUp(
  session: readonly Sample[],
  covers: Covers,
  starts: readonly number[],
): readonly Sample[] {
  const start = startOf(session, starts);
  if (start === null) return session;
  return session.filter(({ step }, index) => {
    const from = covers === "instant" ? step - 1 : (session[index - 1]?.step ?? start);
    return from - start >= warmUpSteps;
  });
}

/** The step before the session's first one; null = the log begins somewhere in a run. */
function startOf(session: readonly Sample[], starts: readonly number[]): number | null {
  const [first, second] = session;
  if (first === undefined) return null;
  const said = starts.filter((step) => step <= first.step).at(-1);
  if (said !== undefined) return said <= 1 ? 0 : said;
  const regular = second !== undefined && Math.abs(second.step - 2 * first.step) <= 1;
  return first.step <= 1 || regular ? 0 : null;
}

function medianOf(samples: readonly Sample[]): number {
  const sorted = [...samples].sort((a, b) => a.value - b.value || a.step - b.step);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  const [later] = middle.sort((a, b) => b.step - a.step);
  if (later === undefined) throw new Error("a median needs a value");
  return later.value;
}
