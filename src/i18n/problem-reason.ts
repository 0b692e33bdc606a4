import type { Problem } from "../domain/problem.ts";
import { termWords } from "./field-words.ts";
import type { Wording } from "./messages.ts";
import { wordFor } from "./words-of.ts";

/** What stands against the value: another field, or the shape of the model. */
export function problemReason({ code, path, params = {} }: Problem, w: Wording): string | null {
  const { reasons, hub } = w.m.problems;
  const say = (key: string, sentence: (n: string) => string): string | null => {
    const value = params[key];
    if (value === undefined) return null;
    return sentence(typeof value === "number" ? w.f.number(value) : termWords(value, w));
  };
  if (code === "unknown-model") return wordFor(hub, String(params["hub"])) ?? null;
  if (code !== "conflicting-fields" && code !== "impossible-shape") return null;
  if (params["because"] !== undefined) return wordFor(reasons.because, String(params["because"])) ?? null;
  switch (path) {
    case "nodes":
      return say("gpus", reasons.nodes);
    case "parallel.strategy":
      return say("gpus", reasons.single);
    case "parallel.shardGroup":
      return say("dataParallel", reasons.dataParallel) ?? reasons.shardGroupOf;
    case "parallel.fsdpVersion":
      return reasons.fsdpVersion;
    case "precision.weights":
      return say("method", reasons.weights);
    case "serving.promptTokens":
      return reasons.emptyRequest;
    default:
      return (
        say("mustDivideBy", reasons.mustDivideBy) ??
        say("attentionHeads", reasons.attentionHeads) ??
        say("keyValueHeads", reasons.keyValueHeads) ??
        say("layers", reasons.layers) ??
        say("experts", reasons.experts) ??
        say("ranks", reasons.ranks)
      );
  }
}
