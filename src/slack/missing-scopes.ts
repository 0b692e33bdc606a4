import type { InstallProfile } from "./triage.ts";

const always = [
  "app_mentions:read",
  "chat:write",
  "commands",
  "files:read",
  "files:write",
  "im:history",
  "users:read",
];

/** What the profile's manifest asks for. */
export const scopesOf = (profile: InstallProfile): readonly string[] =>
  profile === "listen" ? [...always, "channels:history", "groups:history"] : always;

/** Scopes of the profile that the token does not carry; none where Slack did not say what it carries. */
export const missingScopes = (
  profile: InstallProfile,
  granted: readonly string[] | undefined,
): readonly string[] =>
  granted === undefined ? [] : scopesOf(profile).filter((scope) => !granted.includes(scope));
