import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the embedded store lies; the name of earlier versions goes on being used where it is there. */
export function storeFile(dataDir: string): string {
  const earlier = join(dataDir, "gpu-plan.db");
  return existsSync(earlier) ? earlier : join(dataDir, "gpu-plan.sqlite");
}
