import { expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { stageWish } from "../../src/followup/stage-wish.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

it.each([
  ["waive the scaling step: measured last week on the same node", "scaling-step", "measured last week on the same node"],
  ["I waive the restore proof, we only serve", "restore-proof", "we only serve"],
  ["Waive the one-GPU pilot: ran it on 12 Nov.", "one-gpu-pilot", "ran it on 12 Nov."],
  ["waive it", null, ""],
  ["Dérogation au passage à l'échelle : mesuré la semaine dernière", "scaling-step", "mesuré la semaine dernière"],
  ["je déroge à la preuve de reprise : Déjà prouvée sur l'autre nœud", "restore-proof", "Déjà prouvée sur l'autre nœud"],
  ["dérogation passage à l’échelle : vu sur l’autre nœud", "scaling-step", "vu sur l’autre nœud"],
  ["dérogation pilote : fait à la main", "one-gpu-pilot", "fait à la main"],
  ["on lève l'étape pilote : on connaît ce modèle", "one-gpu-pilot", "on connaît ce modèle"],
  ["je saute l’étape du passage à l’échelle : mesuré en mars", "scaling-step", "mesuré en mars"],
  ["skip the scaling step: measured in March", "scaling-step", "measured in March"],
])("%j waives", (said, stage, reason) => {
  expect(stageWish(said)).toEqual({ act: "waive", stage, reason });
}); // prettier-ignore

it.each(["reserve", "Reserved!", "we reserve the duration", "book it", "réserver", "on réserve", "c'est réservé", "réservation"])(
  "%j reserves",
  (said) => {
    expect(stageWish(said)).toEqual({ act: "reserve" });
  },
); // prettier-ignore

it.each([
  ["closing: 31 h, 412 €, 1 incident", 31, { amount: 412, currency: "EUR" }, 1],
  ["closed: $1,250.50, 12.5 hours, no incidents", 12.5, { amount: 1250.5, currency: "USD" }, 0],
  ["clôture : 31,5 h, 1 234,56 euros, 2 interruptions", 31.5, { amount: 1234.56, currency: "EUR" }, 2],
  ["clôture 8 heures", 8, null, null],
  ["closing: 3 days", 72, null, null],
  ["clôture : 2,5 jours, 412 €", 60, { amount: 412, currency: "EUR" }, null],
  ["clore : 70 heures, facture 412 €, 1 incident", 70, { amount: 412, currency: "EUR" }, 1],
  ["on clôt : 12 h", 12, null, null],
  ["close: 412 GBP", null, { amount: 412, currency: "GBP" }, null],
  ["closing", null, null, null],
  ["closing: -3 h", -3, null, null],
])("%j closes", (said, hours, invoice, incidents) => {
  expect(stageWish(said)).toEqual({ act: "close", hours, invoice, incidents });
});

it.each([
  "what does it take to reserve?",
  "is a reserved instance cheaper?",
  "with a 3-month commitment",
  "how close are we to 80 GB?",
  "close to the budget?",
  "closest card to an H100",
  "8k",
  "reserve 10 GiB for the context",
  "on ferme le fil",
  "restore from the checkpoint failed",
])("%j asks nothing of the stages", (said) => {
  expect(stageWish(said)).toBeNull();
});

it("is told from a change, in a thread and out of it", () => {
  for (const current of [null, threadSpec])
    expect(
      readMessage("waive the scaling step: same node as last week", readingContext(current)).intent,
    ).toMatchObject({
      kind: "stage",
      wish: { act: "waive", stage: "scaling-step" },
    });
});
