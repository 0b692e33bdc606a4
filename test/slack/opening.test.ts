import { expect, it } from "vitest";
import { readOpening } from "../../src/slack/opening.ts";
import { pastedResult } from "../../src/app/pasted-result.ts";

it.each([
  ["", { form: "run", private: false }],
  ["  private ", { form: "run", private: true }],
  ["Privé", { form: "run", private: true }],
  ["pilot", { form: "pilot" }],
  [" Pilote ", { form: "pilot" }],
  ["essai pilote", { form: "pilot" }],
  ["pilot results", { form: "pilot" }],
  ["résultats du pilote", { form: "pilot" }],
])("%j opens a form before anything is read", (typed, opening) => {
  expect(readOpening(typed)).toEqual(opening);
});

it.each([
  "pilot kit",
  "pilote slurm",
  "pilot: peak 61 GiB",
  "llama 3.1 8b lora",
  "private llama",
  "pilotage",
])("%j is read", (typed) => {
  expect(readOpening(typed)).toBeNull();
});

it.each([
  ["pilot: step 10 | loss 1.2 | 1.31 s/it", "step 10 | loss 1.2 | 1.31 s/it"],
  ["Pilote :\n  0  N/A  61234MiB / 81559MiB", "0  N/A  61234MiB / 81559MiB"],
  ["essai pilote: CUDA out of memory. Tried to allocate 2.00 GiB", "CUDA out of memory. Tried to allocate 2.00 GiB"],
  ["résultats du pilote :\npic 61,2 Gio sur la pire carte", "pic 61,2 Gio sur la pire carte"],
  ["pilot: 36 GB peak", "36 GB peak"],
  ["pilote : 1,9 s/pas", "1,9 s/pas"],
  ['pilot: {"oops": 1', '{"oops": 1'],
  ['pilote : {"oops": 1', '{"oops": 1'],
  ["pilot results:\n{'train_runtime': 312.5}", "{'train_runtime': 312.5}"],
])("%j brings a result", (said, result) => {
  expect(pastedResult(said)).toBe(result);
}); // prettier-ignore

it.each([
  "pilot: kit",
  "pilot: slurm",
  "pilot",
  "pilot 550 of the driver",
  "results: it ran in 3 h 20",
  "what should a pilot record: peak or reserved, over 30 steps?",
  "pilot: what do I record?",
])("%j brings none", (said) => {
  expect(pastedResult(said)).toBeNull();
});
