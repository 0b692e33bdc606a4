import { describe, expect, it } from "vitest";
import { draftReply } from "../../../blocks/draft-reply.ts";
import { piecesText } from "../../../blocks/kit.ts";
import { scene } from "../../../blocks/view.ts";
import type { Language, MessageReading } from "../../../src/domain/conversation.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import { marketFor } from "../../../src/domain/planning/market.ts";
import { bestPrice } from "../../../src/domain/planning/offers.ts";
import { readMessage } from "../../../src/followup/read-message.ts";
import { readingContext, realLookup } from "../../support/followup-world.ts";
import { planOf, real } from "./support.ts";

const run = { model: "meta-llama/Llama-3.1-8B", method: "lora", data: { tokens: 2e7, epochs: 1 } } as const;

describe("the host of an offer", () => {
  const market = marketFor(real, { spot: true, community: true }, "USD");
  const prices = real.catalogue.accelerators.flatMap((card) =>
    [1, 2, 4, 8, 16].flatMap((gpus) => {
      const nodes = Math.ceil(gpus / 8);
      const price = bestPrice(card, gpus, nodes, market, { ramGib: 0 });
      return price === null ? [] : [{ price, gpus, nodes }];
    }),
  );

  it("has per node what its machines bring together, or nothing is known of it", () => {
    expect(prices.length).toBeGreaterThan(40);
    for (const { price, nodes } of prices) {
      const { hostRamGib: each, gpus } = price.source;
      const machines = price.assembled ? price.cardsPaid / gpus : nodes;
      const held = price.offer.hostRamGib;
      if (each === null) expect(held).toBeNull();
      else expect(held).toBeCloseTo((each * machines) / nodes, 6);
    }
  });

  it("is a point to check exactly where it is known and below the need", () => {
    for (const { id } of real.catalogue.accelerators) {
      const plan = planOf({ ...run, accelerator: id });
      for (const candidate of [plan.best, ...plan.alternatives]) {
        if (candidate === null) continue;
        const held = candidate.offer?.hostRamGib ?? null;
        const { caveats, host } = candidate.estimate;
        const warned = caveats.some(({ code }) => code === "host-memory");
        expect(warned, `${candidate.accelerator} ${candidate.offer?.instance ?? ""}`).toBe(
          held !== null && held < host.ramGib.likely,
        );
      }
    }
  });
});

describe("the line about the host", () => {
  const said = (language: Language, plan: Plan, reading: MessageReading | null = null): string => {
    const view = { lookup: realLookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
    const ref = { planId: "p", revision: 1, owner: "U1" };
    const reply = { language, reading, kind: "plan", plan, ref } as const;
    const { details } = draftReply(reply, scene(language, view));
    return piecesText(details?.pieces ?? []).replaceAll(/[\u00A0\u202F]/gu, " ");
  };
  const best = planOf({ ...run, accelerator: "h100-sxm", gpus: 1 });
  const having = (hostRamGib: number | null): Plan => {
    const { best: chosen } = best;
    if (chosen?.offer === undefined || chosen.offer === null) throw new Error("no offer");
    return { ...best, best: { ...chosen, offer: { ...chosen.offer, hostRamGib } } };
  };

  it.each<[Language, Plan, string | null, RegExp]>([
    ["en", having(180), null, /^Host: .* of RAM.*This machine has 180 GiB of RAM/mu],
    ["fr", having(180), null, /^Hôte : .* de RAM.*Cette machine a 180 Gio de RAM/mu],
    ["en", having(null), null, /The offer does not say how much RAM its host has/u],
    ["fr", having(null), null, /L’offre ne dit pas combien de RAM a son hôte/u],
    ["en", having(180), "llama 3.1 8b lora on one h100 with 16 GB of RAM", /Yours has 16 GiB of RAM: too small/u],
    ["fr", having(180), "llama 3.1 8b lora sur une h100, 16 Go de RAM", /La vôtre a 16 Gio de RAM : trop peu/u],
    ["en", having(180), "llama 3.1 8b lora on one h100 with 256 GB of RAM", /Yours has 256 GiB of RAM\./u],
  ])("%s: known, unknown, or the asker's own", (language, plan, text, words) => {
    const reading = text === null ? null : readMessage(text, readingContext());
    expect(said(language, plan, reading)).toMatch(words);
  }); // prettier-ignore
});
