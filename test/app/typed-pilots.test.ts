import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pastedResult, readPaste } from "../../src/app/pasted-result.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
let threads = 0;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => office.store.close());

/** What is answered to messages in the thread of one new plan; Bo posts, in the language of the last. */
async function answersTo(texts: readonly string[], run = planned): Promise<readonly string[]> {
  threads += 1;
  const place = { channel: "C1", threadTs: `${threads}.1`, kind: "channel" as const };
  const workspace = `W${threads}`;
  await office.say("ada", run, { ...place, workspace, mentioned: true });
  const said: string[] = [];
  for (const text of texts) {
    const locale = text.startsWith("pilote") ? ("fr" as const) : ("en" as const);
    const rest = pastedResult(text) ?? "";
    const outcome = await office.conversation.recordPilot({
      asker: { workspace, user: "bo", locale, timeZone: null },
      place,
      planId: null,
      files: [await readPaste("your message", rest)],
      unopened: [],
      addressed: true,
    });
    said.push(wordsOf(outcome).replaceAll(/[\u00A0\u202F]/gu, " "));
  }
  return said;
}
const planned = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 900M tokens on h100 sxm, trl";
const answerTo = async (text: string): Promise<string> => (await answersTo([text]))[0] ?? "";

describe("a typed result is of the run that its words name", () => {
  it.each([
    ["pilot: peak reserved 41 GiB on an A100 80GB, 2.6 s/it, 200 steps", /Another card than planned: planned NVIDIA H100 SXM5, run with NVIDIA A100 80GB SXM4\..*Judged as the run that it was.*41 GiB measured.*inside.*Next: plan this card as a run of its own\./su],
    ["pilot: peak 41 GB on an A100, 2.6 s/it, 200 steps", /Another card than planned.*A peak of 41 GiB names no counter.*plan this card/su],
    ["pilot: ran on h100 pcie, peak reserved 36 GiB, 200 steps", /Another card than planned: .* run with NVIDIA H100 PCIe/u],
    ["pilote : pic réservé 22,5 Go sur une 4090, 5 s/it, 200 pas, finalement en qlora", /Une autre carte que prévu : .*RTX 4090.*Une autre méthode : au plan LoRA, à l’exécution QLoRA.*dans l’intervalle/su],
    ["pilot: mistral 7b this time, peak reserved 33 GiB, 200 steps", /Another model: planned Llama 3\.1 8B, run with Mistral 7B/u],
    ["pilot: tried with the 70B: peak reserved 75 GiB, 200 steps", /Another model: planned Llama 3\.1 8B, run with 70B/u],
    ["pilote : avec axolotl, pic réservé 36 Gio, 200 pas", /Un autre framework d’entraînement : au plan TRL, à l’exécution Axolotl/u],
  ])("%s", async (text, words) => {
    expect(await answerTo(text)).toMatch(words);
  }); // prettier-ignore

  it.each([
    "pilot: peak reserved 36 GiB on the h100, 200 steps",
    "pilot: the 8b, lora, trl, on one H100: peak reserved 36 GiB, 200 steps",
    "pilote : llama 8b sur H100, pic réservé 36 Gio, 200 pas",
  ])("a name that may be the planned one is: %s", async (text) => {
    expect(await answerTo(text)).toMatch(/^(?:Confirmed|Confirmé)/u);
  });
});

describe("a pace that contradicts itself", () => {
  const two = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, ddp, trl";
  const four = "llama 3.1 8b lora r16, 4k, micro-batch 2, grad accum 4, packing, 900M tokens on h100 sxm, trl";
  it.each([
    ["pilot: peak reserved 36 GiB, 200 steps, 4 s/it, 12000 tok/s", planned, /4 s per iteration and 12,000 tokens\/s contradict each other: together they make 48,000 tokens per step, and micro-batch 2 × accumulation 1 × 1 × 4,096 tokens are 8,192\. No pace was learnt/u],
    ["pilot: peak reserved 36 GiB, 200 steps, 0.7 s/it, 11700 tok/s, micro-batch 2, accum 4", four, /contradict each other.*If the seconds are of one pass/su],
    ["pilot: 2x H100, peak reserved 36 GiB, 200 steps, 0.7 s/it, 11700 tok/s", two, /contradict each other.*If the tokens\/s are of one GPU/su],
    ["pilot: 2x H100, peak reserved 36 GiB, 200 steps, 0.7 s/it, 23400 tok/s per gpu", two, /contradict each other.*If the tokens\/s are of all GPUs/su],
    ["pilote : pic réservé 36 Gio, 200 pas, 4 s/it, 12000 jetons/s", planned, /4 s par itération et 12 000 jetons\/s se contredisent : ensemble, cela fait 48 000 jetons par pas, or micro-lot 2 × accumulation 1 × 1 × 4 096 jetons en font 8 192/u],
    ["pilote : 2x H100, pic réservé 36 Gio, 200 pas, 0,7 s/it, 11700 jetons/s", two, /se contredisent.*d’une seule carte/su],
  ])("is named with its figures: %s", async (text, run, words) => {
    const [said = ""] = await answersTo([text], run);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/^(?:Confirmed|Confirmé)|Learnt|Appris/u);
  });

  it.each([
    ["pilot: peak reserved 36 GiB, 200 steps, 0.75 s/it, 11000 tok/s", planned],
    ["pilot: peak reserved 36 GiB, 200 steps, 2.8 s/it, 11700 tok/s, accum 4", four],
    ["pilote : 2x H100, pic réservé 36 Gio, 200 pas, 0,7 s/it, 11700 jetons/s par carte", two],
  ])("that agrees is judged: %s", async (text, run) => {
    const [said = ""] = await answersTo([text], run);
    expect(said).not.toMatch(/contradict|contredisent/u);
  });
}); // prettier-ignore

describe("a run that hung", () => {
  const two = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, ddp, trl";
  it.each([
    ["pilot: 2x H100, peak reserved 36 GiB, 200 steps, it hung then NCCL timeout after 30 min", /A run that failed: its ranks waited.*Next, the cheapest first: .*nccl-tests/su],
    ["pilot: peak reserved 36 GiB, 1.2 s/it, 200 steps\nthen the watchdog timed out on an allreduce", /A run that failed/u],
    ["pilot: all-gather stuck at step 150, 200 steps planned, peak reserved 36 GiB", /A run that failed/u],
    ["pilot: peak reserved 36 GiB, 200 steps, and then it hung", /A run that failed/u],
    ["pilot: it hung then NCCL timeout after 30 min", /A run that failed.*nccl-tests/su],
    ["pilote : 2x H100, pic réservé 36 Gio, 200 pas, puis timeout NCCL au bout de 30 min", /Une exécution échouée.*le moins cher d’abord.*nccl-tests/su],
    ["pilote : pic réservé 36 Gio, 200 pas, ça s'est figé puis délai dépassé sur l'all-reduce", /Une exécution échouée/u],
    ["pilote : NCCL bloqué au pas 150, pic réservé 36 Gio, 200 pas", /Une exécution échouée/u],
  ])("confirms nothing, and is told how to find the cause: %s", async (text, words) => {
    const [said = ""] = await answersTo([text], two);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/Confirmed|Confirmé|Learnt|Appris/u);
  });

  it.each([
    "pilot: peak reserved 36 GiB, 200 steps, no NCCL timeout this time",
    "pilot: peak reserved 36 GiB, 200 steps, without any collective hanging",
    "pilot: peak reserved 36 GiB, 200 steps, fixed the NCCL timeout",
    "pilote : pic réservé 36 Gio, 200 pas, sans timeout NCCL",
    "pilote : pic réservé 36 Gio, 200 pas, aucun blocage",
  ])("is not one that did not: %s", async (text) => {
    expect(await answerTo(text)).toMatch(/^(?:Confirmed|Confirmé)/u);
  });
}); // prettier-ignore

describe("a batch of no known kind", () => {
  const two = "llama 3.1 8b lora r16, 4k, micro-batch 4, packing, 9B tokens on 2x h100 sxm, ddp, trl";
  const four = "llama 3.1 8b lora r16, 4k, micro-batch 2, grad accum 4, packing, 900M tokens on h100 sxm, trl";

  it.each([
    ["pilot: 2x H100, bs 8, seq 4096, peak reserved 46 GiB, 200 steps", two, /A batch of 8: per GPU, or of all GPUs and accumulated passes together \(micro-batch 4\)\? Judged with micro-batch 4, and nothing was learnt/u],
    ["pilot: batch size 8, peak reserved 36 GiB, 200 steps", four, /A batch of 8.*\(micro-batch 2\).*Judged with micro-batch 2/u],
    ["pilote : 2x H100, lot de 8, pic réservé 46 Gio, 200 pas", two, /Un lot de 8 : par carte, ou de toutes.*micro-lot 4.*Lequel était-ce/su],
    ["pilote : bs 16, pic réservé 36 Gio, 200 pas", four, /Un lot de 16.*\(micro-lot 4\).*Jugé avec un micro-lot de 16.*Un autre micro-lot/su],
  ])("is asked about where it matters, judged, and teaches nothing: %s", async (text, run, words) => {
    const [said = "", again = ""] = await answersTo([text, "pilot: peak reserved 36 GiB, 200 steps, micro-batch 2"], run);
    expect(said).toMatch(words);
    expect(said).toMatch(/reserved \(PyTorch\): \d+ GiB|réservée \(PyTorch\) : mesuré/u);
    expect(said).not.toMatch(/^(?:Confirmed|Confirmé)|Learnt|Appris/u);
    expect(again).not.toMatch(/contradict|contredi/u);
  });

  it.each([
    ["pilot: 2x H100, bs 8 in all, seq 4096, peak reserved 46 GiB, 200 steps", two, /A batch of|Another micro-batch/u],
    ["pilot: 2x H100, global batch 8, seq 4096, peak reserved 46 GiB, 200 steps", two, /A batch of|Another micro-batch/u],
    ["pilot: 2x H100, batch size 4 per GPU, peak reserved 46 GiB, 200 steps", two, /A batch of|Another micro-batch/u],
    ["pilote : 2x H100, lot de 8 au total, pic réservé 46 Gio, 200 pas", two, /Un lot de 8|autre micro-lot/u],
    ["pilote : 2x H100, lot de 4 par carte, pic réservé 46 Gio, 200 pas", two, /Un lot de 4|autre micro-lot/u],
    ["pilot: bs 2, accum 1, peak reserved 36 GiB, 200 steps", planned, /A batch of|Another micro-batch/u],
    ["pilot: bs 3, peak reserved 36 GiB, 200 steps", four, /A batch of/u],
  ])("that is said, or cannot be otherwise, asks nothing: %s", async (text, run, asks) => {
    const [said = ""] = await answersTo([text], run);
    expect(said).not.toMatch(asks);
  });

  it("on one GPU without accumulation is the micro-batch", async () => {
    expect(await answerTo("pilot: bs 8, peak reserved 62 GiB, 200 steps")).toMatch(/Another micro-batch: planned 2, run with 8/u);
    expect(await answerTo("pilote : lot de 8, pic réservé 62 Gio, 200 pas")).toMatch(/Un autre micro-lot/u);
  });
}); // prettier-ignore

describe("counters that people name", () => {
  it.each([
    ["pilot: torch says 33.4 GiB, nvidia-smi 41500MiB, 200 steps", /Peak allocated: 33 GiB.*device: 41 GiB.*shows 7\.1 GiB more than the peak allocated.*taken as allocated/su],
    ["pilot: 41500 MiB in nvidia-smi while torch reserved 38.2 GB, 200 steps", /reserved \(PyTorch\): 38 GiB.*device: 41 GiB.*shows 2\.3 GiB more.*GB was read as GiB/su],
    ["pilote : torch dit 33,4 Go et nvidia-smi 41500Mio, 200 pas", /allouée : mesuré 33 Gio.*driver : mesuré 41 Gio.*7,1 Gio de plus.*Go lu comme Gio/su],
    ["pilot: nvidia-smi 30000 MiB, torch peak reserved 36 GiB, 200 steps", /shows 6\.7 GiB less than the peak reserved.*another moment/su],
    ["pilote : pic à 41 Go, 1,2 s/it, 200 pas", /Un pic sans son compteur \(41 Gio\)/u],
  ])("%s", async (text, words) => {
    expect(await answerTo(text)).toMatch(words);
  }); // prettier-ignore
});

describe("sizes in a line of prose", () => {
  it.each([
    ["the worst of the ranks", "pilot: rank 0 peak reserved 38.1 GiB, rank 1 38.2 GiB, rank 2 38.0 GiB, rank 3 61.4 GiB, 200 steps", /reserved \(PyTorch\): 61 GiB/u],
    ["units left out", "pilot: peak allocated 32,1 GiB / reserved 38,4 / nvidia-smi 41,2 GiB, 250 steps", /allocated: 32 GiB.*reserved \(PyTorch\): 38 GiB.*device: 41 GiB/su],
    ["the counter behind", "pilote : 250 pas, 32 Gio alloués et 39 réservés", /allouée : mesuré 32 Gio.*réservée \(PyTorch\) : mesuré 39 Gio/su],
    ["told, not called a peak", "pilot: all good with 32 GiB allocated, 200 steps", /^Confirmed.*allocated: 32 GiB/su],
    ["only at the start", "pilot: 15 GiB allocated after loading the model, then 1.0 s/it, 200 steps", /no memory peak/u],
    ["of no counter", "pilot: peak vram 41 GB, 200 steps", /A peak of 41 GiB names no counter/u],
    ["below zero", "pilot: peak -12 GiB allocated, 200 steps", /A figure is impossible/u],
    ["a name of a card before a rate", "pilot: 1x H100, 12000 tok/s total, peak allocated 32 GiB, 200 steps", /per GPU: 12,000 measured/u],
    ["a rate after a comma", "pilote : H100, 12 000 jetons/s, pic alloué 32 Gio, 200 pas", /mesuré 12 000/u],
    ["when it ran out", "pilot: CUDA out of memory. Tried to allocate 12.00 GiB during evaluation, training peak was 32 GiB allocated", /ran out of memory \(evaluation\)/u],
    ["when it ran out, in French", "pilote : pendant l’évaluation CUDA out of memory. Tried to allocate 12.00 GiB", /mémoire \(évaluation\)/u],
  ])("%s", async (_what, text, words) => {
    expect(await answerTo(text)).toMatch(words);
  }); // prettier-ignore
});

describe("a scaling step as people post it", () => {
  const run = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 4x h100 sxm, trl";
  const one = "pilot: 1 gpu, peak allocated 32 GiB, 12000 tok/s, 200 steps, grad accum 4";
  it("takes each number of GPUs for itself, and goes on to the whole", async () => {
    const [, two = "", four = ""] = await answersTo(
      [
        one,
        "pilot: 2 GPUs: 23000 tok/s total, peak allocated 32 GiB, 200 steps, grad accum 2",
        "pilot: 4x H100, 42000 tok/s total, peak allocated 32 GiB, 200 steps, grad accum 1",
      ],
      run,
    );
    expect(two).toMatch(/Another number of GPUs.*11,500 measured.*Next: the scaling step/su);
    expect(four).toMatch(/On 4 GPUs each is worth 88% of one alone/u);
  });
  it.each([
    ["pilot: 1 gpu 13000 tok/s, 2 gpus 25000 tok/s, 4 gpus 42000 tok/s", /on 4 each is worth 81% of one on 1/u],
    ["pilote : sur 1 carte 13000 tok/s, sur 2 cartes 25 000 tok/s, sur 4 cartes 42 000 tok/s", /sur 4, chacune vaut 81 % d’une sur 1/u],
  ])("tells what a line of several says, and judges none of it: %s", async (text, words) => {
    const [said = ""] = await answersTo([text], run);
    expect(said).toMatch(words);
    expect(said).toMatch(/^(?:Nothing can be concluded|Non concluant)/u);
    expect(said).not.toMatch(/25,000|25 000/u);
  }); // prettier-ignore
});

describe("figures that no run of the plan can have", () => {
  it.each([
    ["pilot: peak allocated 3 MiB, 200 steps", /model with its states alone takes 15 GiB per GPU.*nothing was changed/su],
    ["pilote : pic alloué 3 Mio, 200 pas", /le modèle et ses états seuls prennent 15 Gio par carte/u],
    ["pilot: 0.0001 s/it, peak allocated 32 GiB, 200 steps", /Step time is 0\.0001 s, which no run can have/u],
    ["pilot: 900k tok/s/gpu, peak allocated 32 GiB, 200 steps", /900,000, which no run can have/u],
    ["pilote : 0,0001 s/it, pic alloué 32 Gio, 200 pas", /aucune exécution ne peut donner cela/u],
  ])("%s", async (text, words) => {
    const said = await answerTo(text);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/Learnt|D’après/u);
  }); // prettier-ignore
});

describe("a loss that is no number", () => {
  it.each([
    ["of the trainer", "pilot: {'loss': nan, 'grad_norm': nan, 'epoch': 0.1}\n{'loss': nan, 'grad_norm': nan, 'epoch': 0.2}\npeak allocated 32 GiB, 200 steps", /2 of 2 lines\): this run proves what it needs in memory, not that it trains/u],
    ["hidden by the trainer", "pilot: {'loss': 0.0, 'grad_norm': nan, 'epoch': 0.1}\n{'train_loss': 0.0}\npeak allocated 32 GiB, 200 steps", /2 of 2 lines\): this run proves/u],
    ["in words", "pilot: peak allocated 32 GiB, 200 steps, loss: nan", /this run proves/u],
    ["infinite", "pilot: step 200/200 | loss inf\npeak allocated 32 GiB, 200 steps", /this run proves/u],
    ["in French", "pilote : pic alloué 32 Gio, 200 pas, loss = NaN", /La perte est restée à nan/u],
  ])("proves memory and nothing of the training: %s", async (_how, text, words) => {
    const said = await answerTo(text);
    expect(said).toMatch(/^(?:Nothing can be concluded|Non concluant)/u);
    expect(said).toMatch(words);
    expect(said).toMatch(/Learnt from 1 run|D’après 1 exécution/u);
  }); // prettier-ignore

  it("that came back is said, and confirms", async () => {
    const said = await answerTo(
      "pilot: {'loss': nan}\n{'loss': 2.1}\n{'loss': 2.0}\npeak allocated 32 GiB, 200 steps",
    );
    expect(said).toMatch(/^Confirmed.*nan or infinite in 1 of 3 lines/su);
  });
});

describe("two results of one configuration", () => {
  const first = "pilot: peak allocated 30 GiB, 200 steps, micro-batch 2, seq 4096";
  it.each([
    ["the later is worse", [first, "pilot: peak allocated 52 GiB, 200 steps"], /contradicts an earlier result.*peak allocated is 52 GiB here and was 30 GiB before.*What could explain it.*the worse of the two.*Next: the same run once more, with the kit.*bo posted the earlier one, 30 Nov.*44 to 53/su],
    ["the later is better", ["pilot: peak allocated 36 GiB, 200 steps", "pilote : pic alloué 30 Gio, 200 pas"], /Il contredit un résultat précédent.*30 Gio ici et 36 Gio avant.*le pire des deux.*Ensuite : la même exécution encore une fois.*bo a envoyé le précédent, 30 nov/su],
    ["their pace differs", ["pilot: peak allocated 32 GiB, 0.8 s/it, 200 steps", "pilot: peak allocated 32.1 GiB, 1.4 s/it, 200 steps"], /^Confirmed/u],
    ["their versions differ", [`${first}, torch 2.4.1`, "pilot: peak allocated 35 GiB, 200 steps, torch 2.6.0"], /contradict.*other versions of their software/su],
    ["one ran out of memory", [first, "pilot: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total capacity of 79.19 GiB of which 1.20 GiB is free. Including non-PyTorch memory, this process has 77.98 GiB memory in use. Of the allocated memory 74.00 GiB is allocated by PyTorch, and 2.00 GiB is reserved by PyTorch but unallocated."], /ran out of memory.*peak allocated is 78 GiB here and was 30 GiB before.*bo posted/su],
    ["a third agrees with one", [first, "pilot: peak allocated 52 GiB, 200 steps", "pilot: peak allocated 51 GiB, 210 steps"], /^Confirmed: one-GPU pilot\.(?!.*contradict)/su],
    ["they are alike", [first, "pilot: peak allocated 31 GiB, 210 steps"], /^Confirmed(?!.*contradict).*Learnt from 2 runs/su],
    ["another batch", [first, "pilot: peak allocated 48 GiB, 210 steps, micro-batch 4"], /Another micro-batch(?!.*contradict)/su],
  ])("contradict each other or not: %s", async (_how, texts, words) => {
    expect((await answersTo(texts)).at(-1)).toMatch(words);
  }); // prettier-ignore

  it("leave the stage open until one more settles them", async () => {
    const [, second = "", third = ""] = await answersTo([
      first,
      "pilot: peak allocated 52 GiB, 200 steps",
      "pilot: peak allocated 51 GiB, 210 steps",
    ]);
    expect(second).toContain("one-GPU pilot: advised");
    expect(third).toContain("one-GPU pilot: done");
  });
});
