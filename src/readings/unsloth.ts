import { gibOf } from "./figures.ts";
import { never, type Flavour } from "./flavour.ts";
import { match } from "./match.ts";

const banner = /Unsloth:? (?<unsloth>\d{4}\.\d[\w.]*)/u;
const transformers = /Transformers(?::| =) (?<version>\d[\w.+]*)/u;
const torch = /(?:Torch|Pytorch): (?<version>\d[\w.+]*)/iu;
const engine = /\bvLLM: (?<version>\d[\w.+]*)/u;
const card =
  /(?<name>(?:NVIDIA|AMD|Tesla|Quadro|GeForce|Intel)[\w \-./()]*?)\. (?:Num GPUs = (?<gpus>\d+)\. )?Max memory: (?<size>[\d.]+) GB/u;
const used = /Num GPUs used = (?<gpus>\d+)/u;
const counts = /Total steps = (?<steps>[\d,]+)/u;
const batch =
  /Batch size per device = (?<micro>[\d,]+) \| Gradient [Aa]ccumulation steps = (?<accumulation>[\d,]+)/u;
const world = /Data Parallel GPUs = (?<gpus>\d+) \| Total batch size \([^)]*\) = (?<global>[\d,]+)/u;
const total = /Total batch size = (?<global>[\d,]+) \| Total steps = (?<steps>[\d,]+)/u;
const trainable = /Trainable parameters = (?<trained>[\d,]+)/u;
const seconds = /(?<seconds>[\d.]+) seconds used for training/u;
const reserved = /Peak reserved memory = (?<size>[\d.]+) GB/u;
const before = /^(?<size>[\d.]+) GB of memory reserved/u;
const capacity = /GPU = (?<name>.+?)\. Max memory = (?<size>[\d.]+) GB/u;

/** Unsloth: banner of the machine and the run, and the notebook's last cell with the peak reserved; GB = GiB. */
export const unsloth: Flavour = {
  tool: "unsloth",
  entry: never,
  line({ text, rank }, t) {
    t.version("unsloth", match(text, banner)?.text("unsloth"));
    const seen = text.includes("Unsloth");
    if (text.includes("Max memory") || seen || text.includes("Torch"))
      t.version("transformers", match(text, transformers)?.text("version"));
    if (seen) t.version("vllm", match(text, engine)?.text("version"));
    if (/O\^O|Triton|CUDA/u.test(text)) t.version("torch", match(text, torch)?.text("version"));
    const machine = match(text, card) ?? match(text, capacity);
    if (machine !== null) {
      t.first("gpuName", machine.text("name"));
      t.set("capacityGib", gibOf(machine.number("size") ?? Number.NaN, "GB"));
      t.warn("gb-is-gib");
    }
    t.set("gpuCount", match(text, used)?.number("gpus"));
    t.detail("stepsPlanned", match(text, counts)?.number("steps"));
    const size = match(text, batch);
    t.set("microBatch", size?.number("micro"));
    t.set("gradientAccumulation", size?.number("accumulation"));
    const all = match(text, world) ?? match(text, total);
    t.set("globalBatch", all?.number("global"));
    if (text.includes("Data Parallel GPUs")) t.set("gpuCount", match(text, world)?.number("gpus"));
    t.detail("trainableParameters", match(text, trainable)?.number("trained"));
    const time = match(text, seconds)?.number("seconds") ?? null;
    if (time !== null) t.set("runtimeSeconds", time);
    const peak = match(text, reserved)?.number("size") ?? null;
    if (peak !== null) {
      t.peak("reserved", gibOf(peak, "GB"), rank);
      t.warn("gb-is-gib");
      t.warn("reserved-not-device");
    }
    const start = match(text, before)?.number("size") ?? null;
    if (start !== null) t.detail("reservedBeforeTrainingGib", gibOf(start, "GB"));
    return seen || peak !== null || time !== null || machine !== null || size !== null;
  },
  end(t) {
    if (t.known("runtimeSeconds") !== null && t.known("steps") === null)
      t.set("steps", t.detailOf("stepsPlanned"));
  },
};
