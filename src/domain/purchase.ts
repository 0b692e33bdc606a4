import type { Range } from "../units/range.ts";
import type { AcceleratorClass } from "./run-spec.ts";

type ByClass = Readonly<Record<AcceleratorClass, Range>>;

/** What cards cost to buy and what owning them takes, as the catalogue has it; amounts without tax. */
export interface Purchases {
  readonly cards: readonly {
    readonly accelerator: string;
    /** Lowest and highest seen, per card. */
    readonly usd: readonly [number, number];
    readonly sources: readonly string[];
  }[];
  readonly hostUsdPerCard: ByClass;
  readonly years: Range;
  readonly resaleShare: Range;
  readonly eurPerKwh: Range;
  readonly pue: Range;
  readonly hostPowerShare: Range;
  readonly hostingUsdPerKwMonth: ByClass;
  readonly peopleHoursPerMonth: Range;
  readonly usdPerPeopleHour: Range;
}

/** A figure of the sum, and whether it was stated in the thread or assumed. */
export interface Term {
  readonly value: Range;
  readonly stated: boolean;
}

/** Owning the machine of a configuration against renting it. Amounts in the plan's currency, for all cards. */
export interface Buying {
  readonly currency: string;
  /** Cards and the host around them; null = no price is known for the card, and none was stated. */
  readonly price: Range | null;
  readonly sources: readonly string[];
  readonly terms: {
    readonly pricePerCard: Term | null;
    readonly hostPerCard: Term;
    readonly years: Term;
    readonly resaleShare: Term;
    readonly perKwh: Term;
    readonly pue: Term;
    readonly hostingPerMonth: Term;
    readonly peoplePerMonth: Term;
  };
  readonly kilowatts: Range | null;
  /** Depreciation, hosting and people. */
  readonly fixedPerMonth: Range | null;
  /** Power and cooling of an hour of use. */
  readonly perHour: Range | null;
  readonly rentPerHour: Range | null;
  /** Hours of use a month above which owning costs less; null = never, or not known. */
  readonly breakEvenHours: Range | null;
  readonly never: boolean;
  /** Stated hours of use a month, and what each way costs then. */
  readonly usage: { readonly hours: number; readonly own: Range | null; readonly rent: Range | null } | null;
}
