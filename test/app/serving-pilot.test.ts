import { expect, it } from "vitest";
import { readEvidence } from "../../src/app/read-evidence.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { openOffice, wordsOf } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1" };
async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield Buffer.from(text);
}

const startLog = (plan: Plan, tokens: number): string => {
  const weights = plan.pilot.runs[0]?.predicted?.serving?.weightsGib.likely ?? 0;
  return [
    "INFO 11-30 10:00:01 [core.py:61] Initializing a V1 LLM engine (v0.9.1) with config: model='x', max_seq_len=8192, tensor_parallel_size=1, pipeline_parallel_size=1",
    `INFO 11-30 10:00:40 [gpu_model_runner.py:1801] Model loading took ${weights.toFixed(4)} GiB and 31.1 seconds`,
    "INFO 11-30 10:01:02 [gpu_worker.py:227] Available KV cache memory: 50.12 GiB",
    `INFO 11-30 10:01:02 [kv_cache_utils.py:715] GPU KV cache size: ${tokens.toLocaleString("en")} tokens`,
  ].join("\n");
};
const benchLog = (plan: Plan, pace: number): string => {
  const { serving, tokensPerSecondPerGpu } = plan.pilot.runs[0]?.predicted ?? {};
  const rate = (tokensPerSecondPerGpu?.likely ?? 0) * pace;
  return [
    "============ Serving Benchmark Result ============",
    "Successful requests:                     200       ",
    "Maximum request concurrency:             32        ",
    "Benchmark duration (s):                  40.00     ",
    "Total input tokens:                      204800    ",
    "Total generated tokens:                  51200     ",
    `Output token throughput (tok/s):         ${rate.toFixed(2)}   `,
    `Median TTFT (ms):                        ${((serving?.ttftSeconds.likely ?? 0) * 1000).toFixed(2)}   `,
    `Median TPOT (ms):                        ${(((serving?.tpotSeconds.likely ?? 0) * 1000) / pace).toFixed(2)}   `,
    "==================================================",
  ].join("\n");
};

it("a service's own logs move its plan: measured first, restarted next, and then it may be reserved", async () => {
  const office = await openOffice();
  const sentence =
    "serve llama 3.1 8b with vllm on 1x h100 sxm, 32 concurrent users, 1024 tokens in, 256 out";
  const made = await office.record(await office.say("ada", sentence, { ...thread, mentioned: true }));
  const plan = made.revisions[0]?.plan;
  if (plan === undefined) throw new Error("no plan");
  const post = async (...texts: readonly string[]) =>
    office.conversation.recordPilot({
      asker: { workspace: "T1", user: "bo", locale: "en", timeZone: null },
      place: { ...thread, kind: "channel" },
      planId: null,
      files: await Promise.all(texts.map((text, i) => readEvidence(`${i}.log`, bytes(text)))),
      unopened: [],
      addressed: true,
    });
  const first = wordsOf(await post(startLog(plan, 401_000), benchLog(plan, 1)));
  expect(first).toContain("Confirmed: one-GPU pilot");
  expect(first).toContain("at least 40,960 needed: enough");
  const slower = wordsOf(await post(startLog(plan, 400_000), benchLog(plan, 0.6)));
  expect(slower).toContain("The service did not come back as it was");
  const again = wordsOf(await post(startLog(plan, 400_500), benchLog(plan, 0.99)));
  expect(again).toContain("Confirmed: restore proof");
});

it.each([
  ["how do we prove the restart?", "en", /What settles this plan.*restart and reload, under the same load.*the service comes back and answers as before.*After a restart, the same again/su],
  ["how do we prove it restarts?", "en", /restart and reload/u],
  ["comment prouver le redémarrage ?", "fr", /redémarrer et recharger, sous la même charge/u],
  ["comment prouve-t-on la reprise ?", "fr", /redémarrer et recharger, sous la même charge/u],
] as const)("%j in the thread of a service is answered for a service", async (text, locale, words) => {
  const office = await openOffice();
  const asked = { ...thread, mentioned: true, locale };
  await office.say("ada", "serve llama 3.1 8b on 1x h100, 32 users, 2k in 500 out, vllm", asked);
  const said = wordsOf(await office.say("ada", text, asked)).replaceAll(/[\u00A0\u202F]/gu, " ");
  expect(said).toMatch(words);
  expect(said).not.toMatch(/optimizer, schedule|optimiseur, scheduler/u);
}); // prettier-ignore

it.each([
  [
    "how do I prove that a training can resume?",
    "serve llama 3.1 8b on 1x h100, 32 users, 2k in 500 out, vllm",
  ],
  ["how do we prove the restart?", "llama 3.1 8b lora r16, 4k, 9B tokens on 2x h100 sxm, trl"],
])("%j of a training is answered for a training", async (text, run) => {
  const office = await openOffice();
  const asked = { ...thread, mentioned: true };
  await office.say("ada", run, asked);
  expect(wordsOf(await office.say("ada", text, asked))).toContain("model, optimizer, schedule, random state");
});
