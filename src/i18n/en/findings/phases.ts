import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";

const { f, both, sold, gib, num, word, yes, when } = findingFigures("en");

/** Where in its life a job failed, and the cheapest test that tells causes apart. */
export const phaseFindings = {
  "conversion-in-host-memory": [
    (p) =>
      when(num(p, "needed"), (n) => `No, it is host RAM: converting these weights needs about ${sold(n)} of it${when(num(p, "host"), (h) => `, this machine has ${sold(h)}`)}.`),
    () => "The GPU plays no part in a conversion: a larger card changes nothing, and swap only makes it very slow.",
    () => "Weights already converted are published for most models: taking those avoids the step.",
  ],
  "killed-is-host-memory": [
    () => "Killed without a CUDA error is the kernel stopping the process: host RAM, not VRAM.",
    () =>
      "Cheapest test: start it again beside `free -h` and read `dmesg`; a line of the OOM killer settles it. Shared memory (`/dev/shm`) and loader workers count there too.",
  ],
  "host-copies": [
    (p) =>
      when(num(p, "all"), (n) => `Each of ${when(num(p, "ranks"), f.number)} ranks loading its own fp32 copy${num(p, "models") === 2 ? " of both models" : ""} is ${f.number(num(p, "ranks") ?? 1)} × ${when(num(p, "single"), sold)} = ${sold(n)} of host RAM${yes(p, "passes") ? `, over the ${when(num(p, "host"), sold)} of this node` : ""}.`),
    () =>
      "Load sparingly: rank 0 reads the weights, the others start on the meta device, and FSDP sends the modules out (`cpu_ram_efficient_loading` with `sync_module_states`).",
    (p) =>
      when(num(p, "half"), (n) => `Loading in bf16 halves it to ${sold(n)}. Which loading flags do you use, and in which dtype?`),
  ],
  "host-smaller-than-weights": [
    (p) =>
      when(num(p, "copy"), (n) => `Yes, host RAM matters: ${when(num(p, "host"), sold)} is about one bf16 copy of the model (${sold(n)}).`),
    (p) =>
      `That is too small to load through the CPU or to offload${when(num(p, "ranks"), (n) => (n > 1 ? `, and ${f.number(n)} ranks may each stage a copy (${when(num(p, "all"), sold)})` : ""))}: take a host with several times that.`,
  ],
  "host-room": [
    (p) =>
      when(num(p, "host"), (n) => `Host RAM is a limit of its own: ${sold(n)}, when offload or a merged save holds ${when(num(p, "copy"), sold)} of 16-bit weights there.`),
  ],
  "save-gathers": [
    (p) =>
      `The training peak is not the job's peak: the save gathers the full model${when(num(p, "weights"), (n) => `, ${both(n)}`)}, on one device unless it is sharded or offloaded.`,
    (p) =>
      `Use a sharded state dict; or rank 0 only with CPU offload, host RAM permitting${when(num(p, "weights"), (n) => ` (at least ${gib(n)})`)}${yes(p, "adapters") ? "; or save the adapter weights only" : ""}. A smaller batch does not touch it.`,
    () => "Size for it by testing: save (and resume) at steps 1 to 5 of the pilot, with VRAM and host RAM recorded.",
  ],
  "evaluation-peak": [
    (p) =>
      `Evaluation has a peak of its own: its batch${when(num(p, "batch"), (n) => ` (${f.number(n)})`)} and its logits are not those of training.`,
    () =>
      "Set the evaluation batch to 1, return no logits (`prediction_loss_only`), move them out step by step (`eval_accumulation_steps`), and do not generate inside the loop.",
    () => "Cheapest test: evaluate at step 1, before training; if that passes, memory kept from training is the cause.",
  ],
  "resume-peak": [
    () => "A resume can take more than training did: the checkpoint is read beside the model that is already there.",
    (p) =>
      `Load it on the CPU (\`map_location\`) or sharded, then free it before the first step${when(num(p, "weights"), (n) => `; the weights alone are ${gib(n)}`)}.`,
    () => "Cheapest test: save at step 2, stop, resume in a new process, and compare the peak with the first start.",
  ],
  "first-step-peak": [
    (p) =>
      `The optimizer allocates its states at the first step${when(num(p, "moments"), (n) => `: two fp32 moments are ${both(n)}`)}: forward and backward passing proves nothing yet.`,
    () => "An 8-bit or paged optimizer, sharded or offloaded states lower it; the batch does not.",
  ],
  "load-peak": [
    (p) =>
      `It fails while loading: the weights${when(num(p, "weights"), (n) => `, ${both(n)} in 16 bits`)}, before any batch counts.`,
    () =>
      "Check the dtype it really loads in (fp32 doubles it), a second copy kept during quantization, and other processes on the card (`nvidia-smi`).",
  ],
  "late-long-sample": [
    (p) =>
      `Likely a long sample rather than a leak: good steps${when(num(p, "step"), (n) => ` (${f.number(n)})`)} prove nothing about the longest one. Log the token length of the failing step.`,
    (p) =>
      `Pilot with the longest samples first${yes(p, "generates") ? ", and the maximum completion length forced" : ""}, not with random ones: it then fails at once or not at all.`,
    () =>
      "To exclude a leak, plot allocated memory over equal batches: a slow drift is a leak, reserved far above allocated is fragmentation (`expandable_segments`).",
  ],
  "data-position": [
    () => "Hardware is not the issue: the data position was not restored, so the run read shards again that it had already seen.",
    () =>
      "A validation that improves after a resume can be an artefact of repeated data; the collapse comes when new data starts.",
    () =>
      "A checkpoint must hold shard, offset in the shard, epoch and random state. Test: N steps must equal N/2, stop, resume in a new process, N/2.",
    (p) =>
      `Part of the budget went into repeated data${when(num(p, "from"), (n) => ` (everything since step ${f.number(n)} is suspect)`)}: count those steps before buying more. More GPUs or a bigger batch would not have helped.`,
  ],
  "resume-loss": [
    () => "Do not restart from zero yet: first find out whether the data order or the state differs.",
    (p) =>
      yes(p, "known")
        ? "transformers 4.30 to 4.32 with accelerate had a known regression of the data order on resume, fixed afterwards: upgrade, or use the version of the first run. A corrupted checkpoint is not the likely cause."
        : "Some versions changed the order of data on resume without touching the weights: release notes of both versions first.",
    (p) =>
      `Which version wrote the checkpoint${when(word(p, "transformers"), (v) => ` (you run transformers ${v})`)}, and was it upgraded in between?`,
    () =>
      "Cheap test: resume 20 to 50 steps and compare the loss on the same batches. Small differences are noise; a jump back to the loss of the first steps means that weights or optimizer were not loaded.",
  ],
  "checkpoint-size": [
    (p) =>
      when(num(p, "optimizer"), (n) => `Expected, not a bug: 12 bytes × ${when(num(p, "parameters"), f.parameters)} = ${sold(n)} = ${gib(n)} of optimizer state in full training.`),
    (p) =>
      when(num(p, "weights"), (n) => `Weights add ${sold(n)} (${gib(n)}) in 16 bits: ${when(num(p, "whole"), sold)} in all. \`du -h\` and \`ls -h\` show GiB and print G.`),
    (p) =>
      when(num(p, "claimed"), (n) => `I would disagree politely with ${sold(n)}: that is ${when(num(p, "bytesClaimed"), f.rough)} bytes per parameter, not the fp32 copy and two moments that a resume needs.`),
    (p) =>
      when(num(p, "whole"), (n) => `Plan the disk: ${gib(n)} × checkpoints kept (${gib(num(p, "keptBytes") ?? n)} for ${when(num(p, "kept"), f.number)}), plus one being written. Keep fewer, or save the model only when nothing will be resumed.`),
  ],
  "collective-timeout": [
    (p) => `A collective that times out is a rank that never came: a process that died, lags or sits in another code path${yes(p, "nodes") ? ", or nodes that cannot reach each other" : ""}.`,
    () =>
      "Cheapest tests: the first error of every rank's own log (the others only wait for it), then an all-reduce alone (`nccl-tests`) over the same cards, with `NCCL_DEBUG=INFO` to see the interface and the transport.",
    () =>
      "At step 0 suspect the network interface or ports; at a save or an evaluation, one rank alone at work: a longer timeout helps there and only there. More memory does not.",
  ],
  "shared-memory": [
    () => "A bus error or a killed loader worker is shared memory (`/dev/shm`): containers get 64 MB unless told otherwise.",
    () =>
      "Start the container with `--ipc=host` or `--shm-size` of several GB. Cheapest test: `num_workers=0`; if it then runs, neither the model nor the card was the cause.",
  ],
  "fragmented": [
    (p) => `Fragmentation: ${when(num(p, "reserved"), (n) => `${gib(n)} are`) || "memory is"} reserved and free, in pieces too small${when(num(p, "requested"), (n) => ` for one tensor of ${gib(n)}`)}.`,
    () =>
      "Cheapest test: `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`. Lengths that vary from step to step cause it: pad to a few sizes, or pack.",
    () => "If it still fails then, the peak itself is too high: one step at the longest batch tells.",
  ],
  "out-of-memory-figures": [
    (p) => {
      const [allocated, requested] = [num(p, "allocated"), num(p, "requested")];
      const needed = num(p, "needed");
      if (allocated === null || requested === null || needed === null)
        return `The card is full${when(requested, (n) => `: one tensor more of ${gib(n)} was asked for`)}.`;
      return `The card was full when it broke: tensors held ${gib(allocated)}, one more of ${gib(requested)} was asked for, so that moment alone wanted at least ${gib(needed)}, beside what the driver and the libraries take.`;
    },
    (p) =>
      p["inPieces"] === null
        ? "Whether memory was only in pieces shows in the whole message: what is reserved against what is allocated."
        : p["inPieces"] === true
        ? "More than that was reserved and free, in pieces too small for it: first `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`, which costs nothing."
        : `Reserved and free together were ${when(num(p, "unused"), gib)}, less than was asked for, so fragmentation is not the cause: the run itself is too large.`,
    (p) =>
      `Tell me the model, the method, the length and the micro-batch${p["phase"] === null ? ", and where it broke (load, first backward, optimizer step, evaluation, save, after how many steps)" : ""}: I name the part that fills the card and the cheapest way out. Meanwhile: micro-batch 1 with accumulation, full checkpointing, a shorter length, in this order.`,
  ],
  "cause-open": [
    (p) =>
      `The cause is not established: I count ${when(num(p, "required"), gib) || "less"} per card of ${when(num(p, "usable"), gib) || "more"}, so it should fit.`,
    () =>
      "At which stage does it break (load, first backward, optimizer step, evaluation, save, after how many steps), and what is the exact message? “Tried to allocate” and “reserved but unallocated” tell a large tensor from fragmentation.",
    () => "Cheapest test: one step at a quarter of the length. If that passes, activations or logits are the cause; if not, the state is.",
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore
