import { findCatalogueDir } from "../catalog/find-catalogue-dir.ts";
import { loadKnowledge } from "../catalog/load-knowledge.ts";
import { loadWorld } from "../engine/load-world.ts";

/**
 * Run by `npm ci` in a checkout, so that the first start need not do it: the sources compiled into tsx's own cache, the
 * catalogue and its articles checked and saved. Only a head start: whatever fails here is said, if it matters, by the start.
 */
try {
  await Promise.all([
    import("../cli/plan-command.ts"),
    import("../engine/answer-request.ts"),
    import("./local-workspace.ts"),
    import("./start-bot.ts"),
    import("./start.ts"),
  ]);
  const dir = findCatalogueDir();
  if (dir !== null) {
    const { catalogue } = await loadWorld(dir, "");
    await loadKnowledge(dir, catalogue);
  }
} catch {
  // A start without it takes some seconds more.
}
