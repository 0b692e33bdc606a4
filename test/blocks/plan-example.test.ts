import { describe, expect, it } from "vitest";
import { renderReply, type View } from "../../blocks/render-reply.ts";
import { plainText } from "../../blocks/plain-text.ts";
import type { Infeasible, Plan } from "../../src/domain/plan.ts";
import {
  amdFixture,
  candidateFixture,
  estimateFixture,
  lookupFixture,
  planFixture,
  refFixture,
  tooSmallFixture,
} from "../support/plan-fixture.ts";

const view: View = {
  lookup: lookupFixture(),
  showAmounts: false,
  followUps: "listen",
  timeZone: "Europe/Paris",
};
/** No-break spaces as they are read in a diff: U+00A0 as ~, U+202F as ^. */
const visible = (text: string): string => text.replaceAll("\u00A0", "~").replaceAll("\u202F", "^");
const visibleBlocks = (blocks: unknown): unknown => JSON.parse(visible(JSON.stringify(blocks)));
const head = (language: "en" | "fr", plan: Plan) =>
  renderReply({ language, reading: null, kind: "plan", plan, ref: refFixture() }, view).head;

describe("a head that is tight", () => {
  const tight = candidateFixture({ estimate: estimateFixture({ verdict: "tight" }) });
  const lean = { change: "fuse-loss", changes: [], candidate: candidateFixture() } as const;
  const said = (language: "en" | "fr", plan: Partial<Plan>): string =>
    visible(head(language, planFixture({ best: tight, alternatives: [], ...plan }))?.text ?? "");

  it.each([
    ["en", /to fit for sure: fuse the loss, ≈~33 GiB/iu],
    ["fr", /pour tenir à coup sûr~: fusionner la perte, ≈~33~Gio/iu],
  ] as const)("names what makes it fit on the same cards (%s)", (language, words) => {
    expect(said(language, { stay: { nearest: tight, ways: [lean] } })).toMatch(words);
  });

  it.each([
    ["en", /fits for sure on 1 × L40S/iu],
    ["fr", /tient à coup sûr sur 1~×~L40S/iu],
  ] as const)("else the next card on which it fits (%s)", (language, words) => {
    expect(said(language, { alternatives: [candidateFixture()] })).toMatch(words);
  });

  it("says nothing of it where the run fits", () => {
    expect(visible(head("en", planFixture())?.text ?? "")).not.toMatch(/for sure/u);
  });
});

describe("the first message", () => {
  it("is the eight lines of the example, in French", () => {
    expect(visibleBlocks(head("fr", planFixture())?.blocks)).toEqual([
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: "*Ça tient sur 1~×~L40S 48~Go.* Llama 3.1 8B · LoRA · 4^096~×~micro-lot 2",
          verbatim: true,
        },
      },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: [
            "*≈~24~h* (18~à~35) · *≈~26~€~HT* (20~à~38), sous le plafond · par carte~: ≈~33~Gio (29~à~38) sur 45, marge 12",
            "Une L4 24~Go déborde · plus vite, même prix~: 1~×~H100 SXM5 80~Go, ≈~9~h",
          ].join("\n"),
          verbatim: true,
        },
      },
      {
        type: "context",
        elements: [{ type: "mrkdwn", text: "À vérifier~: vos exemples les plus longs", verbatim: true }],
      },
      {
        type: "actions",
        elements: [
          {
            type: "button",
            text: { type: "plain_text", text: "Préparer le pilote (30~min, ≈~1~€~HT)", emoji: false },
            action_id: "gp_prepare_pilot",
            value: '{"v":1,"plan":"plan-0001","revision":1}',
            style: "primary",
          },
          {
            type: "button",
            text: { type: "plain_text", text: "Ajuster", emoji: false },
            action_id: "gp_adjust",
            value: '{"v":1,"plan":"plan-0001","revision":1}',
          },
          {
            type: "overflow",
            action_id: "gp_more",
            options: [
              ["Comparer", "compare"], ["Pourquoi celle-ci", "why"], ["Partager", "share"], ["Graphique", "chart"], ["Fichier de lancement", "launch"],
            ].map(([text, entry]) => ({
              text: { type: "plain_text", text, emoji: false },
              value: `${entry ?? ""}|1|plan-0001`,
            })),
          },
        ],
      },
    ]); // prettier-ignore
  });

  it.each([
    [
      "fr",
      "Llama 3.1 8B LoRA~: 1~×~L40S 48~Go, ≈~24~h, ≈~26~€~HT, sous le plafond. Calculé, pas encore mesuré.",
    ],
    [
      "en",
      "Llama 3.1 8B LoRA: 1 × L40S 48 GB, ≈~24~h, ≈~€26~excl. VAT, under your cap. Calculated, not measured yet.",
    ],
  ] as const)("begins with a whole sentence in %s", (language, sentence) => {
    expect(visible(head(language, planFixture())?.text.split("\n")[0] ?? "")).toBe(sentence);
  });

  it("never shows an unknown price as zero", () => {
    const { cost } = candidateFixture();
    const best = candidateFixture({ offer: null, cost: { ...cost, total: null, perMillionTokens: null } });
    expect(head("en", planFixture({ best }))?.text).toContain("price unknown");
    expect(head("en", planFixture({ best }))?.text).not.toMatch(/€0/u);
  });
});

describe("the details", () => {
  const details = (plan: Plan): string => {
    const reply = { language: "en", reading: null, kind: "plan", plan, ref: refFixture() } as const;
    return renderReply(reply, view).details?.text ?? "";
  };

  it("put a premise right before anything else", () => {
    const plan = planFixture({
      premises: [{ code: "summed-memory-ddp", params: { gpus: 8, eachGb: 80, totalGb: 640 } }],
    });
    expect(visible(details(plan)).split("\n")[0]).toBe(
      "A small precision first: 8 × 80 GB are not one 640 GB memory; with DDP each card holds everything.",
    );
  });

  it.each(["plan", "infeasible", "needs-answer"] as const)(
    "are preceded by the correction in the head of a %s",
    (kind) => {
      const eachCard = {
        code: "summed-memory-ddp",
        params: { gpus: 8, perGpuGb: 80, totalGb: 640 },
      } as const;
      const infeasible = {
        binding: "memory",
        shortBy: 58,
        unit: "GiB per GPU",
        nearest: null,
        relaxations: [],
      } as const;
      const found = planFixture({ premises: [eachCard] });
      const stopped = { ...found, best: null, infeasible: kind === "infeasible" ? infeasible : null };
      const plan = kind === "plan" ? found : { ...stopped, kind };
      const text = renderReply({ language: "en", reading: null, kind: "plan", plan, ref: refFixture() }, view)
        .head?.text;
      expect(visible(text ?? "").split("\n")[1]).toMatch(
        /^A small precision first: 8 × 80 GB are not one 640 GB memory(?:; with DDP each card holds everything)?\.$/u,
      );
    },
  );

  describe.each(["en", "fr"] as const)("with nothing that fits, in %s", (language) => {
    const textOf = (over: Partial<Infeasible>): string[] => {
      const nearest = candidateFixture({
        accelerator: "h100-sxm-80gb",
        estimate: estimateFixture({ verdict: "does-not-fit", usableGib: 24 }),
      });
      const infeasible = {
        binding: "memory",
        shortBy: 9,
        unit: "GiB per GPU",
        nearest,
        relaxations: [{ change: "lora-instead", changes: [], candidate: candidateFixture() }],
        ...over,
      } satisfies Infeasible;
      const plan = { ...planFixture(), kind: "infeasible", best: null, infeasible } as const;
      const said = plainText({ language, reading: null, kind: "plan", plan, ref: refFixture() }, view);
      return visible(said.split("\n\n")[0] ?? "")
        .replaceAll(/[~^]/gu, " ")
        .split("\n");
    };

    it("gives the memory needed, the memory held and the largest parts", () => {
      const [title, parts, way] = textOf({});
      expect(title).toMatch(/33 Gi[Bo] \(29 (?:to|à) 38\).*24 (?:usable|utilisables)/u);
      expect(parts).toMatch(/(?:weights|poids) 15 Gi[Bo], logits 12/iu);
      expect(way).toMatch(/^(?:Use LoRA instead: fits on|Passer à LoRA : ça tient sur)/u);
    });

    it("never says of what passes another limit that it fits", () => {
      for (const binding of ["budget", "deadline", "no-offer", "region"] as const) {
        const lines = textOf({ binding, shortBy: 4, unit: binding === "deadline" ? "hours" : "currency" });
        expect(lines.slice(1).join(" ")).not.toMatch(/ça tient|\bfits?\b/iu);
      }
    });
  });

  it("tell what was understood apart from what was taken by default", () => {
    const plan = planFixture({
      assumptions: [
        { field: "accelerator", value: "l40s-48gb", why: "one-of-several-cards" },
        { field: "data.tokens", value: 2e7, why: "bare-number-as-tokens" },
        { field: "optimizer", value: "adamw", why: "usual-optimizer" },
      ],
    });
    const text = details(plan).split("\n");
    expect(text.find((line) => line.startsWith("Understood as:"))).toMatch(
      /other forms exist; 20.M tokens: the bare number/u,
    );
    expect(text.find((line) => line.startsWith("Taken by default:"))).toBe("Taken by default: AdamW.");
  });

  it("speak of ROCm in full only when an AMD card is proposed", () => {
    expect(details(planFixture())).not.toContain("validated ROCm release");
    expect(details(planFixture())).toContain("ROCm to validate");
    expect(details(planFixture({ best: amdFixture() }))).toContain("validated ROCm release");
  });

  it("hide the amount of a cap in a channel and show it in a direct message", () => {
    const reply = {
      language: "en",
      reading: null,
      kind: "plan",
      plan: planFixture(),
      ref: refFixture(),
    } as const;
    expect(renderReply(reply, view).details?.text).not.toContain("€300");
    expect(renderReply(reply, { ...view, showAmounts: true }).details?.text).toContain("cap €300");
  });
});

describe("the difference", () => {
  it.each([
    ["fr", "De justesse sur 1~×~L40S 48~Go."],
    ["en", "Tight on 1 × L40S 48 GB."],
  ] as const)("is six lines that end with the base in %s", (language, first) => {
    const after = planFixture({
      best: candidateFixture({
        changes: [{ field: "microBatch", from: 2, to: 1 }],
        estimate: estimateFixture({ verdict: "tight" }),
      }),
    });
    const changes = [{ field: "sequenceLength", from: 4096, to: 8192 }];
    const ref = refFixture({ revision: 2, base: 1 });
    const said = plainText(
      {
        language,
        reading: null,
        kind: "change",
        before: planFixture(),
        plan: after,
        changes,
        ref,
        undone: false,
      },
      view,
    );
    const lines = visible(said).split("\n");
    expect(lines[0]).toBe(first);
    expect(lines).toHaveLength(6);
    expect(lines[5]).toMatch(/^r[eé]v\. 2 · base~?: r[eé]v\. 1$/u);
  });
});

describe("why not another card", () => {
  it("answers with the verdict, figures and the stack to validate, and leaves the plan", () => {
    const answer = {
      about: "why-not",
      accelerator: "mi300x",
      candidate: amdFixture(),
      blocked: null,
    } as const;
    const said = plainText(
      { language: "fr", reading: null, kind: "answer", answer, plan: planFixture(), ref: refFixture() },
      view,
    );
    expect(visible(said)).toMatchInlineSnapshot(`
      "Possible~: la MI300X est plus rapide, mais pas moins chère.
      Mémoire~: ≈~34~Gio (30~à~40) sur 192~Gio. La capacité n’est pas votre limite.
      ≈~10~h (6~à~18), ≈~26~€~HT (16~à~47), contre 1~×~L40S 48~Go, ≈~24~h, ≈~26~€~HT.
      La plus petite qui suffit passe d’abord, sauf si une autre la bat nettement à la fois en prix et en vitesse~: un écart de prix plus grand que leurs variations, sur des preuves au moins aussi sûres.
      D’abord valider ROCm, FlashAttention, PyTorch et PEFT sur la machine réelle, pas sur le nom.
      plan inchangé (rév. 1)"
    `);
  });

  it("names the limit and by how much", () => {
    const answer = {
      about: "why-not",
      accelerator: "l4",
      candidate: tooSmallFixture(),
      blocked: { binding: "memory", shortBy: 6.5 },
    } as const;
    const said = plainText(
      { language: "en", reading: null, kind: "answer", answer, plan: planFixture(), ref: refFixture() },
      view,
    );
    expect(said.split("\n")[0]).toBe("The L4 is ruled out: memory short by 6.5 GiB per GPU.");
  });
});

describe("a problem", () => {
  it("names the field, what was read and the nearest", () => {
    const problems = [
      { code: "unknown-accelerator", path: "accelerator", read: "h1000", nearest: ["h100-80gb-sxm"] },
      { code: "unknown-model", path: "model", read: "<!channel> *llama*", nearest: [] },
    ] as const;
    const { ephemeral } = renderReply({ language: "fr", reading: null, kind: "problem", problems }, view);
    expect(visible(ephemeral?.text ?? "").split("\n")).toEqual([
      "Je n’ai pas pu utiliser ceci~:",
      "• Je ne connais pas la carte h1000. Au plus proche~: H100 SXM5 80~Go. Donnez sa mémoire («~une carte de 24~Go~») pour calculer avec elle.",
      "• Je ne connais pas le modèle &lt;!channel&gt; ∗llama∗. Donnez son nom sur le hub (organisation/nom), sa taille («~7B~») ou sa forme.",
    ]);
  });
});

describe("a thread set to silence, or taken up again", () => {
  it.each([
    ["en", "silence", /stay silent in this thread.*“resume”/u],
    ["en", "resume", /follow this thread again/u],
    ["fr", "silence", /silencieux dans ce fil.*« reprendre »/u],
    ["fr", "resume", /suis de nouveau ce fil/u],
  ] as const)("says in %s what %s did", (language, topic, sentence) => {
    const answer = { about: "thanks", topic } as const;
    const reply = { language, reading: null, kind: "answer", answer, plan: null, ref: null } as const;
    expect(visible(renderReply(reply, view).thread?.text ?? "").replaceAll("~", " ")).toMatch(sentence);
  });
});

describe("a plan that went on", () => {
  const stages = (reserved: boolean): Plan["stages"] => [
    { stage: "budget", state: "done", why: "fits" },
    { stage: "one-gpu-pilot", state: "done", why: "confirmed" },
    { stage: "scaling-step", state: "not-needed", why: "one-card" },
    { stage: "restore-proof", state: "done", why: "proven" },
    reserved
      ? { stage: "reserve", state: "done", why: "reserved" }
      : { stage: "reserve", state: "next", why: "all-proven" },
    ...(reserved ? [{ stage: "closing", state: "next", why: "hours-and-invoice" } as const] : []),
  ];
  const said = (language: "en" | "fr", over: Partial<Plan>): string =>
    visible(
      plainText(
        { language, reading: null, kind: "plan", plan: { ...planFixture(), ...over }, ref: refFixture() },
        view,
      ),
    );

  it("counts the same stages before and after its sheet was handed out, which is no reservation", () => {
    const [before, after] = [said("en", { stages: stages(false) }), said("en", { stages: stages(true) })];
    for (const text of [before, after]) expect(text).toContain("1/6 memory budget: done");
    expect(before).toContain("6/6 closing: not yet");
    expect(after).toContain("5/6 reserve the duration: sheet handed out");
    expect(said("fr", { stages: stages(true) })).toContain("fiche remise");
  });

  it("and ran out of memory says so in its head, by the day, and no longer that it is calculated", () => {
    const over = { ranOutOfMemoryAt: "2026-11-30T10:00:00Z" };
    expect(JSON.stringify(head("en", { ...planFixture(), ...over }))).toMatch(/Ran out of memory on .*30/u);
    expect(JSON.stringify(head("fr", { ...planFixture(), ...over }))).toMatch(
      /A manqué de mémoire sur .*30/u,
    );
    expect(JSON.stringify(head("en", { ...planFixture(), ...over }))).not.toMatch(/calculated|Fits on/iu);
  });
});
