import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderReply } from "../../blocks/render-reply.ts";
import { feedFailures, refusals, repairs } from "../../src/app/price-ports.ts";
import { caveatCodes, premiseCodes } from "../../src/domain/caveat.ts";
import { languages, type Language, type Reply } from "../../src/domain/conversation.ts";
import { warningCodes } from "../../src/domain/estimate.ts";
import {
  bindingLimits,
  candidateReasons,
  relaxationCodes,
  stageNames,
  stageWhys,
} from "../../src/domain/plan.ts";
import { findingCodes, reportCodes } from "../../src/domain/finding.ts";
import { inconclusiveCodes, nextCodes } from "../../src/domain/pilot/pilot.ts";
import { recommend } from "../../src/domain/planning/recommend.ts";
import { problemCodes } from "../../src/domain/problem.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { allowedWords } from "../../src/i18n/allowed-words.ts";
import { words, wording } from "../../src/i18n/messages.ts";
import { real } from "../domain/planning/support.ts";

const sourcesOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
const found = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, code = ""]) => code);
const lists = {
  caveatCodes, premiseCodes, warningCodes, problemCodes, relaxationCodes, bindingLimits, stageNames, stageWhys,
  candidateReasons, feedFailures, refusals, repairs, inconclusiveCodes, nextCodes, findingCodes, reportCodes,
}; // prettier-ignore

const engine = sourcesOf("src/domain", "src/contract", "src/followup", "src/app");
const levers = found(readFileSync("src/domain/memory/levers.ts", "utf8"), /^ {4}change: "([^"]+)"/gmu);

/** Said by their figures, with the pilot that is not offered yet, or as an incident. */
const saidOtherwise = new Set([
  "plan", "infeasible", "sizes-this-model", "device-memory-below", "tokens-per-second-at-least",
  "scaling-efficiency-at-least", "five-items-restored", "restarted-and-reloaded", "crashed",
]); // prettier-ignore

describe("codes of the engine", () => {
  it("are all in a list that the words must fill", () => {
    const listed = new Set<string>(Object.values(lists).flat());
    const emitted = engine.flatMap((source) => found(source, /\bcode: "([a-z0-9-]+)"/gu));
    expect(emitted.length).toBeGreaterThan(30);
    expect(emitted.filter((code) => !listed.has(code) && !saidOtherwise.has(code))).toEqual([]);
  });

  it.each(languages)("have a sentence in %s", (language) => {
    const m = words(language);
    const { refresh } = m;
    const said: readonly (readonly [readonly string[], object])[] = [
      [feedFailures, refresh.failures],
      [[...refusals, ...repairs], refresh.rows],
      [caveatCodes, m.caveats],
      [premiseCodes, m.premises],
      [warningCodes, m.warnings],
      [problemCodes, m.problems.byCode],
      [relaxationCodes, m.answers.relaxations],
      [bindingLimits, m.answers.limits],
      [stageNames, m.stages.names],
      [stageWhys, m.stages.whys],
      [inconclusiveCodes, m.pilot.reasons],
      [nextCodes, m.pilot.next],
      [candidateReasons, m.head.reasons],
      [levers, m.answers.levers],
      [feedFailures, refresh.failures],
      [[...refusals, ...repairs], refresh.rows],
    ];
    expect(levers.length).toBeGreaterThan(8);
    for (const [codes, sentences] of said)
      expect(codes.filter((code) => !Object.hasOwn(sentences, code))).toEqual([]);
  });
});

const lora = { model: "llama-3.1-8b", method: "lora", accelerator: "h100-sxm" } as const;

/** One run for each thing that a layout can contradict, and the figure that its reason names. */
const contradictions: readonly (readonly [string, RunSpec, RegExp])[] = [
  ["gpusDivide", { ...lora, gpus: 6, parallel: { strategy: "fsdp", tensor: 4 } }, /multiple (?:of|de) 4/u],
  ["nodesDivide", { ...lora, gpus: 7, nodes: 3 }, /7/u],
  ["singleIsOne", { ...lora, gpus: 4, parallel: { strategy: "single" } }, /4 (?:GPUs|cartes)/u],
  ["shardGroupShards", { ...lora, gpus: 4, parallel: { strategy: "ddp", shardGroup: 2 } }, /ZeRO-3/u],
  ["shardGroupShards", { ...lora, gpus: 4, parallel: { strategy: "fsdp", shardGroup: 3 } }, /4/u],
  ["fsdpVersionOfFsdp", { ...lora, gpus: 4, parallel: { strategy: "ddp", fsdpVersion: 2 } }, /FSDP/u],
  ["headsDivide", { ...lora, gpus: 3, parallel: { strategy: "fsdp", tensor: 3 } }, /32/u],
  ["headsDivide", { ...lora, gpus: 16, parallel: { strategy: "fsdp", tensor: 16 } }, /8/u],
  ["stagesHoldLayers", { ...lora, gpus: 64, parallel: { strategy: "fsdp", pipeline: 64 } }, /32/u],
  ["piecesHoldLayers", { ...lora, gpus: 64, parallel: { strategy: "fsdp", pipeline: 4, virtualStages: 16 } }, /32/u],
  ["piecesHoldLayers", { ...lora, gpus: 4, parallel: { strategy: "fsdp", virtualStages: 2 } }, /pipeline/u],
  ["expertsSplit", { ...lora, model: "mixtral-8x7b", gpus: 4, parallel: { strategy: "fsdp", expert: 3 } }, /8/u],
  ["expertsSplit", { ...lora, model: "mixtral-8x7b", gpus: 4, parallel: { strategy: "fsdp", expert: 8 } }, /4/u],
  ["stagesWithoutDeepZero", { ...lora, gpus: 4, parallel: { strategy: "zero3", pipeline: 2 } }, /ZeRO-1/u],
  ["stepInBackwardOnce", { ...lora, method: "full", optimizerInBackward: true, gradientAccumulation: 4 }, /backward|passe arrière/u],
  ["optimizersAgree", { ...lora, method: "full", optimizer: "optimizer-in-backward", optimizerInBackward: false }, /backward|passe arrière/u],
  ["servingStackServes", { ...lora, stack: "vllm" }, /serves|sert/u],
  ["objectiveSuitsModel", { ...lora, objective: "dpo", task: "sequence-classification" }, /writes|rédige/u],
  ["rankBelowWidth", { ...lora, lora: { rank: 5000 } }, /4[,\u202F]?096/u],
  ["weightsSuitMethod", { ...lora, method: "full", precision: { weights: "nf4" } }, /fine-tuning/u],
  ["outputFitsServing", { ...lora, method: "inference", serving: { promptTokens: 0, outputTokens: 0 } }, /token|jeton/u],
]; // prettier-ignore

describe("problems", () => {
  const said = (spec: RunSpec, language: Language): string => {
    const outcome = recommend(spec, real);
    if (!("problems" in outcome)) throw new Error("nothing is wrong with this run");
    const reply: Reply = { language, reading: null, kind: "problem", problems: outcome.problems };
    const view = { lookup: real.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
    return renderReply(reply, view).ephemeral?.text ?? "";
  };

  it("cover every check of a layout", () => {
    const checks = found(
      readFileSync("src/domain/planning/layout-problems.ts", "utf8"),
      /^const (\w+): Check/gmu,
    );
    expect(new Set(contradictions.map(([check]) => check))).toEqual(new Set(checks));
  });

  it.each(contradictions)("%s says what stands against it, in both languages", (_check, spec, reason) => {
    expect(said(spec, "en")).toMatch(reason);
    expect(said(spec, "fr")).toMatch(reason);
    expect(said(spec, "fr")).not.toMatch(/, whole|=|contradict/u);
  });

  it("say every bound that the engine names in words of the reader", () => {
    const phrases = [...engine, ...sourcesOf("src/cli")]
      .flatMap((source) => found(source, /allowed: \[([^\]]*)\]/gu))
      .flatMap((list) => found(list, /["`]([^"`]*)["`]/gu))
      .map((phrase) => phrase.replaceAll(/\$\{[^}]*\}/gu, "7"))
      .filter((phrase) => /[ ≤≥]/u.test(phrase) && !phrase.includes("${"))
      .concat(
        "≤ 7",
        "≥ 7",
        "1–7",
        "1–7, whole",
        "at most 7",
        "a divisor of 7",
        "whole number from 0 to 7",
        "> 7",
      );
    expect(phrases.length).toBeGreaterThan(8);
    for (const phrase of phrases)
      expect(allowedWords(phrase, wording("fr")), phrase).not.toMatch(
        /[≤≥>]|\b(?:most|or|whole|of|this|a)\b/u,
      );
  });
});

describe("our own fault", () => {
  it.each(languages)("reaches people as the reference that the log has, in %s", (language) => {
    const reply: Reply = { language, reading: null, kind: "problem", problems: [], incident: "inc-4711" };
    const view = { lookup: real.lookup, showAmounts: false, followUps: "listen", timeZone: null } as const;
    expect(renderReply(reply, view).ephemeral?.text).toBe(words(language).errors.internal("inc-4711"));
  });
});
