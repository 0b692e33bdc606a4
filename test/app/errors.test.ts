import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FindingCode } from "../../src/domain/finding.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});
let threads = 0;
const fresh = () => ({ threadTs: `${(threads += 1)}.3` });

const first = async (text: string) => {
  const outcome = await office.say("ada", text, { ...fresh(), mentioned: true });
  const { reply } = outcome;
  const findings =
    reply.kind === "answer" && reply.answer.about === "advice" ? reply.answer.advice.findings : [];
  return {
    codes: findings.map(({ code }) => code),
    params: findings[0]?.params ?? {},
    words: wordsOf(outcome),
  };
};

describe("an error that a program printed is diagnosed, with the cheapest test", () => {
  it.each<[string, FindingCode, RegExp]>([
    [
      "RuntimeError: CUDA error: no kernel image is available for execution on the device (5090, torch 2.4)",
      "kernel-image",
      /get_arch_list/u,
    ],
    [
      "sm_120 is not compatible with the current PyTorch installation, llama 3.1 8b lora on a 5090",
      "kernel-image",
      /get_arch_list/u,
    ],
    [
      "OSError: libcudart.so.12: cannot open shared object file: No such file or directory",
      "missing-library",
      /ldconfig/u,
    ],
    ["libcudnn introuvable quand je lance l'entraînement", "missing-library", /ldconfig/u],
    [
      "ImportError: flash_attn_2_cuda.cpython-311.so: undefined symbol: _ZN3c105ErrorC2E",
      "undefined-symbol",
      /flash-attn/u,
    ],
    ["ImportError: the package flash_attn seems to be not installed", "package-missing", /sdpa/u],
    ["flash-attn n'est pas installé, je fais quoi ?", "package-missing", /sdpa/u],
    ["ModuleNotFoundError: No module named 'bitsandbytes'", "package-missing", /pip list/u],
    [
      "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:1691, unhandled system error",
      "nccl-error",
      /NCCL_DEBUG/u,
    ],
    ["erreur NCCL au démarrage sur 2 nœuds de 8 H100", "nccl-error", /NCCL_DEBUG/u],
    [
      "70b lora died: NCCL watchdog thread terminated with exception: CUDA error: unspecified launch failure. 8xH100",
      "device-fault",
      /xid/u,
    ],
    [
      "CUDA error: an illegal memory access was encountered, step 400, llama 3.1 8b lora, H100",
      "device-fault",
      /CUDA_LAUNCH_BLOCKING/u,
    ],
    [
      "Expected all tensors to be on the same device, cuda:0 and cpu, device_map auto, qlora 13b 2 gpu",
      "device-mismatch",
      /hf_device_map/u,
    ],
    [
      "torch._dynamo.exc.BackendCompilerFailed: Cannot find a working triton installation. llama 3.2 3b lora 1x L4",
      "compile-failed",
      /TORCH_COMPILE_DISABLE/u,
    ],
    [
      "ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 has 7.5. vllm qwen 7b",
      "bf16-refused",
      /--dtype half/u,
    ],
    [
      "l'entraînement s'arrête après exactement 24h, rien dans les logs. slurm. 4 A100",
      "time-limit",
      /sacct/u,
    ],
    ["job always dies at exactly 12 hours, no error, 8 A100", "time-limit", /Timelimit/u],
    [
      "vllm: Sequence group 12 is preempted by PreemptionMode.RECOMPUTE, qwen 32b awq on 1 A100 40",
      "cache-preempted",
      /max-model-len/u,
    ],
    [
      "gpu util jumps between 0 and 95% every few secs, 8 dataloader workers. more gpus?",
      "input-bound",
      /one batch/u,
    ],
    ["le chargement des données ne suit pas, plus de GPU ?", "input-bound", /un seul lot/u],
  ])("%s", async (text, code, test) => {
    const { codes, words } = await first(text);
    expect(codes[0]).toBe(code);
    expect(words).toMatch(test);
  });

  it("in a thread too, whoever posts it, and the plan stays", async () => {
    const place = fresh();
    await office.say("ada", "llama 3.1 8b lora, 4k, 100M tokens", { ...place, mentioned: true });
    const { reply, record } = await office.say(
      "bo",
      "OSError: libcudart.so.11.0: cannot open shared object file",
      place,
    );
    expect(reply).toMatchObject({ kind: "answer", answer: { about: "advice" } });
    expect(record?.revisions).toHaveLength(1);
  });
});

describe("a step before and after", () => {
  it.each([
    ["1.2s → 1.9s per step since the second node, llama 3.1 8b full fsdp 16 H100", 1.2, 1.9],
    ["le pas est passé de 1,2 s à 1,9 s depuis le deuxième nœud", 1.2, 1.9],
    ["step time went from 800 ms to 1.1 s with 2 nodes", 0.8, 1.1],
  ])("of more nodes is an efficiency with its figures: %s", async (text, before, after) => {
    const { codes, params } = await first(text);
    expect(codes[0]).toBe("step-slowdown");
    expect(params["efficiency"]).toBeCloseTo(before / after, 6);
    expect(params["gained"]).toBeCloseTo((2 * before) / after, 6);
  });

  it.each([
    ["1.2s → 1.9s per step since the second node", /not slower for that/u],
    ["1.2s → 2.9s per step since the second node", /truly slower/u],
    ["de 1,2 s à 1,9 s par pas depuis le deuxième nœud", /pas plus lent pour autant/u],
    ["de 1,2 s à 2,9 s par pas depuis le deuxième nœud", /vraiment plus lent/u],
  ])("says whether the work goes faster for it: %s", async (text, words) => {
    expect((await first(text)).words.split("\n")[0]).toMatch(words);
  });

  it.each([
    "step time doubled after we turned on gradient checkpointing, expected? 13b full 8xA100",
    "les pas sont deux fois plus longs depuis le recalcul des activations, 13b full 8xA100",
  ])("of recomputation is held against one forward pass more: %s", async (text) => {
    const { codes, params } = await first(text);
    expect(codes[0]).toBe("step-slowdown");
    expect(params["recomputation"]).toBeCloseTo(4 / 3, 6);
    expect(params["efficiency"]).toBeNull();
  });
});

describe("spot at the asker's own prices", () => {
  it.each([
    ["spot at 1.10 vs 2.20 on demand, 20 interruptions a day?", 20],
    ["on nous donne 1,10 spot contre 2,20 à la demande, 2 coupures par jour", 2],
  ])("is worked out from them: %s", async (text, perDay) => {
    const { codes, params } = await first(text);
    expect(codes[0]).toBe("spot-at-prices");
    expect(params["longer"]).toBeCloseTo(2, 6);
    expect(params["lossEach"]).toBeCloseTo((0.5 * 24) / perDay, 6);
    expect(params["stretch"]).toBeNull();
  });

  it("in a thread counts the restart of its plan and changes nothing", async () => {
    const place = fresh();
    await office.say("ada", "llama 3.1 8b lora, 4k, 100M tokens", { ...place, mentioned: true });
    const { reply, record } = await office.say("ada", "spot at 1.10 vs 2.20 on demand, 20 interruptions a day?", place);
    const params = reply.kind === "answer" && reply.answer.about === "advice" ? reply.answer.advice.findings[0]?.params : {};
    const restart = Number(params?.["restart"]);
    expect(restart).toBeGreaterThan(0);
    expect(params?.["stretch"]).toBeCloseTo(Math.exp((restart * 20) / 24), 6);
    expect(params?.["pays"]).toBe(Number(params?.["effective"]) < 2.2);
    expect(record?.revisions).toHaveLength(1);
  });
}); // prettier-ignore
