import type { App } from "@slack/bolt";
import type { Bot } from "../bot.ts";
export function registerForm(_app: App, _bot: Bot): void {}
