import type { Messages } from "../../src/i18n/messages.ts";

/** Parameters that fill every caveat and premise. */
const params = {
  accelerator: "MI300X", card: "MI300X", gpus: 4, nodes: 2, count: 8, eachGb: 80, totalGb: 640, sumGb: 640, gb: 80,
  parametersTotal: 4.7e10, parametersActive: 1.3e10, phase: "evaluation", overGib: 6, longest: 8192, neededGib: 64,
  hostGib: 32, diskGib: 100, ageDays: 12, observedAt: "2026-11-18", tier: "spot", parts: "storage, egress",
  stack: "TRL", model: "Llama 3.1 8B", licence: "llama3.1", figure: "dense peak", vcpusPerCard: 4, part: "FlashAttention 2",
  instead: "SDPA", what: "shape", flashAttention: false, quantisation: false, hours: 2,
  tools: "vllm, oom", evaluation: 41.7, field: "gpuCount", share: 0.26, tflops: 312, peak: 81, seconds: 5, gpu: 1,
  reserved: 12.7, asked: 9.3, allowed: 40, size: 16,
} as const; // prettier-ignore

const withParams = new Set(["caveats", "premises", "warnings"]);

/** Every sentence of a language by its path; functions are called with their positions as text. */
export function everySentence(words: Messages): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string, theme: string): void => {
    if (typeof value === "string") found.set(path, value);
    else if (typeof value === "function") {
      const call = value as (...args: unknown[]) => unknown;
      const args =
        withParams.has(theme) || path.startsWith("readings.warnings")
          ? [params]
          : Array.from({ length: call.length }, (_, i) => `{${i + 1}}`);
      found.set(path, String(call(...args)));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`, theme);
    }
  };
  for (const [theme, value] of Object.entries(words)) walk(value, theme, theme);
  return found;
}
