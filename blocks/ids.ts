import type { ChartKind } from "../src/domain/charting/chart-figures.ts";
import type { Launcher } from "../src/domain/launch.ts";
import { limits } from "./limits.ts";

export const commandName = "/gpu-plan";

/** Every callback of a view. */
export const callbackIds = {
  planForm: "gp_plan_form",
  pilotForm: "gp_pilot_form",
  settingsForm: "gp_settings_form",
} as const;

/** Every action; numbered ones end in `_n`, because an id may stand only once in a message. */
export const actionIds = {
  preparePilot: "gp_prepare_pilot",
  reserve: "gp_reserve",
  closeRental: "gp_close_rental",
  adjust: "gp_adjust",
  more: "gp_more",
  answer: (n: number) => `gp_answer_${n}`,
  relax: (n: number) => `gp_relax_${n}`,
  stay: (n: number) => `gp_stay_${n}`,
  adoptAlternative: (n: number) => `gp_adopt_alternative_${n}`,
  adoptVariant: "gp_adopt_variant",
  planOffered: "gp_plan_offered",
  undo: "gp_undo",
  compare: "gp_compare",
  shortTrial: "gp_short_trial",
  openForm: "gp_open_form",
  openPilotForm: "gp_open_pilot_form",
  openSettings: "gp_open_settings",
  homeOpen: (n: number) => `gp_home_open_${n}`,
  cancelReminder: (n: number) => `gp_cancel_reminder_${n}`,
  withdrawResult: (n: number) => `gp_withdraw_result_${n}`,
  chart: (kind: ChartKind) => `gp_chart_${kind}`,
  launchFile: (launcher: Launcher) => `gp_launch_file_${launcher}`,
  source: (n: number) => `gp_source_${n}`,
  field: (name: string) => `gp_field_${name}`,
  formMore: "gp_form_more",
} as const;

/** What a click can be, for one listener each; the last is the net that only acknowledges. */
export const actionPatterns = {
  answer: /^gp_answer_\d+$/u,
  relax: /^gp_relax_\d+$/u,
  stay: /^gp_stay_\d+$/u,
  adoptAlternative: /^gp_adopt_alternative_\d+$/u,
  homeOpen: /^gp_home_open_\d+$/u,
  cancelReminder: /^gp_cancel_reminder_\d+$/u,
  withdrawResult: /^gp_withdraw_result_\d+$/u,
  source: /^gp_source_\d+$/u,
  formChoice: /^gp_field_(?:model|method|strategy)$/u,
  any: /^gp_/u,
} as const;

export const menuEntries = ["compare", "why", "share", "chart", "launch"] as const;
export type MenuEntry = (typeof menuEntries)[number];

/** What a button carries: where it was pressed, never what it contains. */
export interface ButtonValue {
  readonly plan: string;
  readonly revision: number;
  /** Field of the question, when the button answers one. */
  readonly question?: string;
  /** Position of the answer, relaxation or alternative in the plan of that revision. */
  readonly index?: number;
  readonly variant?: string;
  /** Key of the pilot's result whose run it plans. */
  readonly pilot?: string;
  /** Key of the reminder that it cancels. */
  readonly reminder?: string;
  /** Key of the result that it takes back. */
  readonly result?: string;
}

export function encodeButton(value: ButtonValue): string {
  const text = JSON.stringify({ v: 1, ...value });
  if (text.length > limits.buttonValue) throw new RangeError(`a button carries ${text.length} characters`);
  return text;
}

export function decodeButton(text: string | undefined | null): ButtonValue | null {
  const raw = parseVersioned(text);
  if (raw === null || typeof raw["plan"] !== "string" || typeof raw["revision"] !== "number") return null;
  return {
    plan: raw["plan"],
    revision: raw["revision"],
    ...(typeof raw["question"] === "string" ? { question: raw["question"] } : {}),
    ...(typeof raw["index"] === "number" ? { index: raw["index"] } : {}),
    ...(typeof raw["variant"] === "string" ? { variant: raw["variant"] } : {}),
    ...(typeof raw["pilot"] === "string" ? { pilot: raw["pilot"] } : {}),
    ...(typeof raw["reminder"] === "string" ? { reminder: raw["reminder"] } : {}),
    ...(typeof raw["result"] === "string" ? { result: raw["result"] } : {}),
  };
}

/** Overflow values hold 75 characters: entry, revision and plan in one word. */
export function encodeMenu(entry: MenuEntry, plan: string, revision: number): string {
  const text = `${entry}|${revision}|${plan}`;
  if (text.length > limits.optionValue) throw new RangeError(`a menu value of ${text.length} characters`);
  return text;
}

export function decodeMenu(
  text: string | undefined | null,
): { entry: MenuEntry; plan: string; revision: number } | null {
  const [word, revision, ...plan] = (text ?? "").split("|");
  const entry = menuEntries.find((e) => e === word);
  if (entry === undefined || !/^\d+$/u.test(revision ?? "") || plan.length === 0) return null;
  return { entry, plan: plan.join("|"), revision: Number(revision) };
}

/** What a modal must know between its steps; ids only. */
export interface FormMetadata {
  readonly channel: string | null;
  readonly thread: string | null;
  /** Set when the form adjusts a plan that exists. */
  readonly plan?: string;
  readonly revision?: number;
  readonly private: boolean;
  /** Optional parts are unfolded. */
  readonly more: boolean;
  /** Grows when values have to be replaced: it is part of the block ids. */
  readonly edition: number;
}

export function encodeMetadata(metadata: FormMetadata): string {
  const text = JSON.stringify({ v: 1, ...metadata });
  if (text.length > limits.privateMetadata) throw new RangeError(`metadata of ${text.length} characters`);
  return text;
}

/** Null when it is absent, broken or of another version: the form then starts afresh. */
export function decodeMetadata(text: string | undefined | null): FormMetadata | null {
  const raw = parseVersioned(text);
  if (raw === null) return null;
  const word = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    channel: word(raw["channel"]),
    thread: word(raw["thread"]),
    ...(typeof raw["plan"] === "string" ? { plan: raw["plan"] } : {}),
    ...(typeof raw["revision"] === "number" ? { revision: raw["revision"] } : {}),
    private: raw["private"] === true,
    more: raw["more"] === true,
    edition: typeof raw["edition"] === "number" ? raw["edition"] : 0,
  };
}

function parseVersioned(text: string | undefined | null): Record<string, unknown> | null {
  try {
    const raw: unknown = JSON.parse(text ?? "null");
    return typeof raw === "object" && raw !== null && (raw as { v?: unknown }).v === 1
      ? (raw as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
