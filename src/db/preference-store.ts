import type { PreferenceStore } from "../app/ports.ts";
import { languages } from "../domain/conversation.ts";
import type { Database } from "./open-store.ts";

export function preferenceStore({ db }: Database): PreferenceStore {
  return {
    async get(workspace, user) {
      const row = await db
        .selectFrom("preferences")
        .select("language")
        .where("workspace", "=", workspace)
        .where("person", "=", user)
        .executeTakeFirst();
      const language = languages.find((known) => known === row?.language);
      return language === undefined ? {} : { language };
    },

    async set(workspace, user, preference) {
      const language = preference.language ?? null;
      await db
        .insertInto("preferences")
        .values({ workspace, person: user, language })
        .onConflict((c) => c.columns(["workspace", "person"]).doUpdateSet({ language }))
        .execute();
    },
  };
}
