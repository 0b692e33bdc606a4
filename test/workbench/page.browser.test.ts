import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, scrollsSideways, watchedPage } from "../support/browser.ts";
import { chromiumPath } from "../support/services.ts";
import { echoBot } from "./echo-bot.ts";
import type { Running } from "./support.ts";
import { startBoth } from "./support.ts";

describe.skipIf(chromiumPath === undefined)("the page in a browser", () => {
  let running: Running;
  let browser: Browser;
  let page: Page;
  let outside: string[];
  let errors: string[];

  beforeAll(async () => {
    running = await startBoth(echoBot, { listen: true });
    browser = await openBrowser(chromiumPath);
    ({ page, outside, errors } = await watchedPage(browser, running.bench.url));
    await page.goto(running.bench.url);
    await page.getByLabel(/Vous êtes|You are/u).selectOption("U0ALEX00001");
    await page.getByRole("button", { name: "Open the form" }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
  });

  test("composer → command → modal → submit → thread → button", async () => {
    const box = page.getByLabel("Message #gpu");
    await box.fill("/gp");
    await expect(page.getByRole("option", { name: /Plan a run/u }).count()).resolves.toBe(1);
    await page.keyboard.press("Tab");
    await expect(box.inputValue()).resolves.toBe("/gpu-plan ");
    await page.keyboard.press("Enter");

    const modal = page.getByRole("dialog", { name: "Plan a run" });
    await modal.waitFor();
    await modal.getByLabel("Note").fill("typed before the update");
    await modal.getByRole("button", { name: "Plan" }).click();
    await modal.getByText("Please complete this required field.").first().waitFor();

    await modal.getByRole("combobox", { name: "Model" }).fill("70b");
    await modal.getByRole("option", { name: "llama-3.1-70b" }).click();
    await modal.getByLabel("lora").check();
    await modal.getByLabel("Rank").waitFor();
    expect(await modal.getByLabel("Note").inputValue()).toBe("typed before the update");
    expect(await modal.getByRole("combobox", { name: "Model" }).inputValue()).toBe("llama-3.1-70b");

    await modal.getByLabel("Cards").fill("13");
    await modal.getByRole("button", { name: "Plan" }).click();
    await modal.getByText("Thirteen is not possible").waitFor();
    await modal.getByLabel("Cards").fill("8");
    await modal.getByRole("button", { name: "Plan" }).click();
    await modal.waitFor({ state: "detached" });

    await page.getByText("llama-3.1-70b on 8: typed before the update").waitFor();
    await page.getByRole("button", { name: "1 reply" }).click();
    const thread = page.getByRole("complementary");
    await thread.getByText("assumptions for").waitFor();
    await thread.getByRole("textbox").fill("and in 8k?");
    await page.keyboard.press("Enter");
    await thread.getByText("echo and in 8k?").waitFor();
    await thread.getByRole("button", { name: "Prepare the pilot" }).click();
    await thread.getByText("pilot ready").waitFor();
  });

  test("what is typed right after choosing another person stays, and is theirs", async () => {
    const person = page.getByLabel(/Vous êtes|You are/u);
    for (const [user, text] of [
      ["U0CAMILLE01", "de Camille"],
      ["U0ALEX00001", "from Alex"],
    ] as const) {
      await page.route("**/_page/stream*", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await person.selectOption(user);
      const box = page.locator("#composer textarea");
      await box.fill(text);
      await page.waitForResponse(/_page\/stream/u);
      await page.locator(`html[lang=${user === "U0CAMILLE01" ? "fr-FR" : "en-US"}]`).waitFor();
      await page.unroute("**/_page/stream*");
      expect(await box.inputValue()).toBe(text);
      await box.fill("");
    }
  });

  test("a command in a thread is refused in Slack's words", async () => {
    const thread = page.getByRole("complementary");
    await thread.getByRole("textbox").fill("/gpu-plan help");
    await page.keyboard.press("Enter");
    await thread.getByText("/gpu-plan is not supported in threads. Sorry!").waitFor();
  });

  test("what people write is never run as HTML", async () => {
    running.bench.actor
      .actAs("camille")
      .message('<img src=x onerror="window.hacked=1"> <script>window.hacked=1</script>', { channel: "#gpu" });
    await page.getByText('<img src=x onerror="window.hacked=1">').first().waitFor();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
  });

  test("addresses that run something are words, not links", async () => {
    const { client } = running.app;
    const hostile = "javascript:window.hacked=1";
    await client.chat.postMessage({
      channel: "C0GPU000001",
      text: "hostile",
      blocks: [
        {
          type: "section",
          text: { type: "mrkdwn", text: `<${hostile}|press me> <https://ok.example|fine>` },
        },
        { type: "markdown", text: `[press that](${hostile}) ![image](data:text/html,x)` },
      ],
    });
    const latest = page.locator("#list .message").last();
    await latest.getByText("press that").waitFor();
    const links = await latest.locator("a").all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual(["https://ok.example"]);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
  });

  test("a burst of a thousand messages is drawn in far fewer steps than there are messages", async () => {
    const alex = running.bench.actor.actAs("alex");
    await page.goto(`${running.bench.url}/#C0RANDOM001`);
    await page.getByPlaceholder("Message #random").waitFor();
    await page.evaluate(() => {
      const seen = { drawings: 0 };
      Object.assign(globalThis, { seen });
      const list = (
        globalThis as unknown as { document: { querySelector(q: string): unknown } }
      ).document.querySelector("#list");
      const Observer = (
        globalThis as unknown as {
          MutationObserver: new (f: () => void) => { observe(n: unknown, o: object): void };
        }
      ).MutationObserver;
      new Observer(() => (seen.drawings += 1)).observe(list, { childList: true });
    });
    for (let index = 0; index < 1_000; index += 1)
      alex.message(`line ${index} ${"word ".repeat(60)}`, { channel: "#random" });
    await page.getByText(/^line 999 /u).waitFor({ timeout: 30_000 });
    const drawings = await page.evaluate<number>("seen.drawings");
    expect(drawings).toBeGreaterThan(0);
    expect(drawings).toBeLessThan(200);
  });

  test("a paste of 100 kB arrives whole", async () => {
    await page.goto(`${running.bench.url}/#D0CAMALEX01`);
    const box = page.locator("#composer textarea");
    const pasted = `log ${"0123456789".repeat(10_000)} end`;
    await box.fill(pasted);
    await page.keyboard.press("Enter");
    await expect.poll(() => running.bench.state.messages.at(-1)?.text.length).toBe(pasted.length);
    expect(await scrollsSideways(page)).toBe(false);
  });

  test("French for Camille, a phone's width, no sideways scrolling", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${running.bench.url}/#C0GPU000001`);
    await page.getByLabel("You are").selectOption("U0CAMILLE01");
    await page.getByPlaceholder("Écrire à #gpu").waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("fr-FR");
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByText("Canaux et messages").click();
    await page.getByRole("link", { name: /onglet accueil/iu }).click();
    await page.getByText("n’a pas encore publié son onglet Accueil").waitFor();
  });

  test("nothing was fetched from elsewhere and nothing failed", () => {
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
  });
});
