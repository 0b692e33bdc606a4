import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { InstallProfile } from "../../src/slack/triage.ts";

const files = { mention: "manifest.yml", listen: "manifest.listen.yml" } as const;

export const botScopes = (profile: InstallProfile): string[] =>
  (parse(readFileSync(files[profile], "utf8")) as { oauth_config: { scopes: { bot: string[] } } })
    .oauth_config.scopes.bot;
