import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnBot } from "../journeys/spawn-bot.ts";
import { openBrowser, watchedPage } from "./browser.ts";
import { chromiumPath } from "./services.ts";

/**
 * Draws docs/images from the real bot in its local workspace: `GPU_PLAN_TEST_CHROMIUM=… npm run screenshots`.
 * Only the time of day and what prices have become since differ from run to run.
 */
const ALEX = "U0ALEX00001";
const CAMILLE = "U0CAMILLE01";
const FOLDER = "docs/images";
const MOST_BYTES = 200_000;

const requests = {
  en: "/gpu-plan llama 3.1 8b lora r16, 4k, micro-batch 2, 200M tokens, under 300 €",
  fr: "/gpu-plan llama 3.1 8b lora, séquences de 4096, micro-lot 2, 200 M de jetons, moins de 300 €",
};

mkdirSync(FOLDER, { recursive: true });
/** The charts of the guides, as the command line draws them. */
const planFile = join(mkdtempSync(join(tmpdir(), "gpu-plan-charts-")), "PLAN.json");
const cli = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ["--import", "tsx", "src/cli.ts", ...args], { encoding: "utf8" });
writeFileSync(planFile, cli("plan", "--json", requests.en.replace("/gpu-plan ", "")));
for (const [kind, language] of [
  ["memory", "en"],
  ["cost", "en"],
  ["window", "fr"],
] as const)
  cli(
    "chart",
    kind,
    "--plan",
    planFile,
    "--lang",
    language,
    "--out",
    join(FOLDER, `chart-${kind}-${language}.png`),
  );
const bot = spawnBot({ GPU_PLAN_DATA_DIR: mkdtempSync(join(tmpdir(), "gpu-plan-images-")), PORT: "0" });
const { line } = await bot.ready;
const url = /http:\/\/\S+/u.exec(line)?.[0] ?? "";
const browser = await openBrowser(chromiumPath);
const { page } = await watchedPage(browser, url, { reducedMotion: "reduce" });

const picture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes`);
  console.log(`${path} ${Math.round(size / 1000)} kB`);
};
const actAs = async (user: string): Promise<void> => {
  await page.locator("#user").selectOption(user);
  await page.locator(`html[lang=${user === CAMILLE ? "fr-FR" : "en-US"}]`).waitFor();
};
const go = (place: string): Promise<unknown> => page.goto(`${url}/#${place}`);
const send = async (box: string, text: string): Promise<void> => {
  const field = page.locator(`${box} textarea`);
  await field.fill(text);
  await field.press("Enter");
};
const answers = page.locator("#thread .message:has(.badge)");
const openPlan = async (): Promise<void> => {
  await page.locator("#list .replies:not(.quiet-reply) button").last().click();
  await answers.nth(1).waitFor();
};
const ask = async (text: string): Promise<void> => {
  const before = await answers.count();
  await send("#thread", text);
  await answers.nth(before).waitFor();
};
/** The head is edited a moment after the reply. */
const headIs = (revision: string): Promise<void> =>
  page.locator("#list .message").last().getByText(revision).waitFor();

try {
  await page.goto(url);
  await actAs(ALEX);
  await send("#composer", requests.en);
  await page.locator("#list .replies:not(.quiet-reply)").waitFor();
  await openPlan();
  await ask("what about 8k?");
  await headIs("rev. 2");
  await picture("plan-en");

  await go("C0GPU000001");
  await send("#composer", "/gpu-plan");
  const form = page.getByRole("dialog");
  await form.getByRole("combobox", { name: "Model" }).fill("llama 3.1 8b");
  await form.getByRole("option", { name: "Llama 3.1 8B" }).first().click();
  await form.getByLabel("Method").selectOption({ label: "LoRA" });
  await page.waitForTimeout(400);
  await form.getByLabel("Sequence length").fill("4096");
  await picture("form");
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });

  await go("C0RESEARCH1");
  await actAs(CAMILLE);
  await send("#composer", requests.fr);
  await page.locator("#list .replies:not(.quiet-reply)").waitFor();
  await picture("plan-fr");
  await openPlan();
  await ask("et pourquoi pas la MI300X ?");
  await ask("et en 8k ?");
  await headIs("rév. 2");
  await picture("thread-fr");

  await ask("montre la mémoire");
  await page.locator("#thread .file-image img").waitFor();
  await page.locator("#thread .file-image img").scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  await picture("chart-thread-fr");

  await go("home");
  await page.locator(".home .block").nth(1).waitFor();
  await picture("home");

  await page.setViewportSize({ width: 390, height: 844 });
  await go("C0RESEARCH1");
  await page.locator("#list .replies:not(.quiet-reply)").last().waitFor();
  await picture("phone-fr");
} finally {
  await browser.close();
  bot.process.kill("SIGTERM");
}
