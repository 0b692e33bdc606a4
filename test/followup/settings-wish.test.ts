import { expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { settingsWish } from "../../src/followup/settings-wish.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

const eur = (amount: number) => ({ amount, currency: "EUR" });

it.each(["settings", "Settings?".replace("?", ""), "réglages", "paramètres", "settings of the team"])("%j shows them", (said) => {
  expect(settingsWish(said)).toEqual({ act: "show" });
}); // prettier-ignore

it.each([
  ["settings threshold 500 €", { threshold: eur(500) }],
  ["settings: threshold = $1,200", { threshold: { amount: 1200, currency: "USD" } }],
  ["set the threshold to 300 EUR", { threshold: eur(300) }],
  ["threshold 0 €", { threshold: eur(0) }],
  ["Réglages : seuil 1 234,50 €", { threshold: eur(1234.5) }],
  ["seuil de l'équipe à 250 euros", { threshold: eur(250) }],
  ["approvers @U0ANA @W0BO", { approvers: ["U0ANA", "W0BO"] }],
  ["settings approvers @U0ANA, @U0ANA", { approvers: ["U0ANA"] }],
  ["approbateurs : @U0ANA et @U0BO", { approvers: ["U0ANA", "U0BO"] }],
  ["settings approvers everybody", { approvers: [] }],
  ["réglages approbateurs tout le monde", { approvers: [] }],
])("%j sets", (said, set) => {
  expect(settingsWish(said)).toEqual({ act: "set", ...set });
});

it.each(["settings colour blue", "settings threshold high", "réglages approbateurs Ana"])("%j is said to be no setting", (said) => {
  expect(settingsWish(said)).toMatchObject({ act: "unclear" });
}); // prettier-ignore

it.each([
  "what settings did you assume?",
  "threshold of memory is 80 GiB",
  "we are below the threshold",
  "approvers should look at this",
  "with the same settings",
  "seuil de perte à 1.2",
  "réglage fin complet de llama 3.1 8b",
  "réglages fins de mistral 7b, lot de 8",
  "paramètres complets ou LoRA ?",
])("%j changes no setting", (said) => {
  expect(settingsWish(said)).toBeNull();
});

it("is told from a change of the plan, in a thread and out of it", () => {
  for (const current of [null, threadSpec])
    expect(readMessage("threshold 500 €", readingContext(current)).intent).toEqual({
      kind: "settings",
      wish: { act: "set", threshold: eur(500) },
    });
});
