import type { Draft, Fact } from "./draft.ts";

const quality = String.raw`(?:old|older|spare|idle|ageing|aging|lone|single|few|couple of|vieux|vieille|vieilles|vieil|ancienne?s?|petite?s?|seule?)`;
const article = String.raw`(?:an?|un|une|des|du|de la|some|our|my|the|only|just|already|deja|que|nos|notre|mon|ma|mes|two|deux|\d{1,3})`;
/** "We have an old P40", "on a une 3090 à côté": what is owned stands before the name. */
const owns = new RegExp(
  String.raw`(?<!\w)(?:have|has|own|owns|got|avons|ai|a|possed\w+|dispos\w+|il y a|there is|there's|sits?|stuck with)(?:\s(?:${article}|${quality}|de|d'|on|in|with|nvidia|x))*\s+(?:\d{1,3}\s*x?\s*)?$`,
  "u",
);
const aged = new RegExp(String.raw`(?<!\w)${quality}\s+$`, "u");
const wished =
  /(?<!\w)(?:rent\w*|lou(?:er|e|ons|ez|erait|erions)|buy\w*|achet\w+|would (?:rather |like to )?(?:use|take|get|rent|try|prefer|go)|voudr\w+|aimer\w+|pref\w+|mov(?:e|ing) to|switch(?:ing)? to|upgrad\w+|migr\w+|passer (?:a|sur)|on the cloud|in the cloud|dans le cloud)(?!\w)[^.!?\n]{0,24}$/u;

/** "Four V100, or rent an H200": what is owned is one of the choices. */
const orWished = /(?<!\w)(?:or|ou|vs\.?)\s(?:\w+\s){0,2}(?:rent\w*|lou(?:er|e|ons)|buy\w*|achet\w+|use|prendre|move to|switch to|passer (?:a|sur))\s(?:\w+\s){0,2}$/u; // prettier-ignore

export function chooseAmong(draft: Draft, cards: readonly Fact[], uncounted: number | null = 1): void {
  const countAt = (start: number): unknown =>
    draft.facts.find(({ field, start: at }) => field === "gpus" && at === start)?.value;
  const options = cards.map(({ value, start }) => {
    const gpus = countAt(start) ?? uncounted;
    return { accelerator: value, ...(gpus === null ? {} : { gpus }) };
  });
  const starts = new Set(cards.map(({ start }) => start));
  const kept = draft.facts.filter(
    ({ field, start }) => !(starts.has(start) && /^(?:accelerator|gpus|nodes)$/u.test(field)),
  );
  draft.facts.splice(0, draft.facts.length, ...kept);
  const [first, last] = [cards[0], cards.at(-1)];
  if (first === undefined || last === undefined) return;
  const where = draft.canonical.text.slice(first.start, last.start + last.where.length);
  draft.facts.push({ field: "limits.among", value: options, start: first.start, where });
}

const from = /(?<!\w)(?:from|de|d'|depuis)\s(?:my\s|our\s|mon\s|ma\s|mes\s|nos\s|an?\s|une?\s)?$/u;
const to = /(?<!\w)(?:to|a|vers|->|→)\s(?:my\s|our\s|mon\s|ma\s|mes\s|nos\s|an?\s|une?\s)?$/u;

/** "From 1x4090 to 8x4090": the second count is the run's. */
export function settleMoved(draft: Draft): void {
  const counts = draft.facts.filter(({ field }) => field === "gpus").sort((a, b) => a.start - b.start);
  const [before, after] = counts;
  if (before === undefined || after === undefined || counts.length > 2 || before.value === after.value)
    return;
  const leads = (at: number): string => draft.folded.slice(Math.max(0, at - 16), at);
  if (!from.test(leads(before.start)) || !to.test(leads(after.start))) return;
  draft.facts.splice(draft.facts.indexOf(before), 1);
}

const cardsOf = (draft: Draft): readonly Fact[] =>
  draft.facts
    .filter(({ field, value }) => field === "accelerator" && typeof value === "string")
    .sort((a, b) => a.start - b.start);

/**
 * "We have an old P40 but would rent an H100": the card at hand is what runs today, the one that is wished for is
 * planned. Without a wish for another card, what is owned is what the run is for.
 */
export function settleOwned(draft: Draft): void {
  const cards = cardsOf(draft);
  const asked = cards.find(({ start }) => wished.test(draft.folded.slice(Math.max(0, start - 48), start)));
  if (asked === undefined) return;
  const owned = cards.filter(({ start, value }) => {
    const before = draft.folded.slice(Math.max(0, start - 40), start);
    return value !== asked.value && start < asked.start && (owns.test(before) || aged.test(before));
  });
  if (owned.length === 0) return;
  if (orWished.test(draft.folded.slice(0, asked.start))) {
    chooseAmong(draft, [...owned, asked]);
    return;
  }
  const starts = new Set(owned.map(({ start }) => start));
  const moved = draft.facts.map((fact) =>
    starts.has(fact.start) && /^(?:accelerator|gpus)$/u.test(fact.field)
      ? { ...fact, field: `current.${fact.field}` }
      : fact,
  );
  draft.facts.splice(0, draft.facts.length, ...moved);
  // "The H100 was taken, other forms exist" stays; of the card at hand nothing was chosen.
  const ids = new Set(owned.map(({ value }) => value));
  const kept = draft.assumed.filter(({ field, value }) => field !== "accelerator" || !ids.has(value));
  draft.assumed.splice(0, draft.assumed.length, ...kept);
}
