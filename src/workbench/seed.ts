import { randomBytes } from "node:crypto";
import type { Channel, User, World } from "./model.ts";

export const TEAM = { id: "T0WORKBENCH", name: "Workbench", domain: "workbench" } as const;
export const APP_ID = "A0WORKBENCH";
export const BOT_ID = "B0WORKBENCH";
export const BOT_USER = "U0WORKBENCH";
export const SLACKBOT = "USLACKBOT";

export const users = (botName: string): User[] => [
  {
    id: "U0CAMILLE01",
    name: "camille",
    realName: "Camille",
    locale: "fr-FR",
    tz: "Europe/Paris",
    bot: false,
  },
  { id: "U0ALEX00001", name: "alex", realName: "Alex", locale: "en-US", tz: "America/New_York", bot: false },
  { id: BOT_USER, name: botName, realName: botName, locale: "en-US", tz: "America/Los_Angeles", bot: true },
];

const [CAMILLE, ALEX] = ["U0CAMILLE01", "U0ALEX00001"];

const channels = (created: number): Channel[] => [
  { id: "C0GPU000001", name: "gpu", kind: "public", members: [CAMILLE, ALEX, BOT_USER], created },
  { id: "C0RESEARCH1", name: "research", kind: "private", members: [CAMILLE, ALEX, BOT_USER], created },
  { id: "C0RANDOM001", name: "random", kind: "public", members: [CAMILLE, ALEX], created },
  { id: "D0CAMILLE01", name: "", kind: "im", members: [CAMILLE, BOT_USER], created },
  { id: "D0ALEX00001", name: "", kind: "im", members: [ALEX, BOT_USER], created },
  { id: "D0CAMALEX01", name: "", kind: "im", members: [CAMILLE, ALEX], created },
];

const secret = (bytes: number): string => randomBytes(bytes).toString("hex");

/** A new workspace: two people, the bot, three channels, three direct messages, no message. */
export const seedWorld = (now: number): World => ({
  secrets: {
    botToken: `xoxb-workbench-${secret(16)}`,
    appToken: `xapp-1-${APP_ID}-${secret(16)}`,
    signingSecret: secret(16),
    verificationToken: secret(12),
  },
  channels: channels(Math.floor(now / 1000)),
  messages: [],
  files: [],
  scheduled: [],
  homes: {},
  lastMicros: 0,
  counter: 0,
});
