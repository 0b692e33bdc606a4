import { isBounded, refuseFor, within } from "./bounds.ts";
import { configKeys, type ConfigReading } from "./config-keys.ts";
import { applyRules, postpone, refuse, state, take, type Draft, type Match } from "./draft.ts";

const pair = /(?<![\w.])["']?-{0,2}(?<key>[a-z][a-z0-9_.-]{1,44})["']?[ \t]{0,2}[:=][ \t]{0,3}(?<value>\[[^\]\n]{0,200}\]|\{|"[^"\n]{0,160}"|'[^'\n]{0,160}'|[^\s,;{}]{1,160})/gu; // prettier-ignore
const option =
  /(?<![\w-])--(?<key>[a-z][a-z0-9_-]{1,44})(?:\s+|=)(?<value>[^\s-][^\s]{0,160}?|-\d[^\s]{0,40}?)(?=[,;.]{0,3}(?:\s|$))/gu;

const truthy = /^["']?(?:true|yes|on|1|auto)["']?$/u;

const surfaceValues: Readonly<Record<string, readonly (readonly [RegExp, readonly [string, unknown]])[]>> = {
  optimizer: [
    [/paged.*8.?bit|8.?bit.*paged/u, ["optimizer", "paged-adamw-8bit"]], [/paged/u, ["optimizer", "paged-adamw"]], [/8.?bit/u, ["optimizer", "adamw-8bit"]], [/4.?bit/u, ["optimizer", "adamw-4bit"]],
    [/fused/u, ["optimizer", "adamw-fused"]], [/adafactor/u, ["optimizer", "adafactor"]], [/lion/u, ["optimizer", "lion"]], [/muon/u, ["optimizer", "muon"]], [/galore/u, ["optimizer", "galore"]], [/sgd/u, ["optimizer", "sgd"]], [/adam/u, ["optimizer", "adamw"]],
  ],
  adapter: [[/qlora/u, ["method", "qlora"]], [/lora/u, ["method", "lora"]]],
  dtype: [[/bf(?:loat)?16/u, ["dtype", "bf16"]], [/fp8|float8/u, ["dtype", "fp8"]], [/(?:fp|float)16|half/u, ["dtype", "fp16"]], [/(?:fp|float)32/u, ["dtype", "fp32"]], [/awq/u, ["dtype", "awq4"]], [/gptq/u, ["dtype", "gptq4"]], [/bitsandbytes/u, ["dtype", "4-bit"]]],
}; // prettier-ignore

const namesFile = /^(?:.*\.)?(?:data|dataset|datasets|train_file)$/u;

const surfaceKind = (key: string): string =>
  /optim/u.test(key) ? "optimizer" : key === "adapter" ? "adapter" : "dtype";

function stateAll(draft: Draft, match: Match, states: Readonly<Record<string, unknown>>): true {
  for (const [field, value] of Object.entries(states)) {
    if (field === "dtype" || field === "kernel" || field === "method" || field === "stack")
      postpone(draft, match, field, String(value));
    else state(draft, match, field, value);
  }
  return true;
}

function readValue(draft: Draft, match: Match, key: string, raw: string, reading: ConfigReading): boolean {
  // The full stop after a setting is the sentence's.
  const value = raw.replace(/^["']|["']?[.!?]?$/gu, "");
  if ("field" in reading) {
    if (value === "auto") return true;
    const number = Number(value.replaceAll(/[_,](?=\d{3})/gu, ""));
    const wholly = reading.kind === "number" || Number.isInteger(number);
    const { field } = reading;
    if (isBounded(field) && !within(field, number)) return refuseFor(draft, match, field);
    if (!wholly || !(number > 0) || number > 2e7) return refuse(draft, match, field, ["≥ 1"]);
    if (reading.kind === "length") return postpone(draft, match, "length", number);
    return state(draft, match, field, number);
  }
  if (reading.kind === "flag") {
    return stateAll(draft, match, truthy.test(value) ? reading.on : (reading.off ?? {}));
  }
  if (reading.kind === "choice")
    return stateAll(draft, match, reading.choices.find(([words]) => words.test(value))?.[1] ?? {});
  // "dataset = 35 MB of text" names no file.
  if (reading.use === "ignore") return !(namesFile.test(key) && /^[\d"']?\d/u.test(value));
  if (reading.use === "gpus-per-node") {
    const number = Number(value);
    return within("gpus", number)
      ? postpone(draft, match, "gpus-per-node", number)
      : refuseFor(draft, match, "gpus");
  }
  if (reading.use === "global-batch") {
    const number = Number(value);
    return within("gradientAccumulation", number)
      ? postpone(draft, match, "global-batch", number)
      : refuseFor(draft, match, "gradientAccumulation");
  }
  if (reading.use === "targets") {
    if (/all/u.test(value)) return state(draft, match, "lora.targets", "all-linear");
    const found = [...value.matchAll(/(?<![a-z])(gate|up|down|[qkvo])(?:_proj)?(?![a-z_])/gu)].map(
      (one) => one[1],
    );
    return found.length > 0 ? state(draft, match, "lora.targets", [...new Set(found)]) : true;
  }
  if (reading.use === "surface") {
    const found = surfaceValues[surfaceKind(key)]?.find(([words]) => words.test(value))?.[1];
    return found === undefined ? true : stateAll(draft, match, { [found[0]]: found[1] });
  }
  return readModel(draft, match, raw);
}

function readModel(draft: Draft, match: Match, raw: string): boolean {
  const at = draft.folded.indexOf(raw, match.start);
  const value = draft.canonical.text.slice(at, at + raw.length).replace(/^["']|["']$/gu, "");
  const found = draft.context.lookup.resolveModel(value);
  if (found.kind === "one") return state(draft, match, "model", found.match.id);
  return /^[\w.-]+\/[\w.-]+$/u.test(value) ? state(draft, match, "model", value) : true;
}

const launched = /(?<![\w])(?:compute_environment|machine_rank|main_training_function|rdzv_backend|same_network|use_cpu)\s*:\s*\S{0,40}/gu; // prettier-ignore

/** Fragments of axolotl, LLaMA-Factory, torchtune, TRL, accelerate, DeepSpeed and vLLM settings. */
export function readConfig(draft: Draft): void {
  const read = (match: Match): boolean => {
    const key = (match.named["key"] ?? "").replace(/-/gu, "_");
    const name = key.includes(".") && configKeys[key] === undefined ? (key.split(".").at(-1) ?? key) : key;
    const reading = Object.hasOwn(configKeys, name) ? configKeys[name] : undefined;
    if (reading === undefined) return false;
    if (/^(?:stage|compile|packing|epochs|dataset|fsdp|optimizer|deepspeed|seed|lr|template|dtype|bf16|fp16)$/u.test(name) && !/[_:="]/u.test(match.text)) return false; // prettier-ignore
    const value = match.named["value"] ?? "";
    if (value === "{") {
      const device = /^\s{0,8}["']?device["']?\s{0,4}:\s{0,4}["']?(?:cpu|nvme)["']?/u.exec(draft.folded.slice(match.end, match.end + 60)); // prettier-ignore
      if (device !== null && "kind" in reading && reading.kind === "choice") {
        const end = match.end + device[0].length;
        readValue(draft, { ...match, end }, name, "cpu", reading);
        take(draft, match.start, end);
        return false;
      }
      take(draft, match.start, match.end);
      return false;
    }
    return readValue(draft, match, name, value, reading);
  };
  applyRules(draft, [
    { pattern: option, read },
    { pattern: pair, read },
    { pattern: launched, read: () => true },
  ]);
}
