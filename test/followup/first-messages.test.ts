import { describe, expect, it } from "vitest";
import type { MessageReading } from "../../src/domain/conversation.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const read = (text: string): MessageReading => readMessage(text, readingContext());
const run = "llama 3.1 8b lora";

describe("whatever is counted, of so many tokens each", () => {
  it.each([
    ["12 000 copies d'élèves de 600 jetons, qlora mistral 7b", 12_000, 600],
    ["5k support threads of 1,200 tokens each, qlora mistral 7b", 5000, 1200],
    ["3000 fiches produit de 250 jetons, qlora mistral 7b", 3000, 250],
    ["40k court rulings of about 2k tokens, qlora mistral 7b", 40_000, 2000],
  ])("%j", (said, samples, tokensPerSample) => {
    expect(read(said).understood.data).toMatchObject({ samples, tokensPerSample });
  });

  it.each(["serve llama 3.1 8b, 40 requests of 800 tokens", "servir llama 3.1 8b, 100 utilisateurs de 500 jetons", "llama 3.1 8b lora, batch of 64 sequences of 4096 tokens"])(
    "%j counts no samples",
    (said) => {
      expect(read(said).understood.data?.samples).toBeUndefined();
    },
  ); // prettier-ignore
});

describe("two prices of an hour", () => {
  it.each([
    `${run}, one H100, spot 1.10 euros, on demand 2.20 euros`,
    `${run}, one H100: spot at $1.10 or on demand at $2.20?`,
    `${run}, une H100, en spot c'est 1,10 € de l'heure, à la demande 2,20 €`,
    `${run}, une H100, spot à 1,10 €, à la demande 2,20 €, ça vaut le coup ?`,
  ])("%j is no cap, and no choice of spot", (said) => {
    const { understood, context } = read(said);
    expect(context.observed).toMatchObject({ spotPrice: 1.1, firmPrice: 2.2 });
    expect(understood.limits?.budget).toBeUndefined();
    expect(understood.limits?.spot).toBeUndefined();
  });

  it("leaves a cap that stands beside them", () => {
    const said = `${run}, spot 1.10 euros, on demand 2.20 euros, budget 300 €`;
    expect(read(said).understood.limits?.budget).toMatchObject({ amount: 300 });
  });
});

describe("a launch file asked for with the run", () => {
  it.each([
    [`${run}, 10M tokens and give me the slurm script`, "slurm"],
    [`${run}, 10M tokens. Send the dstack file please`, "dstack"],
    [`${run}, 10 M de jetons, et donne-moi le script slurm`, "slurm"],
    [`${run}, 10 M de jetons avec le fichier skypilot stp`, "skypilot"],
  ])("%j", (said, launcher) => {
    const { fileAsked, understood, unreadWorthSaying } = read(said);
    expect(fileAsked?.file).toEqual({ kind: "launch-file", launcher });
    expect(understood.data?.tokens).toBe(10_000_000);
    expect(unreadWorthSaying).toEqual([]);
  });

  it.each([`${run} on our slurm cluster, 10M tokens`, `${run}, the slurm job was killed at step 100`, `${run} sur notre cluster slurm`])(
    "%j asks for none",
    (said) => {
      expect(read(said).fileAsked).toBeUndefined();
    },
  ); // prettier-ignore
});

describe("machines at hand and no wish", () => {
  it.each([
    "we have 4 A6000 and 2 3090, what can we train?",
    "on a 4 A6000 et 2 3090, qu'est-ce qu'on peut entraîner ?",
  ])("%j asks of each", (said) => {
    const { understood, intent, contradictions } = read(said);
    expect(intent).toMatchObject({ kind: "plan", largest: true });
    expect(understood.limits?.among).toEqual([
      { accelerator: "rtx-a6000", gpus: 4 },
      { accelerator: "rtx-3090", gpus: 2 },
    ]);
    expect(contradictions).toEqual([]);
  });

  it.each([
    [`moving ${run} from 1x4090 to 8x4090`, 8],
    [`${run}, on passe de 2 H100 à 4 H100`, 4],
    [`${run}, 4 H100`, 4],
  ])("%j: the count that is moved to is the run's", (said, gpus) => {
    expect(read(said)).toMatchObject({ understood: { gpus }, contradictions: [] });
  });
});

describe("what is refused beside a named card", () => {
  it.each([
    "mistral 7b qlora, une L40S ça passe ? sinon sans AMD ni H100",
    "mistral 7b qlora on one L40S, otherwise no AMD and no H100",
  ])("%j stays refused for what is proposed instead", (said) => {
    expect(read(said).understood.limits).toMatchObject({
      excludedAccelerators: ["h100"],
      platforms: ["cuda"],
    });
  });
});

describe("traffic of a day or a minute", () => {
  it.each([
    ["serve llama 3.1 8b, 86,400 requests a day", { peak: 1, average: 1 }],
    ["serve llama 3.1 8b, 86.4k requests per day, peak x3", { peak: 3, average: 1 }],
    ["servir llama 3.1 8b, 600 requêtes par minute en pointe", { peak: 10 }],
    ["servir llama 3.1 8b, 86 400 requêtes par jour, pic à 4 fois", { peak: 4, average: 1 }],
  ])("%j", (said, traffic) => {
    expect(read(said).understood.serving?.traffic).toEqual(traffic);
  });
});

describe("lengths of a training said as prompt and answer", () => {
  it.each([
    "flan-t5-xl full, input 1024 output 256, 100k pairs",
    "fine-tuner flan-t5-xl, entrée 1024 sortie 256, 100k paires",
  ])("%j are one sample", (said) => {
    const { understood } = read(said);
    expect(understood).toMatchObject({ sequenceLength: 1280, data: { tokensPerSample: 1280 } });
    expect(understood.serving).toBeUndefined();
    expect(understood.method).not.toBe("inference");
  });
});

describe("the card of a printed error", () => {
  const printed =
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 896.00 MiB. GPU 0 has a total capacity of 23.65 GiB of which 512.81 MiB is free.";
  it.each([
    [`${printed}\nqwen2.5-7b lora, bs 2`, "en"],
    [`${printed}\nc'est du qwen2.5-7b lora, bs 2, une idée ?`, "fr"],
  ])("%j", (said, language) => {
    expect(read(said)).toMatchObject({ language, understood: { memoryGib: 23.65, gpus: 1 } });
  });

  it("goes behind a card that is named", () => {
    expect(read(`${printed}\nqwen2.5-7b lora on a 4090`).understood.memoryGib).toBeUndefined();
  });
});

it.each([
  ["ça plante : RuntimeError: CUDA error: an illegal memory access was encountered", "fr"],
  ["toujours la même erreur : torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB", "fr"],
  ["it still dies with this: RuntimeError: CUDA error: an illegal memory access was encountered", "en"],
])("%j speaks the language of the words around the error", (said, language) => {
  expect(readMessage(said, { ...readingContext(), locale: language === "fr" ? "en" : "fr" }).language).toBe(language);
}); // prettier-ignore

describe("how a training learns", () => {
  it.each([
    ["loss jumps up at the start of epoch 2, llama 3 8b lora", "loss-by-epoch"],
    ["la loss remonte à l'époque 2 avec llama 3.1 8b en lora, carte en cause ?", "loss-by-epoch"],
    ["from 1 to 8 GPUs, batch 64, what learning rate?", "learning-rate-and-batch"],
    ["on passe de 1 à 8 GPU, faut-il multiplier le lr par 8 ?", "learning-rate-and-batch"],
    ["does accumulation give more negatives for contrastive training?", "contrastive-batch"],
    ["l'accumulation ajoute-t-elle des négatifs en contrastif ?", "contrastive-batch"],
  ])("%j", (said, topic) => {
    const { intent, asked = [] } = read(said);
    const topics = [intent, ...asked.map(({ question }) => question)].map((one) =>
      one.kind === "question" ? one.topic : undefined,
    );
    expect(topics).toContain(topic);
  });
});

it.each([
  ["qwen2.5-3b lora, 1 A100 40 — ok ?", "a100-40gb-sxm"],
  ["qwen2.5-3b lora, une A100 80 - on peut ?", "a100-80gb-sxm"],
])("%j: a dash after the size ends the name", (said, accelerator) => {
  expect(read(said).understood.accelerator).toBe(accelerator);
});

it.each(["fine-tune mt5-large", "full ft of mt5-xxl, T4", "fine-tuner mt5-large sur une T4"])(
  "%j: a size that no model of the name has is no other size",
  (said) => {
    expect(read(said).understood.model).toBeUndefined();
  },
);

describe("one rate", () => {
  it.each([
    ["1 450 tok/s on a 4090, llama 3.1 8b lora, is that slow?", 1450],
    ["je fais 1 450 tok/s sur une 4090 en lora llama 3.1 8b, c'est lent ?", 1450],
    ["1,450 tok/s on one 4090, llama 3.1 8b lora, normal?", 1450],
    ["2 100 jetons/s par GPU en lora llama 3.1 8b avec des A100 80, est-ce normal ?", 2100],
  ])("%j is read whole, and of one card", (said, tokensPerSecond) => {
    expect(read(said).context.rates).toEqual([{ gpus: 1, tokensPerSecond }]);
  });
});

it.each([
  ["fsdp_config:\n  fsdp_sharding_strategy: SHARD_GRAD_OP\nqwen 14b full, 4xA100 80", "zero2"],
  ["fsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\nqwen 14b full, 4xA100 80", "fsdp"],
])("%j: a setting under another is read", (said, strategy) => {
  expect(read(said).understood.parallel?.strategy).toBe(strategy);
});

it.each(["electricity here is 0.32 €/kWh, llama 3.1 8b lora on 2x 3090", "le courant est à 0,20 €/kWh, llama 3.1 8b lora"])(
  "%j states a tariff and asks nothing",
  (said) => {
    expect(read(said).context.reports ?? []).not.toContain("electricity");
  },
); // prettier-ignore
