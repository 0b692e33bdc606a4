import type { Money } from "../../units/money.ts";
import type { Plan, StageName } from "../plan.ts";
import type { PilotStage } from "./pilot.ts";
import type { Settlement } from "./stages.ts";
import type { PriceCompared, PriceTaught } from "./teach-price.ts";
import type { RentalTaught } from "./teach-rental.ts";

/** An invoice as somebody told it. */
export interface Invoiced {
  readonly invoice: Money | null;
  /** What of it is no GPU time; missing = not said. */
  readonly beside?: Money;
  /** Present where the amount includes tax; null = at a rate that was not said. */
  readonly taxPercent?: number | null;
}

/** What somebody asks of the stages of a plan. */
export type StageWish =
  | {
      readonly act: "waive";
      /** Null = not said which; `other` = something that is no proof. */
      readonly stage: PilotStage | "other" | null;
      /** In their words; empty = none given. */
      readonly reason: string;
    }
  | { readonly act: "reserve" }
  | ({
      readonly act: "close";
      /** Null = not said. */
      readonly hours: number | null;
      readonly incidents: number | null;
    } & Invoiced);

/** Why a stage was not moved. */
export const stageRefusals = [
  "no-plan", "nothing-sized", "own-waiver", "no-approver", "no-reason", "no-stage", "not-waivable", "spot-restore", "stage-done", "stage-not-needed", "already-done",
  "stages-open", "not-owner", "not-reserved", "no-hours", "impossible-hours", "hours-beyond-window", "impossible-invoice", "impossible-price", "tax-included", "closed-already",
] as const; // prettier-ignore
export type StageRefusal = (typeof stageRefusals)[number];

export type StageMove =
  | { readonly moved: "waived"; readonly stage: PilotStage; readonly by: string; readonly reason: string }
  | { readonly moved: "reserved"; readonly by: string }
  | {
      readonly moved: "closed";
      readonly hours: number;
      readonly settlement: Settlement | null;
      /** What the hours teach of the pace. */
      readonly taught: RentalTaught;
      /** What the invoice teaches of the price. */
      readonly price: PriceTaught;
      /** Taken off the amount that was told. */
      readonly taxPercent: number | null;
      /** The same run, planned with what was learnt; null = nothing was, or it could not be sized. */
      readonly next: Plan | null;
      /** It puts an earlier closing right. */
      readonly again: boolean;
    }
  | {
      readonly moved: null;
      readonly why: StageRefusal;
      /** What has to be proven first. */
      readonly open: readonly StageName[];
      /** The one that was asked for; missing = none was, or it is no stage to waive. */
      readonly stage?: PilotStage;
      /** What cannot be, in figures. */
      readonly price?: PriceCompared;
    };
