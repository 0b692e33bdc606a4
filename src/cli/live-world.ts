import { existsSync } from "node:fs";
import type { Store } from "../app/ports.ts";
import type { World } from "../domain/catalogue.ts";
import { storeFile } from "../db/store-file.ts";
import type { Terminal } from "./terminal.ts";

/** The same store as the bot's, where it is or would be. */
export function storePlace(env: Terminal["env"]): { readonly url: string } | { readonly file: string } {
  const url = env["DATABASE_URL"] ?? "";
  const folder = env["GPU_PLAN_DATA_DIR"] ?? "";
  return url === "" ? { file: storeFile(folder === "" ? ".data" : folder) } : { url };
}

/**
 * The world with the prices that refreshes brought in. Without a store, or with one that cannot be read, the dated
 * snapshot answers: prices are no reason for a command to fail.
 */
export async function withStoredPrices(world: World, env: Terminal["env"]): Promise<World> {
  const place = storePlace(env);
  if ("file" in place && !existsSync(place.file)) return world;
  let store: Store | null = null;
  try {
    const [{ openStore }, { livePrices }, { withLivePrices }] = await Promise.all([
      import("../db/open-store.ts"),
      import("../app/refresh-catalogue.ts"),
      import("../domain/live-prices.ts"),
    ]);
    store = await openStore(place);
    const live = await livePrices(store.prices);
    if (live.offers.length === 0 && live.rates === null) return world;
    return { ...world, catalogue: withLivePrices(world.catalogue, live) };
  } catch {
    return world;
  } finally {
    await store?.close();
  }
}
