import type { KnownBlock, ModalView, PlainTextOption } from "@slack/types";
import type { CatalogueLookup } from "../src/domain/catalogue.ts";
import type { Language } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { wording } from "../src/i18n/messages.ts";
import { configWords, subjectWords } from "./facts.ts";
import { callbackIds, encodeMetadata, type FormMetadata } from "./ids.ts";
import { plainTextObject } from "./kit.ts";
import { limits } from "./limits.ts";
import { scene } from "./view.ts";

/** Block and action of each field; the blocks are named for errors at the field. */
export const pilotFields = {
  plan: { block: "gp_pilot_plan", action: "gp_pilot_plan_choice" },
  files: { block: "gp_pilot_files", action: "gp_pilot_files_choice" },
  text: { block: "gp_pilot_text", action: "gp_pilot_text_entry" },
} as const;

export const mostPilotFiles = 10;
/** Slack's own limit of a text field. */
const longestText = 3_000;

export interface PilotFormState {
  readonly language: Language;
  readonly metadata: FormMetadata;
  /** The plan it is about, where that is known: it is then not asked for. */
  readonly planName?: string;
}

/** The modal that takes results back: which plan, files of any tool, or a paste. */
export function pilotForm({ language, metadata, planName }: PilotFormState): ModalView {
  const { m } = wording(language);
  const say = m.drops.form;
  const plan: KnownBlock =
    metadata.plan === undefined
      ? {
          type: "input",
          block_id: pilotFields.plan.block,
          label: plainTextObject(say.plan, limits.label),
          hint: plainTextObject(say.planHint, limits.hint),
          element: {
            type: "external_select",
            action_id: pilotFields.plan.action,
            placeholder: plainTextObject(say.planPlaceholder, limits.placeholder),
            min_query_length: 0,
          },
        }
      : { type: "context", elements: [plainTextObject(planName ?? say.plan, limits.sectionText)] };
  return {
    type: "modal",
    callback_id: callbackIds.pilotForm,
    private_metadata: encodeMetadata(metadata),
    title: plainTextObject(say.title, limits.modalTitle),
    submit: plainTextObject(say.submit, limits.modalTitle),
    close: plainTextObject(m.form.close, limits.modalTitle),
    blocks: [
      plan,
      {
        type: "input",
        block_id: pilotFields.files.block,
        label: plainTextObject(say.files, limits.label),
        hint: plainTextObject(say.filesHint, limits.hint),
        optional: true,
        element: { type: "file_input", action_id: pilotFields.files.action, max_files: mostPilotFiles },
      },
      {
        type: "input",
        block_id: pilotFields.text.block,
        label: plainTextObject(say.text, limits.label),
        hint: plainTextObject(say.textHint, limits.hint),
        optional: true,
        element: {
          type: "plain_text_input",
          action_id: pilotFields.text.action,
          multiline: true,
          max_length: longestText,
        },
      },
    ],
  };
}

/** What was entered; the values of a view may lack any of its fields. */
export interface PilotFormReading {
  readonly plan: string | null;
  readonly files: readonly unknown[];
  readonly text: string;
}

type Entered = Readonly<
  Record<
    string,
    | Readonly<
        Record<
          string,
          { value?: string | null; files?: unknown; selected_option?: { value?: string } | null }
        >
      >
    | undefined
  >
>;

export function readPilotForm(values: object, metadata: FormMetadata): PilotFormReading {
  const entered = values as Entered;
  const of = ({ block, action }: (typeof pilotFields)[keyof typeof pilotFields]) => entered[block]?.[action];
  const files = of(pilotFields.files)?.files;
  return {
    plan: metadata.plan ?? planChosen(of(pilotFields.plan)?.selected_option?.value),
    files: Array.isArray(files) ? files : [],
    text: of(pilotFields.text)?.value?.trim() ?? "",
  };
}

const noPlanYet = "none";
const planChosen = (value: string | undefined): string | null =>
  value === undefined || value === noPlanYet ? null : value;

/** Faults at their fields, as a submission is answered with; none = it can be worked on. */
export function pilotFormErrors(
  { plan, files, text }: PilotFormReading,
  language: Language,
): Readonly<Record<string, string>> {
  const say = wording(language).m.drops.form;
  return {
    ...(plan === null ? { [pilotFields.plan.block]: say.noPlan } : {}),
    ...(files.length === 0 && text === "" ? { [pilotFields.files.block]: say.nothing } : {}),
  };
}

/** As people tell their plans apart: "Llama 3.1 8B LoRA · 2 × H100 80 GB". */
export function planTitle({ spec, best }: Plan, language: Language, lookup: CatalogueLookup): string {
  const s = scene(language, { lookup, showAmounts: false, followUps: "mention", timeZone: null });
  return [subjectWords(spec, s), ...(best === null ? [] : [configWords(best, s)])].join(" · ");
}

/** Plans to choose from, newest first; an empty list would read as an error. */
export function planOptions(
  plans: readonly { readonly id: string; readonly name: string }[],
  language: Language,
): PlainTextOption[] {
  const option = (text: string, value: string): PlainTextOption => ({
    text: plainTextObject(text, limits.optionText),
    value,
  });
  if (plans.length === 0) return [option(wording(language).m.drops.form.noPlans, noPlanYet)];
  return plans.slice(0, limits.options).map(({ id, name }) => option(name, id));
}
