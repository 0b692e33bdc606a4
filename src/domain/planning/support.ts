import type { Accelerator } from "../accelerator.ts";
import { isExcluded } from "../excluded-cards.ts";
import type { FilledRun } from "../filled-run.ts";
import type { Unsupported } from "../plan.ts";
import type { Limits, Platform, StackName } from "../run-spec.ts";

/** Platforms that a framework's own documentation supports; TPU, Gaudi and Trainium need other software altogether. */
const stackPlatforms: Readonly<Partial<Record<StackName, readonly Platform[]>>> = {
  "fsdp-qlora": ["cuda"],
  nemo: ["cuda"],
};
const usualPlatforms: readonly Platform[] = ["cuda", "rocm"];

const platformsOf = (stack: StackName): readonly Platform[] => stackPlatforms[stack] ?? usualPlatforms;

const eightBitOptimizer = (run: FilledRun): boolean =>
  run.optimizer === "adamw-8bit" || run.optimizer.startsWith("paged");

/** Why a run cannot be proposed on a card; null = it can. What only slows or needs care is a caveat instead. */
export function unsupported(
  run: FilledRun,
  card: Accelerator,
  limits: Limits | undefined,
  named: boolean,
): Unsupported | null {
  if (limits?.platforms !== undefined && !limits.platforms.includes(card.platform)) return "platform-limit";
  if (limits?.classes !== undefined && !limits.classes.includes(card.class)) return "class-limit";
  if (isExcluded(card, limits?.excludedAccelerators)) return "excluded";
  if (!usualPlatforms.includes(card.platform)) return "platform";
  if (!platformsOf(run.stack).includes(card.platform)) return "stack";
  const nf4 = run.precision.weights === "nf4" || run.precision.weights === "nf4-dq";
  if (nf4 && card.bitsandbytes.qlora4bit === false) return "bitsandbytes-4bit";
  if (run.method !== "inference" && eightBitOptimizer(run) && card.bitsandbytes.optim8bit === false) {
    return "bitsandbytes-optimizer";
  }
  if (run.precision.compute === "fp8" && card.denseTflops.fp8 === null) return "fp8";
  if (run.precision.compute === "fp4" && card.denseTflops.fp4 === null) return "fp4";
  // An asker may insist on an old card; nobody is sent to one that emulates or unpacks its precision.
  if (!named && run.precision.compute === "bf16" && card.bf16Native === false) return "bf16";
  if (!named && run.precision.weights === "fp8" && card.denseTflops.fp8 === null) return "fp8";
  return null;
}
