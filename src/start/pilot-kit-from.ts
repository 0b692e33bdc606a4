import { readFile } from "node:fs/promises";
import { pilotKitOf, type KitFile } from "../app/pilot-kit.ts";
import type { World } from "../domain/catalogue.ts";
import { kitFileName } from "../export/job-of-pilot.ts";
import type { KitWish } from "../slack/bot.ts";
import type { Plan } from "../domain/plan.ts";

/** Makes kits from the one Python file that lies beside the sources. */
export const pilotKitFrom =
  (world: World) =>
  async (plan: Plan, asked: KitWish): Promise<readonly KitFile[]> => {
    const source = await readFile(new URL(`../kit/${kitFileName}`, import.meta.url), "utf8");
    return pilotKitOf(plan, world, { ...asked, source }).files;
  };
