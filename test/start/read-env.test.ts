import { describe, expect, it } from "vitest";
import { readEnv } from "../../src/start/read-env.ts";

const bot = "xoxb-1-secretbot";
const app = "xapp-1-secretapp";
const signing = "0123456789abcdef0123456789abcdef";

const slackOf = (env: Record<string, string>) => {
  const read = readEnv(env);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.settings.slack;
};
const problemsOf = (env: Record<string, string>) => {
  const read = readEnv(env);
  return read.ok ? [] : read.problems;
};

describe("which Slack", () => {
  it("none of the three: the local workspace", () => {
    expect(slackOf({})).toBeNull();
    expect(slackOf({ SLACK_BOT_TOKEN: "", SLACK_APP_TOKEN: "  " })).toBeNull();
  });
  it("an app token: Socket Mode, also when a signing secret is there", () => {
    expect(
      slackOf({ SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_SIGNING_SECRET: signing }),
    ).toMatchObject({ transport: "socket" });
  });
  it("a signing secret alone: HTTP", () => {
    expect(slackOf({ SLACK_BOT_TOKEN: bot, SLACK_SIGNING_SECRET: signing })).toMatchObject({
      transport: "http",
    });
  });
});

describe("half a configuration names what is missing and where it is found", () => {
  it.each([
    ["no app token", { SLACK_BOT_TOKEN: bot }, "SLACK_APP_TOKEN", "App-Level Tokens"],
    ["no bot token", { SLACK_APP_TOKEN: app }, "SLACK_BOT_TOKEN", "OAuth & Permissions"],
    ["the two swapped", { SLACK_BOT_TOKEN: app, SLACK_APP_TOKEN: bot }, "SLACK_BOT_TOKEN", "xoxb-"],
    [
      "a secret that is none",
      { SLACK_BOT_TOKEN: bot, SLACK_SIGNING_SECRET: "hello" },
      "SLACK_SIGNING_SECRET",
      "App Credentials",
    ],
    ["a port that is none", { PORT: "http" }, "PORT", "65535"],
    ["a port too high", { PORT: "70000" }, "PORT", "65535"],
    ["an unknown profile", { GPU_PLAN_PROFILE: "all" }, "GPU_PLAN_PROFILE", "mention, listen"],
    ["another database", { DATABASE_URL: "mysql://x" }, "DATABASE_URL", "postgres://"],
    [
      "an address in plain http",
      { GPU_PLAN_PUBLIC_URL: "http://bot.example.org" },
      "GPU_PLAN_PUBLIC_URL",
      "https://",
    ],
    [
      "an address with a password",
      { GPU_PLAN_PUBLIC_URL: "https://u:pw@h" },
      "GPU_PLAN_PUBLIC_URL",
      "without a name",
    ],
    ["an unknown level", { LOG_LEVEL: "loud" }, "LOG_LEVEL", "info"],
  ])("%s", (_name, env, name, says) => {
    const found = problemsOf(env).find((problem) => problem.name === name);
    expect(found?.say).toContain(says);
  });

  it("never prints a value", () => {
    const said = JSON.stringify(
      problemsOf({
        SLACK_BOT_TOKEN: app,
        SLACK_APP_TOKEN: bot,
        SLACK_SIGNING_SECRET: "hush",
        DATABASE_URL: "mysql://u:pw@h",
      }),
    );
    for (const secret of [bot, app, "hush", "pw"]) expect(said).not.toContain(secret);
  });
});

it("defaults: loopback, the next free port, the embedded database, and hearing whole threads only locally", () => {
  const read = readEnv({});
  expect(read).toMatchObject({
    ok: true,
    settings: {
      host: "127.0.0.1",
      port: 3000,
      portChosen: false,
      databaseUrl: null,
      dataDir: ".data",
      profile: "listen",
    },
  });
  expect(readEnv({ SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app })).toMatchObject({
    ok: true,
    settings: { profile: "mention" },
  });
});

it("an address is kept without its last slash; without one nobody reaches the bot", () => {
  const addressOf = (env: Record<string, string>) => {
    const read = readEnv(env);
    return read.ok ? read.settings.publicUrl : read.problems;
  };
  expect(addressOf({})).toBeNull();
  expect(addressOf({ GPU_PLAN_PUBLIC_URL: "https://bot.example.org/gpu-plan/" })).toBe(
    "https://bot.example.org/gpu-plan",
  );
  expect(addressOf({ GPU_PLAN_PUBLIC_URL: "http://127.0.0.1:3001" })).toBe("http://127.0.0.1:3001");
});
