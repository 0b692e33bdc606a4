import type { SettingsStore } from "../app/ports.ts";
import { usualSettings, type TeamSettings } from "../domain/pilot/team-settings.ts";
import type { Kysely } from "kysely";
import type { Database } from "./open-store.ts";
import type { Schema } from "./schema.ts";

export async function settingsOf(db: Kysely<Schema>, workspace: string): Promise<TeamSettings> {
  const row = await db
    .selectFrom("team_settings")
    .select("body")
    .where("workspace", "=", workspace)
    .executeTakeFirst();
  return row === undefined
    ? usualSettings
    : { ...usualSettings, ...(JSON.parse(row.body) as Partial<TeamSettings>) };
}

export function settingsStore({ db }: Database): SettingsStore {
  return {
    get: (workspace) => settingsOf(db, workspace),

    async set(workspace, settings) {
      const body = JSON.stringify(settings);
      await db
        .insertInto("team_settings")
        .values({ workspace, body })
        .onConflict((c) => c.column("workspace").doUpdateSet({ body }))
        .execute();
    },
  };
}
