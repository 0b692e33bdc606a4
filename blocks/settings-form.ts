import type { ModalView, PlainTextOption } from "@slack/types";
import type { Language } from "../src/domain/conversation.ts";
import type { TeamSettings } from "../src/domain/pilot/team-settings.ts";
import { wording } from "../src/i18n/messages.ts";
import { currencies, type Currency } from "../src/units/money.ts";
import { callbackIds, encodeMetadata, type FormMetadata } from "./ids.ts";
import { plainTextObject } from "./kit.ts";
import { limits } from "./limits.ts";

/** Block and action of each field; the blocks are named for errors at the field. */
export const settingsFields = {
  amount: { block: "gp_settings_amount", action: "gp_settings_amount_entry" },
  currency: { block: "gp_settings_currency", action: "gp_settings_currency_choice" },
  approvers: { block: "gp_settings_approvers", action: "gp_settings_approvers_choice" },
} as const;

const highest = 1_000_000;
const mostApprovers = 20;

export interface SettingsFormState {
  readonly language: Language;
  readonly settings: TeamSettings;
  readonly metadata: FormMetadata;
}

const inCurrency = (currency: Currency): PlainTextOption => ({
  text: plainTextObject(currency, limits.optionText),
  value: currency,
});

/** The team's settings, to be changed: the threshold below which stages only advise, and who may waive one. */
export function settingsForm({ language, settings, metadata }: SettingsFormState): ModalView {
  const { m } = wording(language);
  const say = m.settings.form;
  const { threshold, approvers } = settings;
  return {
    type: "modal",
    callback_id: callbackIds.settingsForm,
    private_metadata: encodeMetadata(metadata),
    title: plainTextObject(m.settings.title, limits.modalTitle),
    submit: plainTextObject(say.submit, limits.modalTitle),
    close: plainTextObject(m.form.close, limits.modalTitle),
    blocks: [
      {
        type: "input",
        block_id: settingsFields.amount.block,
        label: plainTextObject(say.amount, limits.label),
        hint: plainTextObject(say.amountHint, limits.hint),
        element: {
          type: "number_input",
          action_id: settingsFields.amount.action,
          is_decimal_allowed: true,
          min_value: "0",
          max_value: String(highest),
          initial_value: String(threshold.amount),
        },
      },
      {
        type: "input",
        block_id: settingsFields.currency.block,
        label: plainTextObject(say.currency, limits.label),
        element: {
          type: "static_select",
          action_id: settingsFields.currency.action,
          options: currencies.map(inCurrency),
          initial_option: inCurrency(threshold.currency),
        },
      },
      {
        type: "input",
        block_id: settingsFields.approvers.block,
        label: plainTextObject(say.approvers, limits.label),
        hint: plainTextObject(say.approversHint, limits.hint),
        optional: true,
        element: {
          type: "multi_users_select",
          action_id: settingsFields.approvers.action,
          max_selected_items: mostApprovers,
          ...(approvers.length === 0 ? {} : { initial_users: [...approvers] }),
        },
      },
    ],
  };
}

export interface SettingsFormReading {
  /** Null = no amount that can be one. */
  readonly amount: number | null;
  readonly currency: Currency;
  readonly approvers: readonly string[];
}

type Entered = Readonly<
  Record<
    string,
    | Readonly<
        Record<
          string,
          { value?: string | null; selected_option?: { value?: string } | null; selected_users?: unknown }
        >
      >
    | undefined
  >
>;

/** What was entered; the values of a view may lack any of its fields. */
export function readSettingsForm(values: object): SettingsFormReading {
  const entered = values as Entered;
  const of = ({ block, action }: (typeof settingsFields)[keyof typeof settingsFields]) =>
    entered[block]?.[action];
  const typed = of(settingsFields.amount)?.value?.trim() ?? "";
  const amount = typed === "" ? Number.NaN : Number(typed.replace(",", "."));
  const chosen = of(settingsFields.currency)?.selected_option?.value;
  const users = of(settingsFields.approvers)?.selected_users;
  return {
    amount: amount >= 0 && amount <= highest ? amount : null,
    currency: currencies.find((one) => one === chosen) ?? "EUR",
    approvers: Array.isArray(users) ? users.filter((one): one is string => typeof one === "string") : [],
  };
}

/** Faults at their fields, as a submission is answered with; none = it can be worked on. */
export const settingsFormErrors = (
  { amount }: SettingsFormReading,
  language: Language,
): Readonly<Record<string, string>> =>
  amount === null
    ? { [settingsFields.amount.block]: wording(language).m.settings.refusals["impossible-threshold"] }
    : {};
