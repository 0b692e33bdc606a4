import type { HubFault, ModelHub } from "../app/ports.ts";
import type { Terminal } from "./terminal.ts";

/** The hub, loaded when it is first asked, which remembers that it could not be reached. */
export function terminalHub(env: Terminal["env"]): ModelHub & { fellBack(): HubFault | null } {
  let fault: HubFault | null = null;
  let hub: ModelHub | null = null;
  return {
    async find(id) {
      const token = env["HF_TOKEN"];
      if (hub === null) {
        const { makeModelHub } = await import("../connectors/hub.ts");
        hub = makeModelHub(token === undefined ? {} : { token });
      }
      const found = await hub.find(id);
      if (found.kind === "unreachable") fault = found.fault ?? "foreign";
      return found;
    },
    fellBack: () => fault,
  };
}
