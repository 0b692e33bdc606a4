import type { Accelerator } from "../accelerator.ts";
import { caveatCodes } from "../caveat.ts";
import type { Caveat, CaveatCode, ParamValue } from "../caveat.ts";
import type { MemoryBudget, PhaseMemory } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { provenElsewhere } from "../memory/floors.ts";
import { linkKind } from "../performance/links.ts";
import type { CandidateReason } from "../plan.ts";
import type { Evidence } from "../provenance.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Price } from "./price.ts";
import { interruptionSources } from "./spot.ts";

/** Everything a rule may look at. Without a card, price or reason the rules about them stay silent. */
interface CaveatContext {
  readonly run: FilledRun;
  readonly spec: RunSpec;
  readonly card: Accelerator | null;
  readonly budget: MemoryBudget;
  readonly evidence: Evidence;
  readonly price: Price | null;
  readonly reason: CandidateReason | null;
  readonly unknownParts: readonly string[];
}

/** Parts of a bill, besides those that were asked for as options. */
const billParts: ReadonlySet<string> = new Set(["one-machine-for-all-cards", "storage", "egress"]);

type Params = Readonly<Record<string, ParamValue>>;
type Found = { readonly params: Params; readonly sources?: readonly string[] } | null;
type Rule = (at: CaveatContext) => Found;

/** FP16 only where the card has useful units for it: on Pascal it runs at a sixty-fourth of FP32. */
const usefulWithoutBf16 = ({ denseTflops: { fp16, fp32 } }: Accelerator): "fp16" | "fp32" =>
  (fp16 ?? 0) > (fp32 ?? 0) ? "fp16" : "fp32";
const trains = (run: FilledRun): boolean => run.method !== "inference";
const late: ReadonlySet<string> = new Set([
  "evaluation",
  "generation",
  "checkpoint-save",
  "restore",
  "export",
]);
const sharded = (run: FilledRun): boolean =>
  !["single", "ddp"].includes(run.parallel.strategy) || run.parallel.tensor > 1;
const quantised4 = (run: FilledRun): boolean => ["nf4", "nf4-dq"].includes(run.precision.weights);

const peakOf = (phases: readonly PhaseMemory[], wanted: (phase: string) => boolean): PhaseMemory | null =>
  phases
    .filter(({ phase }) => wanted(phase))
    .reduce<PhaseMemory | null>(
      (most, p) => (most === null || p.allocated.likely > most.allocated.likely ? p : most),
      null,
    );

/** What is known to be missing for this run on this card; each names the part and what to use instead. */
function kernelGap(run: FilledRun, card: Accelerator): Params | null {
  if (quantised4(run) && card.bitsandbytes.qlora4bit !== true) {
    return {
      part: "bitsandbytes-4bit",
      card: card.name,
      known: card.bitsandbytes.qlora4bit === false,
      instead: "lora",
    };
  }
  if (
    (run.optimizer.includes("8bit") || run.optimizer.startsWith("paged")) &&
    card.bitsandbytes.optim8bit !== true
  ) {
    return {
      part: "bitsandbytes-optimizer",
      card: card.name,
      known: card.bitsandbytes.optim8bit === false,
      instead: "adamw",
    };
  }
  if (run.attention === "flash" && card.flashAttention2 !== true) {
    return {
      part: "flash-attention-2",
      card: card.name,
      known: card.flashAttention2 === false,
      instead: "sdpa",
    };
  }
  const prequantised = run.precision.weights === "gptq4" || run.precision.weights === "awq4";
  if (prequantised && card.platform !== "cuda") {
    return { part: run.precision.weights, card: card.name, known: false, instead: "bf16" };
  }
  return null;
}

/** Published, but never on this card. */
const elsewhere = (evidence: Evidence): boolean =>
  evidence.grade === "published" && evidence.links.every(({ differs }) => differs.includes("accelerator"));

const BITSANDBYTES =
  "https://github.com/bitsandbytes-foundation/bitsandbytes/blob/main/docs/source/installation.mdx";
const FLASH = "https://github.com/Dao-AILab/flash-attention";

/** One rule a code: when it applies, and what makes it apply here. */
const rules: Readonly<Partial<Record<CaveatCode, Rule>>> = {
  "ran-out-elsewhere": ({ run, card }) => {
    const proven = provenElsewhere(run, card);
    return proven === null ? null : { params: { card: proven.accelerator, neededGib: proven.allocatedGib } };
  },
  "lower-bound-only": ({ run, budget }) => {
    const { model } = run;
    const what = budget.floor ? "unsized-activations" : "shape";
    if (!budget.floor && model.shape !== null && !model.shapeAssumed) return null;
    return { params: { what, bounded: !budget.floor, model: model.name, phase: budget.peakPhase } };
  },
  "ddp-no-pooling": ({ run, budget }) =>
    run.gpus > 1 && (run.parallel.strategy === "ddp" || (run.parallel.strategy === "single" && trains(run)))
      ? { params: { gpus: run.gpus, perGpuGib: budget.perGpu.required.likely } }
      : null,
  "rocm-validation": ({ run, card }) =>
    card?.platform === "rocm"
      ? {
          params: {
            card: card.name,
            target: card.computeTarget,
            flashAttention: card.flashAttention2,
            quantisation: quantised4(run) ? card.bitsandbytes.qlora4bit : null,
            stack: run.stack,
          },
          sources: [FLASH, BITSANDBYTES],
        }
      : null,
  "no-native-bf16": ({ run, card }) =>
    card !== null && run.precision.compute === "bf16" && card.bf16Native !== true
      ? { params: { card: card.name, known: card.bf16Native === false, instead: usefulWithoutBf16(card) } }
      : null,
  "no-fp8": ({ run, card }) => {
    const asked =
      run.precision.compute === "fp8" ? "compute" : run.precision.weights === "fp8" ? "weights" : null;
    if (card === null || asked === null || card.denseTflops.fp8 !== null) return null;
    return {
      params: { card: card.name, what: asked, instead: asked === "weights" ? "weight-only kernels" : "bf16" },
    };
  },
  "kernel-support": ({ run, card }) => {
    const params = card === null ? null : kernelGap(run, card);
    return params === null
      ? null
      : { params, sources: [params["part"] === "flash-attention-2" ? FLASH : BITSANDBYTES] };
  },
  "memory-headroom-late-phases": ({ run, budget }) => {
    if (!trains(run)) return null;
    const after = peakOf(budget.phases, (phase) => late.has(phase));
    const training = peakOf(budget.phases, (phase) => !late.has(phase) && phase !== "load");
    if (after === null || training === null) return null;
    const over = after.allocated.likely - training.allocated.likely;
    return over > 0 ? { params: { phase: after.phase, overGib: over } } : null;
  },
  "longest-batch": ({ run }) =>
    trains(run) && !run.packing
      ? { params: { longest: run.memoryTokens, mean: run.data?.tokensPerSample ?? null, packing: false } }
      : null,
  "host-memory": ({ budget, price }) => {
    const held = price?.offer.hostRamGib ?? null;
    return held !== null && budget.host.ramGib.likely > held
      ? { params: { neededGib: budget.host.ramGib.likely, hostGib: held } }
      : null;
  },
  "disk-space": ({ budget, price }) => {
    const held = price?.offer.diskGib ?? null;
    return held !== null && budget.host.diskGib.likely > held
      ? { params: { neededGib: budget.host.diskGib.likely, diskGib: held } }
      : null;
  },
  "pcie-only": ({ run, card }) => {
    if (card === null || run.gpus <= 1 || !sharded(run)) return null;
    const kind = linkKind(card);
    if (kind !== "pcie" && kind !== "pcie-no-peer" && kind !== "none") return null;
    return {
      params: { card: card.name, peerToPeer: kind !== "pcie-no-peer", pcie: card.pcie, gpus: run.gpus },
    };
  },
  "no-nvlink": ({ run, card }) =>
    card !== null && run.gpus > 1 && sharded(run) && linkKind(card) === "bridge"
      ? { params: { card: card.name, bridge: card.interconnect.type, gpus: run.gpus } }
      : null,
  "multi-node-network": ({ run }) =>
    run.nodes > 1 ? { params: { nodes: run.nodes, gpus: run.gpus } } : null,
  "many-cards": ({ run, card, spec }) =>
    run.gpus > 64 && card?.id !== spec.owned ? { params: { gpus: run.gpus } } : null,
  "unmeasured-card": ({ card, evidence }) =>
    card !== null && (evidence.grade === "stack" || evidence.grade === "generic" || elsewhere(evidence))
      ? { params: { card: card.name, grade: evidence.grade } }
      : null,
  "unmeasured-stack": ({ run, evidence }) =>
    evidence.grade === "generic" ? { params: { stack: run.stack } } : null,
  "prove-restore": ({ run }) => (trains(run) ? { params: { method: run.method, gpus: run.gpus } } : null),
  "scaling-not-linear": ({ run }) => (run.gpus > 1 ? { params: { gpus: run.gpus, nodes: run.nodes } } : null),
  "price-age": ({ price }) => {
    if (price === null) return null;
    const { ageDays, observedAt, source } = price.offer;
    return ageDays === null || ageDays > 7 ? { params: { ageDays, observedAt, source } } : null;
  },
  "price-tier": ({ price }) =>
    price !== null && price.offer.tier !== "on-demand"
      ? {
          params: { tier: price.offer.tier, provider: price.offer.provider },
          ...(price.offer.tier === "spot" ? { sources: interruptionSources } : {}),
        }
      : null,
  "price-parts": ({ run, spec, card, price, unknownParts }) => {
    if (card !== null && card.id === spec.owned) return null;
    if (price === null) return { params: { priced: false } };
    const bill = unknownParts.filter((part) => billParts.has(part));
    return bill.length === 0 ? null : { params: { parts: bill.join(", "), gpus: run.gpus } };
  },
  "architecture-not-speed": ({ card, reason }) =>
    card !== null &&
    /hopper|blackwell/i.test(card.architecture) &&
    (reason === "faster" || reason === "faster-for-less" || reason === "faster-same-price")
      ? { params: { card: card.name, architecture: card.architecture } }
      : null,
  "allocator-vs-device": ({ spec }) =>
    spec.current?.peakGib === undefined ? null : { params: { peakGib: spec.current.peakGib } },
  "scratch-not-backup": ({ run, price }) =>
    trains(run) && (price?.source.localDiskGb ?? 0) > 0
      ? { params: { diskGb: price?.source.localDiskGb ?? null } }
      : null,
  "cpu-feed": ({ run, price }) => {
    const vcpus = price?.source.vcpus ?? null;
    if (vcpus === null || price === null) return null;
    const perCard = vcpus / Math.max(1, price.source.gpus);
    return perCard < 6 ? { params: { vcpusPerCard: perCard, gpus: run.gpus } } : null;
  },
  "gated-model": ({ run }) => (run.model.gated === true ? { params: { model: run.model.id } } : null),
  licence: ({ run }) => {
    const licence = run.model.licence;
    const open = licence !== null && /^(apache|mit|bsd)/i.test(licence);
    return licence === null || open ? null : { params: { model: run.model.id, licence } };
  },
  "vendor-claim": ({ card }) => {
    const recalled = card?.evidence["denseTflops"] ?? card?.evidence["bf16"] ?? null;
    return card !== null && recalled === "recalled"
      ? { params: { card: card.name, figure: "dense peak" } }
      : null;
  },
};

/** The caveats that apply, most serious first, each with why it applies here. */
export function caveatsOf(at: CaveatContext): readonly Caveat[] {
  return caveatCodes.flatMap((code) => {
    const found = rules[code]?.(at) ?? null;
    return found === null ? [] : [{ code, ...found }];
  });
}
