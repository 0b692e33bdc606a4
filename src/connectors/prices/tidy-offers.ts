import type { FeedRead, RowIssue, Validators } from "../../app/price-ports.ts";
import { areaOf } from "../../domain/area-of.ts";
import type { Offer } from "../../domain/offer.ts";
import { identifyCard, type Identified } from "./identify-card.ts";
import type { Judged, PriceKnowledge, StatedPrice } from "./stated-price.ts";

/** USD, EUR … per card and hour that a price can be: below is a placeholder or a bid floor, above a mistake of unit. */
const cheapest = 0.02;
const dearest = 120;

interface Row {
  readonly stated: StatedPrice;
  readonly machine: Identified;
}

/** What a feed gives once its rows are judged: the issues of reading them, then those of judging. */
export function feedContent(
  { kept, issues }: Judged<StatedPrice>,
  knowledge: PriceKnowledge,
  of: { readonly source: string; readonly observedAt: string },
  validators: Validators = {},
): FeedRead {
  const tidy = tidyOffers(kept, knowledge, of);
  return {
    kind: "read",
    offers: tidy.kept,
    rates: null,
    issues: [...issues, ...tidy.issues],
    observedAt: of.observedAt,
    validators,
  };
}

/**
 * Rows to offers: the card found, prices that cannot be a price refused, one offer left for each machine, region and
 * tier. Whatever is not taken as it stands has a line.
 */
function tidyOffers(
  stated: readonly StatedPrice[],
  knowledge: PriceKnowledge,
  of: { readonly source: string; readonly observedAt: string },
): Judged<Offer> {
  const issues: RowIssue[] = [];
  const rows: Row[] = [];
  for (const row of stated) {
    const machine = identifyCard(row, knowledge);
    if ("refused" in machine) {
      note(issues, machine.refused);
      continue;
    }
    const perCard = row.perHour / machine.gpus;
    if (!(perCard >= cheapest && perCard <= dearest)) {
      issues.push({ at: row.at, code: "impossible-price", read: String(row.perHour) });
      continue;
    }
    for (const issue of machine.issues) note(issues, issue);
    rows.push({ stated: row, machine });
  }
  const billed = new Map<string, number>();
  for (const { stated: row } of rows) {
    if (row.tier !== "on-demand" && row.tier !== "community") continue;
    const key = placeOf(row);
    billed.set(key, Math.max(row.perHour, billed.get(key) ?? 0));
  }
  const fair = rows.filter((row) => {
    const code = spotFault(row.stated, billed.get(placeOf(row.stated)));
    if (code !== null) issues.push({ at: row.stated.at, code, read: String(row.stated.perHour) });
    return code === null;
  });
  const merged = grouped(fair, ({ stated: row }) => `${placeOf(row)}|${row.tier}`).map((group) =>
    oneOf(group, issues),
  );
  const kept = withoutOutliers(merged, issues).map(({ stated: row, machine }) =>
    toOffer(row, machine, knowledge, of),
  );
  return { kept, issues };
}

/** A row gives a price for each tier; what is wrong with the row itself is said once. */
function note(issues: RowIssue[], issue: RowIssue): void {
  const last = issues.at(-1);
  if (last?.at !== issue.at || last.code !== issue.code) issues.push(issue);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

const placeOf = ({ provider, instance, region }: StatedPrice): string =>
  `${provider}|${instance}|${region ?? ""}`;

/** A spot price that equals the on-demand one, tops it, or is exactly a tenth of it was not made by a market. */
function spotFault(row: StatedPrice, onDemand: number | undefined): RowIssue["code"] | null {
  if (row.tier !== "spot" || onDemand === undefined) return null;
  const share = row.perHour / onDemand;
  if (share > 1.0005) return "spot-above-on-demand";
  if (share > 0.9995) return "spot-is-on-demand";
  return Math.abs(share - 0.1) < 0.0005 ? "spot-tenth-of-on-demand" : null;
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

/** Zones of a spot market: their median. Anything else that is priced twice: the dearer, which no bill will exceed. */
function oneOf(group: readonly Row[], issues: RowIssue[]): Row {
  const [first, ...rest] = [...group].sort((a, b) => b.stated.perHour - a.stated.perHour);
  if (first === undefined) throw new Error("an empty group");
  const seen = new Set([first.stated.zone]);
  for (const { stated: row } of rest) {
    const same = row.perHour === first.stated.perHour;
    if (same && (row.zone === null || seen.has(row.zone)))
      issues.push({ at: row.at, code: "duplicate", read: `${row.instance} ${row.region ?? ""}`.trim() });
    seen.add(row.zone);
  }
  const prices = group.map(({ stated: row }) => row.perHour);
  if (new Set(prices).size === 1) return first;
  const read = `${[...new Set(prices)].sort((a, b) => a - b).join(", ")} ${first.stated.currency}`;
  if (first.stated.tier !== "spot" || first.stated.zone === null) {
    issues.push({ at: first.stated.at, code: "contradiction-dearest-kept", read });
    return first;
  }
  issues.push({ at: first.stated.at, code: "zone-median", read });
  return { ...first, stated: { ...first.stated, perHour: median(prices), note: "median of the zones" } };
}

/** An on-demand price far under what the same machine costs in four or more regions is a commitment's, or a slip. */
function withoutOutliers(rows: readonly Row[], issues: RowIssue[]): readonly Row[] {
  const onDemand = rows.filter(({ stated: { tier } }) => tier === "on-demand");
  const kind = ({ stated: row }: Row): string => `${row.provider}|${row.instance}`;
  const usual = new Map(
    grouped(onDemand, kind)
      .filter((group) => group.length >= 4)
      .flatMap((group) =>
        group.map((row) => [kind(row), median(group.map((r) => r.stated.perHour))] as const),
      ),
  );
  return rows.filter((each) => {
    const { stated: row } = each;
    const middle = usual.get(kind(each));
    if (row.tier !== "on-demand" || middle === undefined || row.perHour >= 0.55 * middle) return true;
    issues.push({ at: row.at, code: "outlier-price", read: `${row.perHour} against ${middle}` });
    return false;
  });
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/gu, "-")
    .replace(/^-|-$/gu, "");

function toOffer(
  row: StatedPrice,
  machine: Identified,
  { regions }: PriceKnowledge,
  { source, observedAt }: { readonly source: string; readonly observedAt: string },
): Offer {
  const open = machine.formOpen ? [...row.open, "form-factor" as const] : row.open;
  const place = [
    row.provider,
    slug(row.instance),
    ...(row.region === null ? [] : [slug(row.region)]),
    row.tier,
  ];
  return {
    id: place.join("/"),
    provider: row.provider,
    instance: row.instance,
    accelerator: machine.accelerator,
    gpus: machine.gpus,
    vcpus: machine.vcpus,
    hostRamGib: machine.hostRamGib,
    localDiskGb: machine.localDiskGb,
    region: row.region,
    area: areaOf(row.provider, row.region, regions),
    interconnect: machine.interconnect,
    tier: row.tier,
    perHour: row.perHour,
    currency: row.currency,
    observedAt,
    source,
    note: row.note,
    ...(open.length === 0 ? {} : { unverified: open }),
  };
}
