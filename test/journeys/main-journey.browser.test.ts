import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, scrollsSideways, watchedPage } from "../support/browser.ts";
import { chromiumPath } from "../support/services.ts";
import { spawnBot, type Spawned } from "./spawn-bot.ts";
import { tempDir } from "./support.ts";

const ALEX = "U0ALEX00001";
const CAMILLE = "U0CAMILLE01";
const SAM = "U0SAM000001";
const english = "llama 3.1 8b lora r16, 4k, micro-batch 2, 200M tokens, under 300 €";

describe.skipIf(chromiumPath === undefined)("a newcomer in the browser, with the real bot", () => {
  const dataDir = tempDir();
  let bot: Spawned;
  let url: string;
  let browser: Browser;
  let page: Page;
  let outside: string[];
  let errors: string[];

  const startBot = async (port: string): Promise<void> => {
    bot = spawnBot({ GPU_PLAN_DATA_DIR: dataDir, PORT: port });
    const { line } = await bot.ready;
    url = /http:\/\/\S+/u.exec(line)?.[0] ?? "";
  };
  const stopBot = async (): Promise<void> => {
    bot.process.kill("SIGTERM");
    await bot.exited;
  };
  const actAs = async (user: string, channel = "gpu"): Promise<void> => {
    await page.locator("#user").selectOption(user);
    const greeting = user === CAMILLE ? `Écrire à #${channel}` : `Message #${channel}`;
    await page.getByPlaceholder(greeting).waitFor();
  };
  const channelBox = (): Locator => page.locator("#composer textarea");
  const thread = (): Locator => page.locator("#thread");
  const replies = (): Locator => thread().locator(".message");
  const send = async (box: Locator, text: string): Promise<void> => {
    await box.fill(text);
    await box.press("Enter");
  };
  /** Writes in the thread and gives the bot's next message there. */
  const ask = async (text: string): Promise<string> => {
    const before = await thread().locator(".message:has(.badge)").count();
    await send(thread().locator("textarea"), text);
    const next = thread().locator(".message:has(.badge)").nth(before);
    await next.waitFor();
    return next.innerText();
  };
  const head = (): Locator => replies().first();

  beforeAll(async () => {
    await startBot("0");
    browser = await openBrowser(chromiumPath);
    ({ page, outside, errors } = await watchedPage(browser, url));
    await page.goto(url);
    await page.getByText("Ici commence #gpu.").waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await stopBot();
  });

  it("sees what to do, in their own language", async () => {
    const example = page.getByRole("button", { name: /^\/gpu-plan llama 3\.1 8b lora, séquences/u });
    await example.click();
    expect(await channelBox().inputValue()).toMatch(/^\/gpu-plan llama.*300 €$/u);
    await channelBox().fill("");
    await actAs(ALEX);
    await page.getByRole("button", { name: "/gpu-plan serve qwen2.5 32b" }).waitFor();
    expect(await page.title()).toBe("#gpu · gpu-plan");
  });

  it("fills in the form with the keyboard: an error stands at its field, the plan comes after", async () => {
    await channelBox().pressSequentially("/gp");
    await page.getByRole("option", { name: /\/gpu-plan/u }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog");
    await form.waitFor();
    const model = form.getByRole("combobox", { name: "Model" });
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type("llama 3.1 8b");
    await form.getByRole("option", { name: "Llama 3.1 8B" }).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await model.inputValue()).toBe("Llama 3.1 8B");

    await form.getByLabel("Method").selectOption({ label: "serving" });
    await form.getByLabel("Requests at once").waitFor();
    expect(await form.getByLabel("LoRA rank").count()).toBe(0);
    await form.getByLabel("Method").selectOption({ label: "LoRA" });
    await form.getByLabel("LoRA rank").waitFor();
    expect(await model.inputValue()).toBe("Llama 3.1 8B");
    expect(await form.getByRole("listbox").count()).toBe(0);

    await form.getByLabel("Sequence length").fill("many");
    await form.getByLabel("Amount of data").fill("200M");
    await form.locator("button[type=submit]").click();
    const field = form.locator(".input.invalid");
    await field.waitFor();
    expect(await field.innerText()).toMatch(/Sequence length[\s\S]*“many”/u);
    await form.getByLabel("Sequence length").fill("4096");
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    const first = page.locator("#list .message:has(.badge)").first();
    await first.waitFor();
    expect(await first.innerText()).toMatch(/Fits on \d+ × .*Llama 3\.1 8B · LoRA/u);
  });

  it("gets a head of at most eight lines and the details in its thread", async () => {
    await send(channelBox(), `/gpu-plan ${english}`);
    const latest = page.locator("#list .message:has(.badge)").nth(1);
    await latest.waitFor();
    await latest.getByRole("button", { name: "1 reply" }).click();
    await replies().nth(1).waitFor();
    expect(await replies().nth(1).innerText()).toContain("Alternatives");
    expect(await head().innerText()).toMatch(/under your cap/u);
    const lines = (await head().locator(".content").innerText()).split("\n").filter((text) => text !== "");
    const words = lines.filter((text) => !/^(?:gpu-plan|APP|\d+:\d\d|⋯)/u.test(text));
    const buttons = await head().locator(".content button, .content summary").allInnerTexts();
    expect(words.filter((text) => !buttons.includes(text)).length).toBeLessThanOrEqual(8);
  });

  it("changes the plan in English and in French: the difference first, the head edited, undo", async () => {
    expect(await ask("what about 8k?")).toMatch(/8,192|8k/u);
    await head().getByText("(edited)").waitFor();
    await head().getByText(/8,192/u).waitFor();
    expect(await ask("et en micro-lot 1 ?")).toMatch(/micro-lot 2 → 1/u);
    expect(await ask("undo")).not.toBe("");
    await head()
      .getByText(/8,192 × micro-batch 2/u)
      .waitFor();
    expect(await ask("why not the MI300X?")).toMatch(/ROCm[\s\S]*plan unchanged/u);
  });

  it("draws a chart from the head's menu", async () => {
    await head().getByLabel("More actions").click();
    await head()
      .getByRole("menuitem", { name: /^Chart/u })
      .click();
    const picture = thread().locator(".message img").last();
    await picture.waitFor({ state: "attached", timeout: 30_000 });
    await picture.scrollIntoViewIfNeeded();
    const drawn = (image: { readonly complete: boolean; readonly naturalWidth: number }): boolean =>
      image.complete && image.naturalWidth > 0;
    await expect.poll(() => picture.evaluate(drawn)).toBe(true);
    expect(await picture.getAttribute("alt")).toMatch(/Memory of one card/u);
  });

  it("takes somebody else's idea as a variant, which the owner adopts", async () => {
    const threadUrl = page.url();
    await actAs(CAMILLE);
    await page.goto(threadUrl);
    await replies().nth(1).waitFor();
    const before = await head().innerText();
    const variant = await ask("et en qlora ?");
    expect(variant).toMatch(/QLoRA/u);
    expect((await head().innerText()).includes("QLoRA")).toBe(before.includes("QLoRA"));
    await actAs(ALEX);
    await page.goto(threadUrl);
    await replies().nth(1).waitFor();
    await thread().getByRole("button", { name: /adopt/iu }).last().click();
    await head().getByText(/QLoRA/u).waitFor();
  });

  it("goes on in the same page after the process was stopped and started", async () => {
    const { port } = new URL(url);
    await stopBot();
    await page.getByText("Connection to the workbench lost").waitFor();
    await send(thread().locator("textarea"), "what about 2k?");
    await page.getByText("Your text is still there").waitFor();
    expect(await thread().locator("textarea").inputValue()).toBe("what about 2k?");
    await startBot(port);
    await page.getByText("Connection to the workbench lost").waitFor({ state: "detached", timeout: 15_000 });
    expect(await ask("what about 2k?")).toMatch(/2,048|2k/u);
    await head().getByText(/2,048/u).waitFor();
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("ERR_")));
  });

  it("finds the plan in the app's Home tab", async () => {
    await page.getByRole("link", { name: /Home tab/u }).click();
    await page.locator(".home").getByText("Llama 3.1 8B").first().waitFor();
  });

  it("keeps a neighbour of a shared channel out, and says so", async () => {
    await page.getByRole("link", { name: /partners/u }).click();
    await actAs(SAM, "partners");
    await page.getByRole("link", { name: /Home tab/u }).waitFor({ state: "detached" });
    await send(channelBox(), `@gpu-plan ${english}`);
    await page.locator(".message.private").waitFor();
    expect(await page.locator(".message.private").innerText()).toMatch(/workspace that installed me/u);
    await send(channelBox(), "/gpu-plan help");
    await page.getByText("/gpu-plan is not a valid command.").waitFor();
  });

  it("reads well on a phone, tables scrolling inside their message", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/#C0GPU000001`);
    await actAs(CAMILLE);
    await send(
      channelBox(),
      "/gpu-plan llama 3.1 8b lora, séquences de 4096, 200 M de jetons, moins de 300 €",
    );
    await page
      .locator("#list")
      .getByText(/Ça tient sur/u)
      .last()
      .waitFor();
    await page.getByRole("button", { name: "1 réponse" }).last().click();
    const table = thread().locator(".table-scroll").last();
    await table.waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 1_000)).toBeLessThanOrEqual(390);
  });

  it("never fetches from elsewhere, and nothing fails in the page", () => {
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
  });
});
