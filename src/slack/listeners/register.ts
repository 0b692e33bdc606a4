import type { App } from "@slack/bolt";
import { actionIds, actionPatterns } from "../../../blocks/ids.ts";
import type { Bot } from "../bot.ts";
import { registerButtons } from "./buttons.ts";
import { registerCommand } from "./command.ts";
import { registerFailure, registerOutsiders } from "./failure.ts";
import { registerForm } from "./form.ts";
import { registerHome } from "./home.ts";
import { registerMenu } from "./menu.ts";
import { registerMessages } from "./messages.ts";
import { registerPilotForm } from "./pilot-form.ts";
import { registerSettingsForm } from "./settings-form.ts";
import { registerShare } from "./share.ts";
import { registerShortcuts } from "./shortcuts.ts";

/** Buttons whose trigger opens a form at once. */
export const opensForm = (actionId: string): boolean =>
  [actionIds.adjust, actionIds.openForm, actionIds.openPilotForm, actionIds.openSettings].some(
    (id) => id === actionId,
  );

export function registerListeners(app: App, bot: Bot): void {
  registerFailure(app, bot);
  registerOutsiders(app, bot);
  registerCommand(app, bot);
  registerForm(app, bot);
  registerMessages(app, bot);
  registerButtons(app, bot);
  registerMenu(app, bot);
  registerShare(app, bot);
  registerHome(app, bot);
  registerShortcuts(app, bot);
  registerPilotForm(app, bot);
  registerSettingsForm(app, bot);
  // Links send a click too, and a button of an older version may have no listener any more.
  app.action(actionPatterns.any, async ({ ack }) => {
    await ack();
  });
}
