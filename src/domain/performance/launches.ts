import { seconds } from "../../units/rates.ts";
import type { Seconds } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";
import type { FilledRun } from "../filled-run.ts";
import { cardFamily } from "./peaks.ts";
import type { CardFamily } from "./peaks.ts";
import type { MicroStep } from "./micro-step.ts";

/** Host time of one layer and pass: about 100 kernels × 7 µs on the hosts of A100 machines; later hosts are faster. */
const LAYER_SECONDS = 700e-6;
const hostSpeed: Readonly<Partial<Record<CardFamily, number>>> = { hopper: 0.75, "blackwell-dc": 0.55 };
/** Replayed graphs and fused kernels leave a third. */
const GRAPH = 0.35;
/** Each adapted projection adds dropout, two small products, a scale and a sum. */
const ADAPTERS = 2;
/** ZeRO-3 fetches and frees each parameter from hooks. */
const HOOKS = 2;
/** Routing, sorting, counts read back by the host, one product per expert group: no graph spans it. */
const ROUTING = 3;

/** Time the host needs to issue one pass through `layers` of a model that is trained, kernel by kernel. [s] */
export function passSeconds(run: FilledRun, card: Accelerator, layers: number): Seconds {
  const whole = run.method === "full" || run.method === "pretrain";
  return seconds(layers * LAYER_SECONDS * (hostSpeed[cardFamily(card)] ?? 1) * (whole ? 1 : ADAPTERS));
}

/** Time the host needs to issue a micro-step [s]; kernels of a large one hide it. */
export function launchSeconds({ run, card, shape, passes, tuned }: MicroStep): Seconds {
  const factors = (tuned || run.compile ? GRAPH : 1) * (run.parallel.strategy === "zero3" ? HOOKS : 1);
  return seconds(passSeconds(run, card, shape.layers / run.parallel.pipeline) * (1 + passes) * factors);
}

/** Host time of expert layers, which waits for counts from the card and is hidden by nothing [s]. */
export function routingSeconds({ run, card, shape, passes }: MicroStep): Seconds {
  if (run.model.parametersActive >= 0.9 * run.model.parametersTotal) return seconds(0);
  const host = hostSpeed[cardFamily(card)] ?? 1;
  return seconds((shape.layers / run.parallel.pipeline) * (1 + passes) * LAYER_SECONDS * ROUTING * host);
}
