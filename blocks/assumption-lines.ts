import type { Assumption } from "../src/domain/estimate.ts";
import type { MessageReading } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { fieldPhrase, flattenSpec, valueWords } from "../src/i18n/field-words.ts";
import { wordFor } from "../src/i18n/words-of.ts";
import type { Line } from "./kit.ts";
import { cardWithMemory } from "./names.ts";
import type { Scene } from "./view.ts";

/** A reading that could have gone another way, not a default: its code has a sentence of its own. */
const understoodAs = ({ why }: Assumption, s: Scene): ((value: string) => string) | undefined =>
  wordFor(s.m.assumptions.understood, why);

const bareValues = new Set(["size-only", "serving-words", "adapter-words", "four-bit-training"]);

/** Read from other units than the field has. */
const writings = new Set(["words-as-tokens", "pages-as-tokens"]);

function valueOf({ field, value, why }: Assumption, s: Scene): string {
  if (/^limits\.(?:deadline|start)Hours$/u.test(field) && typeof value === "string")
    return s.f.date(value, { time: true, timeZone: s.view.timeZone });
  if (field === "accelerator" && typeof value === "string") return cardWithMemory(value, s.view.lookup, s.f);
  if (field === "limits.budget.currency") return String(value);
  if (typeof value === "number") {
    if (field === "limits.budget.tax") return s.f.percent(value);
    if (field === "model") return s.f.parameters(value);
    if (field === "memoryGib") return s.f.gib(value);
    if (why === "bytes-as-tokens") return s.f.bytes(value);
    if (writings.has(why)) return s.f.number(value);
  }
  return bareValues.has(why)
    ? valueWords(field, value, s, s.names)
    : fieldPhrase({ field, value }, s, s.names);
}

/** What the words were taken to mean. */
export function understoodLine(plan: Plan, s: Scene): Line | null {
  const all = plan.assumptions.filter(
    ({ why }) => why !== "tokens-in-total" || (plan.spec.data?.epochs ?? 1) !== 1,
  );
  const said = all.flatMap((a) => understoodAs(a, s)?.(valueOf(a, s)) ?? []);
  const once = [...new Set(said)];
  return once.length === 0 ? null : [s.m.details.understood(once.join(s.m.assumptions.separator))];
}

const trueDefaults = (plan: Plan, s: Scene): Assumption[] =>
  plan.assumptions.filter((a) => understoodAs(a, s) === undefined);

/** What nobody stated: true defaults only. */
export function defaultsLine(plan: Plan, reading: MessageReading | null, s: Scene): Line | null {
  const stated = new Set(reading === null ? [] : flattenSpec(reading.understood).map(({ field }) => field));
  const phrases = trueDefaults(plan, s)
    .filter(({ field }) => !stated.has(field))
    .map(({ field, value }) => fieldPhrase({ field, value }, s, s.names));
  return phrases.length === 0 ? null : [s.m.details.assumed(phrases.join(", "))];
}

/** What a message stated, or without a message what the spec holds beyond the defaults. */
export function readLine(plan: Plan, reading: MessageReading | null, s: Scene): Line | null {
  const ours = [...trueDefaults(plan, s), ...plan.assumptions.filter(({ why }) => why === "chosen-layout")];
  const defaults = new Set(ours.map((a) => a.field));
  const stated =
    reading === null
      ? flattenSpec(plan.spec).filter(({ field }) => !defaults.has(field))
      : flattenSpec(reading.understood);
  const phrases = stated.map((field) => fieldPhrase(field, s, s.names));
  return phrases.length === 0 ? null : [s.m.details.read(phrases.join(", "))];
}
