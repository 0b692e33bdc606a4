import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";

const { f, num, word, yes, when } = findingFigures("en");

/** Errors of the software and the machine around a run, and what made a step longer. */
export const environmentFindings = {
  "kernel-image": [
    (p) => `The installed build has no code for ${when(word(p, "card"), (card) => `the ${card}`) || "this card"}: neither memory nor your script is at fault.`,
    () =>
      "Cheapest test: `python -c \"import torch; print(torch.cuda.get_device_capability(), torch.cuda.get_arch_list())\"`. The card's number must be in the list; if it is, a library with kernels of its own (flash-attn, bitsandbytes, xformers) is the one built without it.",
    () => "Then install builds of PyTorch and of that library made for the card's generation; a newer card needs a newer release, a retired one an older release.",
  ],
  "missing-library": [
    () => "A library of the CUDA or ROCm runtime is not found: what was built against one version meets another, or none.",
    () =>
      "Cheapest test: `python -c \"import torch; print(torch.version.cuda, torch.version.hip)\"` beside `ldconfig -p | grep -E \"cudart|cudnn|nccl\"`. The number in the file's name must be the version that PyTorch was built with.",
    () => "Install the package for that version, in a fresh environment, rather than link one file to another. The card and its memory play no part.",
  ],
  "undefined-symbol": [
    (p) => `An extension${yes(p, "flash") ? " (flash-attn)" : ""} was compiled against another PyTorch than the one that loads it.`,
    (p) =>
      `Cheapest test: \`pip list | grep -iE "torch|flash|xformers|bitsandbytes"\`; then reinstall it against the PyTorch that stays: \`pip install --no-build-isolation --force-reinstall --no-deps ${yes(p, "flash") ? "flash-attn" : "PACKAGE"}\`.`,
    (p) => (yes(p, "flash") ? "To go on today: `attn_implementation=\"sdpa\"`, which needs no extra package and keeps memory linear in the length too." : "Pin both versions in the environment of the pilot: they are part of what it proves."),
  ],
  "package-missing": [
    (p) => `${yes(p, "flash") ? "FlashAttention is asked for and not installed" : "A package is asked for and not installed"} in the environment that runs: nothing about the card or its memory.`,
    () =>
      "Cheapest test: `python -c \"import sys; print(sys.executable)\"` and `pip list` in the job itself: often the launcher or the container has another environment than the shell.",
    (p) => (yes(p, "flash") ? "Either install the build for your PyTorch and CUDA, or set `attn_implementation=\"sdpa\"`: memory stays linear in the length, speed is to be measured." : "Install it there with its version pinned: that version is part of what the pilot proves."),
  ],
  "nccl-error": [
    () => "NCCL says that a call failed, not why: the cause stands earlier, in the log of one of the processes.",
    (p) =>
      `Cheapest test: the same launch with \`NCCL_DEBUG=INFO\`, then an all-reduce alone (\`nccl-tests\`) on two cards of one node${yes(p, "nodes") ? ", then across two nodes" : ""}. If it fails there, neither model nor script is at fault.`,
    () =>
      "“System error” is usually the network interface or a small `/dev/shm` (`--ipc=host`, `NCCL_SOCKET_IFNAME`); “CUDA error” is the card or its driver; “remote process exited” is another process that died first. `NCCL_P2P_DISABLE=1` or `NCCL_IB_DISABLE=1`, one at a time, tells which link.",
  ],
  "device-fault": [
    () => "A kernel failed on the card: by this message alone it can be the hardware or the program.",
    () =>
      "Cheapest test: `dmesg | grep -i xid` and `nvidia-smi -q -d ECC` on the node right after. A card fallen off the bus or uncorrectable ECC errors are the hardware: leave the machine and ask the provider. A memory page fault is usually the program.",
    () =>
      "Then the same batch again with `CUDA_LAUNCH_BLOCKING=1`: always the same step is data or code (an index out of range is the usual one), always the same card is the card. NCCL's watchdog only reports it.",
  ],
  "device-mismatch": [
    () => "`device_map=\"auto\"` places layers on several devices, here on the CPU too: it is made for inference, and inputs or adapters stayed elsewhere.",
    () => "Cheapest test: `print(model.hf_device_map)`: any “cpu” or “disk” means that the weights did not fit the cards.",
    () =>
      "To train: one process per card with `torchrun` or `accelerate launch`, and `device_map={\"\": local_rank}` when the quantised model fits one card, FSDP when it does not.",
  ],
  "compile-failed": [
    () => "torch.compile failed to build kernels: without it the run is the same, with nearly the same memory, only slower.",
    () => "Cheapest test: `TORCH_COMPILE_DISABLE=1`; if it then trains, Triton or the compiler of the image is missing or does not match PyTorch.",
    () => "Then `pip list | grep -i triton` and a C compiler in the image (`gcc --version`); measure the gain over some hundred steps before it is counted on.",
  ],
  "bf16-refused": [
    (p) => `${when(word(p, "card"), (card) => `The ${card}`) || "This card"} has no BF16 units, so the engine refuses the dtype of the checkpoint; the memory is not the matter.`,
    () => "Cheapest way out: `--dtype half` (vLLM) or `torch_dtype=float16`: same bytes per weight.",
    () => "A model trained in BF16 can overflow in FP16: compare twenty answers first, or take a card from Ampere on.",
  ],
  "time-limit": [
    () => "Always after the same round time and nothing in the log: that is the scheduler's limit, not a crash.",
    () => "Cheapest test: `sacct -j JOB --format=State,Elapsed,Timelimit`: TIMEOUT settles it (on Kubernetes `activeDeadlineSeconds`, in the cloud the end of the reservation).",
    () =>
      "Ask for more with `--time`, or keep the limit and resume: a signal before the end (`--signal=USR1@300`), a checkpoint in it, and a job that submits itself again. Prove the resume once, early.",
  ],
  "cache-preempted": [
    () => "The engine's KV cache is full: it stops requests and computes them again, so work is done twice. No machine was taken away.",
    () => "Cheapest test: its log gives the cache in tokens and the share in use; divide the tokens by the length of your requests: so many run at once.",
    () =>
      "In this order: lower `--max-model-len` to what people send, `--gpu-memory-utilization` up to 0.95 if nothing else lives on the card, `--kv-cache-dtype fp8`, then `--max-num-seqs` down so that they wait instead; last a second card with tensor parallel.",
  ],
  "input-bound": [
    () => "A card that goes from idle to full and back waits for data: more GPUs would wait too.",
    () =>
      "Cheapest test: fifty steps on one batch kept in memory. If they are much faster than yours, the loader is the limit; if not, it is not.",
    () =>
      "Then, in this order: decode and tokenize once beforehand, more loader workers up to the cores there are, `pin_memory`, prefetching, data on local disk. Beside it `htop`: cores at 100 % say it is the CPU.",
  ],
  "step-slowdown": [
    (p) => {
      const factor = when(num(p, "factor"), (n) => f.number(n, 2));
      const real = num(p, "before") !== 1;
      const figures = real ? `${f.number(num(p, "before") ?? 0, 2)} s to ${f.number(num(p, "after") ?? 0, 2)} s a step is ${factor} times as long` : `A step ${factor} times as long`;
      if (num(p, "recomputation") !== null)
        return `${figures}${real ? ":" : " is"} more than recomputation explains: a second forward pass makes about ${f.number(num(p, "recomputation") ?? 0, 2)} times.`;
      if (num(p, "efficiency") === null) return `${figures}: what changed at that moment is the first suspect.`;
      return `${figures}, ${(num(p, "gained") ?? 1) > 1 ? "not slower for that" : "and truly slower"}: with the same batch per card ${f.number(num(p, "grew") ?? 2)} times the cards do ${f.number(num(p, "gained") ?? 1, 2)} times the work, ${f.percent(num(p, "efficiency") ?? 0)} efficiency.`;
    },
    (p) =>
      num(p, "efficiency") === null
        ? ""
        : `The ${f.number(num(p, "added") ?? 0, 2)} s more a step are communication${yes(p, "nodes") ? " over the network between the nodes" : ""}${yes(p, "sharded") ? ": sharding gathers every layer across it; shard inside a node and replicate across (HSDP, hpZ)" : ""}. If the global batch was kept instead, it truly is slower.`,
    (p) =>
      num(p, "recomputation") !== null
        ? "Cheapest test: ten steps without it at a batch that fits, tokens per second in both. Memory traffic or an eager attention recomputed too make it worse; selective checkpointing or a larger micro-batch, now that there is room, pays part of it back."
        : "Cheapest test: a trace of twenty steps (`torch.profiler`) for the share of NCCL kernels that nothing overlaps, and `nccl-tests` all-reduce between the nodes against what the network should give. More accumulation amortises it: tell me the network and the batch.",
  ],
  "spot-at-prices": [
    (p) => {
      const [low, high] = [f.number(num(p, "price") ?? 0, 2), f.number(num(p, "firm") ?? 0, 2)];
      const base = `Spot at ${low} against ${high}: ${f.percent(num(p, "saved") ?? 0)} cheaper an hour, so it pays while the run takes less than ${f.number(num(p, "longer") ?? 1, 2)} times as long.`;
      return base;
    },
    (p) =>
      when(num(p, "perDay"), (n) => `${f.number(n, 1)} interruptions a day are one every ${f.hours(num(p, "between") ?? 0)}: each may cost up to ${f.hours(num(p, "lossEach") ?? 0)} of restart, work done again and waiting before the saving is gone.`),
    (p) =>
      when(num(p, "stretch"), (n) => `For this plan a restart takes about ${f.hours(num(p, "restart") ?? 0)}: restarts alone stretch it ${f.number(n, 2)} times, ${f.number(num(p, "effective") ?? 0, 2)} per useful hour: ${yes(p, "pays") ? "spot pays, if checkpoints are frequent" : "spot does not pay"}.`),
    (p) => (num(p, "stretch") === null ? when(num(p, "restart"), (n) => `A restart takes about ${f.hours(n)} here: how many interruptions a day, and how often is a checkpoint written? A run shorter than the time between two interruptions keeps nearly the whole saving.`) || "Tell me the run, or how long a restart and a checkpoint take, and I work out the rest; waiting for a machine costs time and no money." : "Work done again and saves come on top: save several times between two interruptions."),
  ],
  commitment: [
    (p) => {
      const prices = `${f.number(num(p, "committed") ?? 0, 2)} committed against ${f.number(num(p, "open") ?? 0, 2)} on demand: ${f.percent(num(p, "saved") ?? 0)} cheaper an hour, paid for every hour of the term, used or not.`;
      if (num(p, "paid") === null || num(p, "otherwise") === null)
        return `${prices} It pays once more than ${f.percent(num(p, "ratio") ?? 1)} of its hours are used.`;
      const sums = `per card ${f.number(num(p, "paid") ?? 0)} for the term against ${f.number(num(p, "otherwise") ?? 0)} for ${f.hours(num(p, "used") ?? 0)} of use on demand`;
      return `${yes(p, "pays") ? "The commitment is cheaper" : "On demand is cheaper"}: ${sums}. ${prices}`;
    },
    (p) => when(num(p, "breakEven"), (n) => `Break-even: ${f.hours(n)} of use in a term of ${f.hours(num(p, "term") ?? 0)}, ${f.percent(num(p, "ratio") ?? 1)} of it.`),
    (p) => (num(p, "term") === null ? "How long is the term, and how many hours of it would the cards work?" : num(p, "used") === null ? `Would the cards work more than ${f.percent(num(p, "ratio") ?? 1)} of the term? How long do you need them?` : ""),
    () => "A pilot first: it says how many hours the run really takes. Ask what a commitment that is left early costs, and whether it can move to another card.",
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore
