import type { Money } from "../../units/money.ts";

/** What a workspace has decided for all of its plans. */
export interface TeamSettings {
  /** Below this cost, excluding tax, and on one node, the stages only advise. */
  readonly threshold: Money;
  /** Who may waive a stage; empty = anybody but the plan's owner. */
  readonly approvers: readonly string[];
  /** Who changed them last, and when; null = as they come. */
  readonly changed: { readonly by: string; readonly at: string } | null;
}

/** Below this, excluding tax and on one node, a pilot costs about as much as the run. */
export const usualThreshold: Money = { amount: 150, currency: "EUR" };
export const usualSettings: TeamSettings = { threshold: usualThreshold, approvers: [], changed: null };

/** What somebody asks of the team's settings. */
export type SettingsWish =
  | { readonly act: "show" }
  | { readonly act: "set"; readonly threshold?: Money; readonly approvers?: readonly string[] }
  /** Said to be a setting, and none that is known. */
  | { readonly act: "unclear"; readonly read: string };

export type SettingsDone =
  "shown" | "changed" | "not-admin" | "unclear" | "impossible-threshold" | "too-many";
