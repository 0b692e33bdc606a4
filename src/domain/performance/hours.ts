import { range, type Range } from "../../units/range.ts";

/** tokens ÷ (rate per GPU × GPUs) [h]; the slow rate makes the long time. */
export function hoursFor(tokens: number, ratePerGpu: Range, gpus: number): Range {
  const at = (rate: number): number => tokens / (rate * gpus) / 3600;
  return range(at(ratePerGpu.high), at(ratePerGpu.likely), at(ratePerGpu.low));
}
