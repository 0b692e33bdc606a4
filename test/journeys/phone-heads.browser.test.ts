import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawnLines, openBrowser, scrollsSideways, watchedPage } from "../support/browser.ts";
import { chromiumPath } from "../support/services.ts";
import { limits } from "../../blocks/limits.ts";
import { spawnBot, type Spawned } from "./spawn-bot.ts";
import { tempDir } from "./support.ts";

/** Kinds of head: one card, several, nodes, serving, a cap, no data, a premise, nothing fits, an unpriced card. */
const asked: readonly (readonly [user: string, text: string])[] = [
  ["U0CAMILLE01", "llama 3.1 8b lora, séquences de 4096, micro-lot 2, 200 M de jetons, moins de 300 €"],
  ["U0ALEX00001", "llama 3.1 8b lora r16, 4k, micro-batch 2, 200M tokens, under 300 €"],
  ["U0ALEX00001", "full finetune mistral 7b on one 80GB card?"],
  ["U0CAMILLE01", "qlora llama 3 70b sur 2x 4090, 2k, batch 1"],
  ["U0ALEX00001", "640 GB with 8xA100 and DDP for a 70B LoRA, should be trivial"],
  ["U0CAMILLE01", "640 Go avec 8xA100 en DDP pour une LoRA 70B, ça devrait passer"],
  ["U0ALEX00001", "serve qwen2.5 32b, 40 users, 8k ctx, fp8"],
  ["U0CAMILLE01", "servir qwen2.5 32b, 40 utilisateurs, contexte 8k, fp8, en Europe"],
  ["U0CAMILLE01", "fine-tune complet llama 3.1 70b sur MI300X, budget 5000 €"],
  ["U0ALEX00001", "pretrain a 7B from scratch on 1T tokens, 64 H100, by 2027-03-01"],
  ["U0ALEX00001", "full fine-tune deepseek v3, 8k, 1B tokens"],
  ["U0CAMILLE01", "qlora mixtral 8x7b sur une rtx pro 6000, 32k, 3 époques de 20 000 exemples"],
];

describe.skipIf(chromiumPath === undefined)("heads on a phone", () => {
  let bot: Spawned;
  let browser: Browser;
  let page: Page;
  let url = "";

  beforeAll(async () => {
    bot = spawnBot({ GPU_PLAN_DATA_DIR: tempDir(), PORT: "0" });
    const { line } = await bot.ready;
    url = /http:\/\/\S+/u.exec(line)?.[0] ?? "";
    browser = await openBrowser(chromiumPath);
    ({ page } = await watchedPage(browser, url));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/#C0GPU000001`);
    await page.locator("#composer textarea").waitFor();
  });
  afterAll(async () => {
    await browser.close();
    bot.process.kill("SIGTERM");
    await bot.exited;
  });

  it.each(asked)("at most eight lines: %s %s", async (user, text) => {
    await page.locator("#user").selectOption(user);
    const heads = page.locator("#list .message:has(.replies)");
    const before = await heads.count();
    await page.locator("#composer textarea").fill(`/gpu-plan ${text}`);
    await page.locator("#composer textarea").press("Enter");
    await heads
      .nth(before)
      .waitFor({ timeout: 25_000 })
      .catch(async (cause: unknown) => {
        console.log(await page.locator("#list").innerText());
        throw cause;
      });
    const lines = await drawnLines(page);
    if (process.env["SHOW_HEADS"] !== undefined) console.log(lines.join("\n") + "\n");
    expect(lines.length, lines.join("\n")).toBeGreaterThan(2);
    expect(lines.length, lines.join("\n")).toBeLessThanOrEqual(limits.headLines);
    expect(await scrollsSideways(page)).toBe(false);
  });
});
