import { expect, it } from "vitest";
import { missingScopes, scopesOf } from "../../src/slack/missing-scopes.ts";
import { botScopes } from "../journeys/bot-scopes.ts";

it.each(["mention", "listen"] as const)("profile %s asks for what its manifest does", (profile) => {
  expect([...scopesOf(profile)].sort()).toEqual(botScopes(profile).sort());
});

it("names what an older install lacks, and nothing where Slack does not say", () => {
  expect(missingScopes("listen", [...scopesOf("mention"), "channels:read"])).toEqual([
    "channels:history",
    "groups:history",
  ]);
  expect(missingScopes("listen", undefined)).toEqual([]);
});
