import { randomBytes } from "node:crypto";
import type { Channel, User, World } from "./model.ts";

export const TEAM = { id: "T0WORKBENCH", name: "Workbench", domain: "workbench" } as const;
/** The organisation on the other side of a shared channel. */
export const OTHER_TEAM = { id: "T0NEIGHBOUR", name: "Other company" } as const;
export const APP_ID = "A0WORKBENCH";
export const BOT_ID = "B0WORKBENCH";
export const BOT_USER = "U0WORKBENCH";
export const SLACKBOT = "USLACKBOT";

const [CAMILLE, ALEX, SAM] = ["U0CAMILLE01", "U0ALEX00001", "U0SAM000001"];

export const users = (botName: string): User[] => [
  {
    id: CAMILLE,
    name: "camille",
    admin: true,
    realName: "Camille",
    locale: "fr-FR",
    tz: "Europe/Paris",
    bot: false,
  },
  { id: ALEX, name: "alex", realName: "Alex", locale: "en-US", tz: "America/New_York", bot: false },
  {
    id: SAM,
    name: "sam",
    realName: `Sam (${OTHER_TEAM.name})`,
    locale: "en-GB",
    tz: "Europe/London",
    bot: false,
    stranger: true,
  },
  { id: BOT_USER, name: botName, realName: botName, locale: "en-US", tz: "America/Los_Angeles", bot: true },
];

export const seedChannels = (created: number): Channel[] => [
  { id: "C0GPU000001", name: "gpu", kind: "public", members: [CAMILLE, ALEX, BOT_USER], created },
  { id: "C0RESEARCH1", name: "research", kind: "private", members: [CAMILLE, ALEX, BOT_USER], created },
  { id: "C0RANDOM001", name: "random", kind: "public", members: [CAMILLE, ALEX], created },
  {
    id: "C0PARTNERS1",
    name: "partners",
    kind: "public",
    members: [CAMILLE, ALEX, SAM, BOT_USER],
    created,
    shared: true,
  },
  { id: "D0CAMILLE01", name: "", kind: "im", members: [CAMILLE, BOT_USER], created },
  { id: "D0ALEX00001", name: "", kind: "im", members: [ALEX, BOT_USER], created },
  { id: "D0CAMALEX01", name: "", kind: "im", members: [CAMILLE, ALEX], created },
];

const secret = (bytes: number): string => randomBytes(bytes).toString("hex");

/** A new workspace: two people, the bot, four channels (one shared with a third person), three direct messages, no message. */
export const seedWorld = (now: number): World => ({
  secrets: {
    botToken: `xoxb-workbench-${secret(16)}`,
    appToken: `xapp-1-${APP_ID}-${secret(16)}`,
    signingSecret: secret(16),
    verificationToken: secret(12),
  },
  channels: seedChannels(Math.floor(now / 1000)),
  messages: [],
  files: [],
  scheduled: [],
  homes: {},
  lastMicros: 0,
  counter: 0,
});
