import type { Language } from "../domain/conversation.ts";
import type { Change } from "../domain/plan.ts";

type Words = (value: string) => string;

const say =
  (en: string, fr: string): ((language: Language) => Words) =>
  (language) =>
  (value) =>
    (language === "fr" ? fr : en).replace("%", value);

/** One canonical sentence for each field that a message may change; the reader must read it back. */
const sentences: Readonly<Record<string, (language: Language) => Words>> = {
  method: say("%", "%"),
  model: say("model %", "modèle %"),
  accelerator: say("on %", "sur %"),
  gpus: say("with % gpus", "avec % cartes"),
  "lora.rank": say("rank %", "rang %"),
  "lora.alpha": say("alpha %", "alpha %"),
  sequenceLength: say("context %", "contexte %"),
  microBatch: say("micro-batch %", "micro-lot %"),
  gradientAccumulation: say("gradient accumulation %", "accumulation de gradients %"),
  "parallel.strategy": say("%", "%"),
  "parallel.tensor": say("tensor parallel %", "parallélisme de tenseurs %"),
  "parallel.pipeline": say("pipeline parallel %", "parallélisme de pipeline %"),
  optimizer: say("optimizer %", "optimiseur %"),
  checkpointing: say("%", "%"),
  attention: say("% attention", "attention %"),
  packing: say("%", "%"),
  "data.epochs": say("% epochs", "% époques"),
  "data.samples": say("% samples", "% exemples"),
  "data.tokens": say("% tokens per epoch", "% jetons par époque"),
  "limits.budget": say("budget %", "budget %"),
  "limits.deadlineHours": say("within % hours", "sous % heures"),
  "limits.spot": say("%", "%"),
  "limits.excludedAccelerators": say("without %", "sans %"),
  "limits.maxGpus": say("max % gpus", "% cartes maximum"),
  "serving.concurrency": say("% concurrent users", "% utilisateurs simultanés"),
  "serving.promptTokens": say("prompts of % tokens", "prompts de % jetons"),
  "serving.outputTokens": say("outputs of % tokens", "réponses de % jetons"),
  "serving.kvPrecision": say("kv cache %", "cache kv en %"),
};

const removals: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "limits.budget": { en: "forget the budget", fr: "oublie le budget" },
  "limits.deadlineHours": { en: "forget the deadline", fr: "oublie l'échéance" },
  "limits.excludedAccelerators": { en: "forget the excluded cards", fr: "oublie les cartes exclues" },
  "limits.maxGpus": { en: "remove the gpu limit", fr: "enlève la limite de cartes" },
  "limits.regions": { en: "remove the region limit", fr: "enlève la région" },
};

const wordings: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "method=full": { en: "full fine-tuning", fr: "fine-tuning complet" },
  "method=pretrain": { en: "pretraining", fr: "pré-entraînement" },
  "method=inference": { en: "serving", fr: "mise en service" },
  "checkpointing=none": { en: "no gradient checkpointing", fr: "sans recalcul des activations" },
  "checkpointing=full": { en: "gradient checkpointing", fr: "recalcul des activations" },
  "checkpointing=selective": { en: "selective checkpointing", fr: "recalcul sélectif" },
  "packing=true": { en: "with packing", fr: "avec packing" },
  "packing=false": { en: "no packing", fr: "sans packing" },
  "limits.spot=true": { en: "spot ok", fr: "spot possible" },
  "limits.spot=false": { en: "no spot", fr: "pas de spot" },
};

interface Amount {
  readonly amount: number;
  readonly currency: string;
  readonly tax?: string;
  readonly per?: string;
}

const periods: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  hour: { en: "per hour", fr: "par heure" },
  day: { en: "per day", fr: "par jour" },
  week: { en: "per week", fr: "par semaine" },
  month: { en: "per month", fr: "par mois" },
};

function money(value: Amount, language: Language): string {
  const tax =
    value.tax === undefined
      ? ""
      : language === "fr"
        ? value.tax === "included" ? " TTC" : " HT"
        : value.tax === "included" ? " incl. VAT" : " excl. VAT"; // prettier-ignore
  const per = value.per === undefined ? "" : ` ${periods[value.per]?.[language] ?? ""}`;
  return `${value.amount} ${value.currency}${tax}${per}`;
}

/** The canonical words of a change, or null when no sentence of ours makes exactly that change. */
export function renderChange(change: Change, language: Language): string | null {
  if (change.to === null) return removals[change.field]?.[language] ?? null;
  const fixed = wordings[`${change.field}=${JSON.stringify(change.to).replaceAll('"', "")}`];
  if (fixed !== undefined) return fixed[language];
  const sentence = sentences[change.field];
  if (sentence === undefined) return null;
  if (change.field === "limits.budget")
    return sentence(language)(money(change.to as unknown as Amount, language));
  if (change.field === "limits.excludedAccelerators" && Array.isArray(change.to))
    return sentence(language)((change.to as readonly string[]).join(language === "fr" ? " ni " : " or "));
  return typeof change.to === "string" || typeof change.to === "number"
    ? sentence(language)(String(change.to))
    : null;
}

export const renderableFields: readonly string[] = Object.keys(sentences);
