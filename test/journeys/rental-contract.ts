import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PlanRecord, Store } from "../../src/app/ports.ts";
import type { Actor } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { kitOf } from "../support/kit-result.ts";
import { connectBot, fromBot, openWorkbench, planPosted, until, type Bot } from "./support.ts";

const line = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";

/** What a closed rental leaves behind for the team, through the real bot on any store. */
export function aRentalTeaches(open: () => Promise<Store>): void {
  describe("a rental that was closed", () => {
    let bench: Workbench;
    let bot: Bot;
    let store: Store;
    let alex: Actor;
    let camille: Actor;
    let head: string;

    beforeEach(async () => {
      bench = await openWorkbench("listen");
      store = await open();
      bot = await connectBot(bench, { store });
      alex = bench.actor.actAs("alex");
      camille = bench.actor.actAs("camille");
      await alex.command("/gpu-plan", line);
      head = (await planPosted(alex)).head.ts;
    });
    afterEach(async () => {
      await bot.stop();
      await store.close();
      await bench.close();
    });

    const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/gu, " ");
    const replies = () => alex.messages({ threadTs: head }).filter(fromBot);
    const said = async (who: Actor, text: string): Promise<string> => {
      const before = replies().length;
      who.message(text, { threadTs: head });
      await until(() => replies().length > before, `${text} is answered`);
      return plain(replies()[before]?.text ?? "");
    };
    const record = async (): Promise<PlanRecord> => {
      const [found] = await store.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 1);
      if (found === undefined) throw new Error("no plan");
      return found;
    };
    const ownedByCamille = () => store.plans.ownedBy("T0WORKBENCH", "U0CAMILLE01", 9);
    /** What a new plan of a colleague stands on. */
    const offeredToCamille = async () => {
      const before = (await ownedByCamille()).length;
      await camille.command("/gpu-plan", line);
      await until(async () => (await ownedByCamille()).length > before, "camille's plan stands");
      return (await ownedByCamille())[0]?.revisions.at(-1)?.plan.best?.offer;
    };
    const closedAt = async (factor: number): Promise<string> => {
      for (const stage of ["pilot", "scaling step", "restore proof"])
        await said(camille, `waive the ${stage}: done last week`);
      await said(alex, "reserve");
      const plan = (await record()).revisions[0]?.plan;
      const hours = Math.round(plan?.window.total.likely ?? 0);
      const invoice = Math.round((plan?.best?.offer?.perHour ?? 0) * hours * factor);
      return said(alex, `closing: ${hours} h, $${invoice}`);
    };

    it("gives the team its price: said, counted, looked up, left out and taken back", async () => {
      const closed = await closedAt(0.7);
      expect(closed).toMatch(/Price per GPU-hour: .+ paid, .+ planned\./u);
      expect(closed).toContain("Kept as what your team pays for");
      expect(await offeredToCamille()).toMatchObject({ paid: { rentals: 1, by: "U0ALEX00001" } });
      expect(await said(camille, "combien a-t-on payé pour H100 ?")).toContain("par heure-carte, ");
      expect(await said(camille, "voir sans le prix payé")).toContain("Rien n’est changé");
      expect(await said(alex, "closing: $1")).toContain("Nothing was changed");
      await said(camille, "withdraw the corrections");
      expect(await offeredToCamille()).not.toHaveProperty("paid");
    });

    it("and pilots before it are taken back one by one, by number or button, and the rest is named", async () => {
      const plan = (await record()).revisions[0]?.plan;
      if (plan === undefined) throw new Error("no plan");
      for (const factor of [1.25, 1.1]) {
        const before = replies().length;
        const content = JSON.stringify(kitOf(plan, "one-gpu-pilot", factor));
        alex.uploadFile({ name: "pilot-result.json", content }, { threadTs: head });
        await until(() => replies().length > before, "it is judged");
      }
      await closedAt(0.7);
      const standing = async () =>
        new Set(
          (await store.progress.corrections("T0WORKBENCH")).flatMap(
            ({ correction: { withdrawn, point, at } }) => (withdrawn == null ? [point ?? at] : []),
          ),
        ).size;
      const all = await standing();
      const listed = await said(camille, "quels résultats peut-on retirer ?");
      expect(listed).toMatch(/Résultat 1, pilote.+Résultat 2, pilote.+Résultat \d, prix payé/su);
      const message = replies().at(-1);
      const before = replies().length;
      await camille.click({ messageTs: message?.ts ?? "", actionId: "gp_withdraw_result_2" });
      await until(() => replies().length > before, "the press is answered");
      expect(plain(replies()[before]?.text ?? "")).toMatch(/Résultat 2, pilote.+Comptent encore/su);
      expect(await standing()).toBe(all - 1);
      expect(await said(camille, "retire le résultat 1")).toMatch(
        /Résultat 1, pilote.+Comptent encore.+prix payé/su,
      );
      expect(await said(camille, "withdraw the price paid")).toContain("prix payé");
      expect(await said(camille, "withdraw result 9")).toMatch(/No result|Nothing|Aucun|withdrawn before/u);
    });

    it("comes after a typed pilot whose batch is asked about, and which teaches once that is said", async () => {
      const lessons = async () => (await store.progress.corrections("T0WORKBENCH")).length;
      const typed = "pilot: 2x H100, seq 4096, peak reserved 37 GiB, 200 steps";
      expect(await said(alex, `${typed}, bs 4`)).toMatch(
        /A batch of 4: per GPU, or of all.*Which was it\?/su,
      );
      expect(await lessons()).toBe(0);
      expect(await said(alex, `${typed}, then NCCL timeout after 30 min`)).toContain("A run that failed");
      expect(await lessons()).toBe(0);
      await said(alex, `${typed}, batch 4 in all`);
      expect(await lessons()).toBeGreaterThan(0);
    });
  });
}
