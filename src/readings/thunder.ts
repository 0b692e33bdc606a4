import type { Tally } from "./tally.ts";
import { gibOf } from "./figures.ts";
import { match } from "./match.ts";

const row =
  /^\s*(?<name>Seq Length|Micro BS|Global BS|Average iter time|Memory used|Throughput \(Tokens\/s\)|Normalized Throughput \(Tokens\/s\/GPU\)|Tokens\/s\/GPU)\s*:\s*(?<value>[\d.,]+)/u;

/** The summary of Thunder's benchmark of litgpt models: averages after its own warm-up; GB are 10^9. */
export function readThunder(text: string, rank: number | null, t: Tally): boolean {
  const found = match(text, row);
  const value = found?.number("value") ?? null;
  if (found === null || value === null) return false;
  switch (found.text("name") ?? "") {
    case "Seq Length":
      t.set("sequenceLength", value);
      break;
    case "Micro BS":
      t.set("microBatch", value);
      break;
    case "Global BS":
      t.set("globalBatch", value);
      break;
    case "Average iter time":
      t.set("stepSeconds", value / 1000);
      break;
    case "Memory used":
      t.peak("allocated", gibOf(value, "GB", "decimal"), rank);
      t.warn("gb-is-decimal");
      t.warn("one-rank");
      break;
    case "Throughput (Tokens/s)":
      t.set("tokensPerSecondTotal", value);
      break;
    default:
      t.set("tokensPerSecondPerGpu", value);
  }
  return true;
}
