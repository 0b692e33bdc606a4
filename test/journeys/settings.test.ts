import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actionIds } from "../../blocks/ids.ts";
import { settingsFields } from "../../blocks/settings-form.ts";
import type { Actor } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, openWorkbench, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let alex: Actor;
let camille: Actor;
const { amount, currency, approvers } = settingsFields;

beforeEach(async () => {
  bench = await openWorkbench("mention");
  bot = await connectBot(bench, { profile: "mention" });
  alex = bench.actor.actAs("alex");
  camille = bench.actor.actAs("camille");
});
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const kept = () => bot.store.settings.get("T0WORKBENCH");

describe("the team's settings", () => {
  it("are changed by a form behind the button of the answer", async () => {
    await camille.command("/gpu-plan", "settings");
    const shown = await camille.waitForMessage((m) =>
      JSON.stringify(m.blocks).includes(actionIds.openSettings),
    );
    await camille.click({ channel: shown.channel, messageTs: shown.ts, actionId: actionIds.openSettings });
    const view = await camille.waitForView();
    expect(JSON.stringify(view.content)).toContain('"initial_value":"150"');
    camille.fillView({
      [amount.block]: { [amount.action]: "320.5" },
      [currency.block]: { [currency.action]: "USD" },
      [approvers.block]: { [approvers.action]: [alex.user.id] },
    });
    expect(await camille.submitView()).toMatchObject({ ok: true });
    await until(async () => (await kept()).changed !== null, "they are kept");
    expect(await kept()).toMatchObject({
      threshold: { amount: 320.5, currency: "USD" },
      approvers: [alex.user.id],
    });
    await camille.waitForMessage((m) => m.text.includes("Changé pour toute l’équipe"));
  });

  it("are changed from the Home tab, which then shows them; an impossible amount is said at its field", async () => {
    camille.openHome();
    const home = await camille.waitForHome((seen) =>
      JSON.stringify(seen.content).includes(actionIds.openSettings),
    );
    await camille.click({ viewId: home.id, actionId: actionIds.openSettings });
    await camille.waitForView();
    camille.fillView({ [amount.block]: { [amount.action]: "2000000" } });
    expect(await camille.submitView()).toMatchObject({ ok: false });
    camille.fillView({ [amount.block]: { [amount.action]: "75" } });
    expect(await camille.submitView()).toMatchObject({ ok: true });
    await camille.waitForHome((home) => JSON.stringify(home.content).includes("en dessous de 75"));
    expect((await kept()).threshold).toEqual({ amount: 75, currency: "EUR" });
  });

  it("stay as they are when somebody sends the form who is no admin", async () => {
    await alex.command("/gpu-plan", "settings");
    const shown = await alex.waitForMessage((m) => JSON.stringify(m.blocks).includes(actionIds.openSettings));
    await alex.click({ channel: shown.channel, messageTs: shown.ts, actionId: actionIds.openSettings });
    await alex.waitForView();
    expect(await alex.submitView()).toMatchObject({ ok: true });
    await alex.waitForMessage((m) => m.text.includes("Only an admin of this workspace changes these"));
    expect((await kept()).changed).toBeNull();
  });
});
