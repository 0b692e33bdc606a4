import { figureOf, isEntry } from "./literals.ts";
import { makeTally, type Part } from "./tally.ts";
import { makeHistory } from "./trainer-history.ts";
import { axolotl } from "./axolotl.ts";
import { makeLlamaFactory } from "./llama-factory.ts";
import { trl } from "./trl.ts";

/** trainer_state.json, and the results that the trainer saves at the end (train, eval or all). */
export function trainerDocument(json: unknown): Part | null {
  if (!isEntry(json)) return null;
  const log = json["log_history"];
  const results = ["train_runtime", "train_samples_per_second", "eval_runtime"].some(
    (key) => figureOf(json, key) !== null,
  );
  if (!Array.isArray(log) && !results) return null;

  const t = makeTally("hf-trainer");
  const history = makeHistory(t);
  t.hit();
  const entries = (Array.isArray(log) ? (log as readonly unknown[]) : [json]).filter(isEntry);
  t.set("steps", figureOf(json, "global_step", "train/global_step"));
  t.set("microBatch", figureOf(json, "train_batch_size"));
  if (t.known("microBatch") !== null) t.warn("per-device-batch");
  const flavours = [trl, axolotl, makeLlamaFactory()];
  let tool: Part["tool"] = "hf-trainer";
  for (const entry of entries) {
    const at = { step: figureOf(entry, "step"), rank: null };
    history.entry(entry, at);
    if (Array.isArray(log)) t.most("steps", at.step);
    for (const flavour of flavours) if (flavour.entry(entry, at, t)) tool = flavour.tool;
  }
  history.counted(figureOf(json, "num_input_tokens_seen"), figureOf(json, "global_step"));
  history.end();
  return t.end(tool);
}
