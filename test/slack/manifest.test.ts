import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commandName } from "../../blocks/ids.ts";
import { shortcutIds } from "../../src/slack/shortcut-ids.ts";

interface Manifest {
  readonly features: {
    readonly slash_commands: readonly { readonly command: string }[];
    readonly shortcuts: readonly { readonly callback_id: string; readonly type: string }[];
    readonly app_home: Readonly<Record<string, boolean>>;
  };
  readonly oauth_config: { readonly scopes: { readonly bot: readonly string[] } };
  readonly settings: {
    readonly event_subscriptions: { readonly bot_events: readonly string[] };
    readonly socket_mode_enabled: boolean;
    readonly interactivity: { readonly is_enabled: boolean };
  };
}

const read = (name: string): Manifest => parse(readFileSync(name, "utf8")) as Manifest;
const mention = read("manifest.yml");
const listen = read("manifest.listen.yml");
const both = [
  ["manifest.yml", mention],
  ["manifest.listen.yml", listen],
] as const;

const schemaFile = "test/slack/vendor/slack-manifest-schema/manifest.schema.2.0.0.json";
const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (target: Ajv) => void)(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")) as object);

const sources = readdirSync("src/slack", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join("src/slack", name), "utf8"))
  .join("\n");

/** The one scope that each Web API method we call needs; null = none. */
const scopeOf: Readonly<Record<string, string | null>> = {
  // Never asked for: where a team has granted channels:read it answers, else the channel is taken as not public.
  "conversations.info": null,
  "auth.test": null,
  "chat.postMessage": "chat:write",
  "chat.postEphemeral": "chat:write",
  "chat.update": "chat:write",
  "chat.getPermalink": null,
  "chat.scheduleMessage": "chat:write",
  "chat.deleteScheduledMessage": "chat:write",
  // Its "list" asks for nothing.
  "chat.scheduledMessages": null,
  "users.info": "users:read",
  "files.info": "files:read",
  "files.list": "files:read",
  "files.getUploadURLExternal": "files:write",
  "files.completeUploadExternal": "files:write",
  filesUploadV2: "files:write",
  "views.open": null,
  "views.update": null,
  "views.publish": null,
  // Read only after a crash, to find a message that may have gone out; does without where it is not granted.
  "conversations.history": "im:history",
  "conversations.replies": "im:history",
};
/** The scope each subscribed event needs. */
const scopeOfEvent: Readonly<Record<string, string | null>> = {
  app_home_opened: null,
  app_mention: "app_mentions:read",
  "message.im": "im:history",
  "message.channels": "channels:history",
  "message.groups": "groups:history",
};

const called = [
  ...new Set(
    [
      ...sources.matchAll(
        /client\.((?:chat|users|views|conversations|auth|files|assistant|reactions)\.\w+|filesUploadV2)/gu,
      ),
    ].map((m) => m[1] ?? ""),
  ),
];

describe.each(both)("%s", (_name, manifest) => {
  it("is valid against Slack's own schema", () => {
    validate(manifest);
    expect(validate.errors ?? []).toEqual([]);
  });

  it("declares exactly the command and the shortcuts that have listeners", () => {
    expect(manifest.features.slash_commands.map((c) => c.command)).toEqual([commandName]);
    expect(manifest.features.shortcuts.map((s) => s.callback_id).sort()).toEqual(
      Object.values(shortcutIds).sort(),
    );
    expect(sources).toContain("app.command(commandName");
    for (const name of Object.keys(shortcutIds))
      expect(sources).toContain(`app.shortcut(shortcutIds.${name}`);
  });

  it("subscribes to exactly the events that have listeners", () => {
    const listened = [...sources.matchAll(/app\.event\("(\w+)"/gu)].map((m) => m[1] ?? "").sort();
    const subscribed = new Set(
      manifest.settings.event_subscriptions.bot_events.map((event) => event.split(".")[0] ?? ""),
    );
    expect([...subscribed].sort()).toEqual(listened);
  });

  it("asks for the scopes that its events and calls need, and no other", () => {
    for (const method of called) expect(scopeOf, `${method} has no known scope`).toHaveProperty([method]);
    const needed = new Set([
      "commands",
      ...called.map((method) => scopeOf[method]),
      ...manifest.settings.event_subscriptions.bot_events.map((event) => scopeOfEvent[event]),
    ]);
    needed.delete(null);
    expect([...manifest.oauth_config.scopes.bot].sort()).toEqual([...needed].sort());
  });

  it("works without a public address", () => {
    expect(manifest.settings.socket_mode_enabled).toBe(true);
    expect(manifest.settings.interactivity.is_enabled).toBe(true);
    expect(manifest.features.app_home).toMatchObject({
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: false,
    });
  });
});

it("the two profiles differ by the history of channels and by nothing else", () => {
  const without = (manifest: Manifest): unknown =>
    JSON.parse(
      JSON.stringify(manifest, (_key, value: unknown) =>
        Array.isArray(value)
          ? value.filter(
              (item) =>
                !["channels:history", "groups:history", "message.channels", "message.groups"].includes(
                  String(item),
                ),
            )
          : value,
      ),
    );
  expect(without(listen)).toEqual(without(mention));
  expect(listen).not.toEqual(mention);
});

it("the schema check bites: a description over 140 characters is refused", () => {
  const wrong = structuredClone(mention) as unknown as { display_information: { description: string } };
  wrong.display_information.description = "x".repeat(141);
  expect(validate(wrong)).toBe(false);
});
