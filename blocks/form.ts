import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from "@slack/types";
import type { CatalogueLookup } from "../src/domain/catalogue.ts";
import type { Language } from "../src/domain/conversation.ts";
import type { RunSpec } from "../src/domain/run-spec.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { wording, type Wording } from "../src/i18n/messages.ts";
import { wordFor } from "../src/i18n/words-of.ts";
import {
  fieldBlockId,
  formFields,
  formFieldTable,
  servingStackNames,
  trainingStacks,
  type FormField,
  type FormFieldName,
} from "./form-fields.ts";
import { initialValues } from "./form-initial.ts";
import { actionIds, callbackIds, encodeMetadata, type FormMetadata } from "./ids.ts";
import { button, plainTextObject } from "./kit.ts";
import { limits } from "./limits.ts";
import { modelName, shortCardName } from "./names.ts";
import { optionValue } from "./options.ts";

export { formFields } from "./form-fields.ts";

/** All that the modal shows is made from this, so that a redraw loses nothing. */
export interface FormState {
  readonly language: Language;
  readonly metadata: FormMetadata;
  /** What the fields hold: a plan to adjust, or what was typed before a redraw. */
  readonly spec?: RunSpec;
}

/** Names for the ids that the search fields already hold. */
export interface FormNames {
  readonly lookup?: CatalogueLookup;
}

const option = (text: string, value: string): PlainTextOption => ({
  text: plainTextObject(text, limits.optionText),
  value,
});

function optionWords(name: FormFieldName, value: string, w: Wording): string {
  const { form, fields, units } = w.m;
  if (name === "dataUnit") return wordFor(form.units, value) ?? value;
  if (name === "region") return wordFor(form.regions, value) ?? value;
  if (name === "checkpointing") return wordFor(fields.checkpointing, value) ?? value;
  if (name === "packing") return value === "yes" ? fields.packing.yes : fields.packing.no;
  if (name === "fusedLoss" || name === "spot" || name === "private")
    return wordFor(form.options, value) ?? value;
  if (name === "offload" && value === "none") return units.none;
  return termWords(value, w);
}

/** What a field left empty becomes, or how to fill it; boxes to tick have none. */
const placeholder = (name: FormFieldName, { m }: Wording): string => wordFor(m.form.placeholders, name) ?? "";

function searchName(name: FormFieldName, id: string, lookup: CatalogueLookup | undefined): string {
  if (lookup === undefined) return id;
  return name === "model" ? modelName(id, lookup) : shortCardName(lookup.accelerator(id)?.name ?? id);
}

function optionsOf(name: FormFieldName, field: FormField, spec: RunSpec): readonly string[] {
  if (name === "stack") return spec.method === "inference" ? servingStackNames : trainingStacks;
  return field.options ?? [];
}

function element(name: FormFieldName, spec: RunSpec, w: Wording, names: FormNames): InputBlock["element"] {
  const field: FormField = formFieldTable[name];
  const action_id = actionIds.field(name);
  const text = plainTextObject(placeholder(name, w), limits.placeholder);
  const initial = initialValues(spec, w.language)[name];
  switch (field.kind) {
    case "text":
      return {
        type: "plain_text_input",
        action_id,
        placeholder: text,
        max_length: 40,
        ...(initial === undefined ? {} : { initial_value: initial }),
      };
    case "search":
      return {
        type: "external_select",
        action_id,
        placeholder: text,
        min_query_length: 0,
        ...(initial === undefined
          ? {}
          : { initial_option: option(searchName(name, initial, names.lookup), optionValue(initial)) }),
      };
    case "select": {
      const options = optionsOf(name, field, spec).map((value) => option(optionWords(name, value, w), value));
      const chosen = options.find((o) => o.value === initial);
      return {
        type: "static_select",
        action_id,
        placeholder: text,
        options,
        ...(chosen === undefined ? {} : { initial_option: chosen }),
      };
    }
    case "checks": {
      const options = (field.options ?? []).map((value) => option(optionWords(name, value, w), value));
      const ticked = new Set((initial ?? "").split(","));
      const chosen = options.filter((o) => ticked.has(o.value ?? ""));
      return {
        type: "checkboxes",
        action_id,
        options,
        ...(chosen.length === 0 ? {} : { initial_options: chosen }),
      };
    }
  }
}

function hint(name: FormFieldName, w: Wording): string | undefined {
  const { hints } = w.m.form;
  if (name === "model") return hints.model;
  if (name === "cards") return hints.cards;
  return name === "strategy" ? hints.memory : undefined;
}

function input(name: FormFieldName, state: FormState, w: Wording, names: FormNames): InputBlock {
  const spec = state.spec ?? {};
  const help = hint(name, w);
  const field: FormField = formFieldTable[name];
  const ticked: InputBlock["element"] = element(name, spec, w, names);
  return {
    type: "input",
    block_id: fieldBlockId(name, state.metadata.edition),
    label: plainTextObject(w.m.form.labels[name], limits.label),
    element: name === "private" && state.metadata.private ? preticked(ticked) : ticked,
    optional: name !== "model",
    ...(field.redraws === true ? { dispatch_action: true } : {}),
    ...(help === undefined ? {} : { hint: plainTextObject(help, limits.hint) }),
  };
}

const preticked = (element: InputBlock["element"]): InputBlock["element"] =>
  element.type === "checkboxes" ? { ...element, initial_options: element.options } : element;

/** The modal of `/gpu-plan`: the fields that matter for what is chosen, the rest behind a button. */
export function planForm(state: FormState, names: FormNames = {}): ModalView {
  const w = wording(state.language);
  const { form } = w.m;
  const { metadata, spec = {} } = state;
  const blocks: KnownBlock[] = [
    { type: "context", elements: [plainTextObject(form.intro, limits.sectionText)] },
    ...formFields(spec, metadata.more).map((name) => input(name, state, w, names)),
    {
      type: "actions",
      block_id: "gp_form_controls",
      elements: [
        button(metadata.more ? form.fewer : form.more, actionIds.formMore, metadata.more ? "fewer" : "more"),
      ],
    },
  ];
  return {
    type: "modal",
    callback_id: callbackIds.planForm,
    private_metadata: encodeMetadata(metadata),
    title: plainTextObject(metadata.plan === undefined ? form.title : form.adjustTitle, limits.modalTitle),
    submit: plainTextObject(form.submit, limits.modalTitle),
    close: plainTextObject(form.close, limits.modalTitle),
    blocks,
  };
}
