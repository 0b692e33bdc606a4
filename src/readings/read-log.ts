import type { PilotReading, ReadingWarning } from "../domain/pilot-reading.ts";
import { accelerate } from "./accelerate.ts";
import { amdSmi } from "./amd-smi.ts";
import { combine } from "./combine.ts";
import { composer } from "./composer.ts";
import { deepspeed } from "./deepspeed.ts";
import { readDocument } from "./documents.ts";
import { gptNeox } from "./gpt-neox.ts";
import { logLines } from "./line.ts";
import { lossWatch } from "./loss.ts";
import { lightning } from "./lightning.ts";
import { litgpt } from "./litgpt.ts";
import { llmC } from "./llm-c.ts";
import { megatron } from "./megatron.ts";
import { memorySummary } from "./memory-summary.ts";
import { mlflow } from "./mlflow.ts";
import { moddedNanogpt } from "./modded-nanogpt.ts";
import { nanochat } from "./nanochat.ts";
import { nanogpt } from "./nanogpt.ts";
import { nanotron } from "./nanotron.ts";
import { nemo } from "./nemo.ts";
import { nvidiaSmi } from "./nvidia-smi.ts";
import { outOfMemory } from "./out-of-memory.ts";
import { paste } from "./paste.ts";
import { rocmSmi } from "./rocm-smi.ts";
import { sglang } from "./sglang.ts";
import type { LineReader, Tool } from "./tally.ts";
import { tgi } from "./tgi.ts";
import { torchtitan } from "./torchtitan.ts";
import { torchtune } from "./torchtune.ts";
import { trainer } from "./trainer.ts";
import { vllm } from "./vllm.ts";
import { vllmBench } from "./vllm-bench.ts";
import { wandb } from "./wandb.ts";

const tools: readonly Tool[] = [
  trainer,
  torchtune,
  torchtitan,
  nanogpt,
  moddedNanogpt,
  nanochat,
  llmC,
  megatron,
  nemo,
  composer,
  gptNeox,
  deepspeed,
  litgpt,
  lightning,
  nanotron,
  accelerate,
  nvidiaSmi,
  rocmSmi,
  amdSmi,
  memorySummary,
  outOfMemory,
  wandb,
  mlflow,
  vllm,
  vllmBench,
  sglang,
  tgi,
];

/** Text that talks to a reader instead of reporting; it is data and changes nothing. */
const instruction =
  /\b(?:ignore|disregard|forget|override|bypass) (?:all |any |your |the |these |of )*(?:(?:previous|prior|above|earlier|system|existing) )?(?:instructions|rules|prompts?|guidelines)|\b(?:you are|act as) (?:now )?(?:an? )?(?:assistant|ai|administrator)\b|\b(?:ignore[rz]?|oublie[rz]?|contourne[rz]?) (?:toutes )?(?:les|tes|vos|ces) (?:instructions|consignes|r[èe]gles)/iu;

const addresses = /nstruction|onsigne|prompt|rules|r[èe]gles|guideline|ou are|ct as/iu;

/** Lines of what a person types or pastes into a message. */
const longestMessage = 40;

export interface LogReader {
  /** One line, without its newline. */
  readonly line: (raw: string) => void;
  readonly end: (more?: readonly ReadingWarning[]) => PilotReading;
}

/** Reads a log or a result line by line; only what may be one JSON document is kept until the end. */
export function makeLogReader(): LogReader {
  const readers = tools.map((start) => start());
  const prose = paste(() => hitsOf(readers) === 0);
  const losses = lossWatch();
  let document: string[] | null = null;
  let begun = false;
  let instructed = false;
  let lines = 0;
  return {
    line(raw) {
      if (!begun && raw.trim() !== "") {
        begun = true;
        if (/^\uFEFF?\s*[[{]\s*(?:$|["{\]}])/u.test(raw)) document = [];
      }
      if (document?.length === 1 && raw.trim() !== "" && isWholeJson(document[0] ?? "")) document = null;
      document?.push(raw);
      for (const line of logLines(raw)) {
        lines += 1;
        losses.line(line.text);
        instructed ||= addresses.test(line.text) && instruction.test(line.text);
        const before = hitsOf(readers);
        for (const reader of readers) if (concerns(reader, line.text)) reader.line(line);
        if (hitsOf(readers) === before) prose.line(line);
      }
    },
    end(more = []) {
      const read = document === null ? null : readDocument(document.join("\n"));
      const parts =
        read === null
          ? [...readers, prose].map((reader) => reader.end()).filter((part) => part !== null)
          : [read.part];
      const reading = combine(parts, { typed: lines <= longestMessage });
      const warnings: readonly ReadingWarning[] = [
        ...reading.warnings,
        ...(read?.truncated === true ? [{ code: "truncated" as const, params: {} }] : []),
        ...(reading.tool === null ? [] : losses.warnings()),
        ...(instructed ? [{ code: "instruction-in-log" as const, params: {} }] : []),
        ...more,
      ];
      return { ...reading, warnings };
    },
  };
}

/** One object a line: no document. */
function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const concerns = ({ signs }: LineReader, text: string): boolean =>
  signs === undefined || signs.some((sign) => text.includes(sign));

const hitsOf = (readers: readonly LineReader[]): number => readers.reduce((sum, { hits }) => sum + hits(), 0);
