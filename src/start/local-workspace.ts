import { join } from "node:path";
import { commandName } from "../../blocks/ids.ts";
import { shortcutIds } from "../slack/shortcut-ids.ts";
import { startWorkbench, type Workbench } from "../workbench/start-workbench.ts";
import { PortTaken } from "./listen-on.ts";
import type { Settings } from "./read-env.ts";

const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** The workspace in the browser that stands in for Slack when no token is set. */
export async function startLocalWorkspace(settings: Settings): Promise<Workbench> {
  const most = settings.portChosen || settings.port === 0 ? 1 : 10;
  for (let offset = 0; offset < most; offset += 1) {
    try {
      return await startWorkbench({
        port: settings.port + offset,
        host: settings.host,
        stateFile: join(settings.dataDir, "workbench", "state.json"),
        listen: settings.profile === "listen",
        commands: [
          {
            command: commandName,
            description: "Plan a training, fine-tuning or serving run",
            usageHint: "llama 3.1 8b lora, 4k, 200M tokens, under 300 €",
            examples: {
              en: [
                "llama 3.1 8b lora, 4k, 200M tokens, under 300 €",
                "full fine-tune mistral 7b on one 80GB card?",
                "serve qwen2.5 32b, 40 users, 8k ctx, fp8",
              ],
              fr: [
                "llama 3.1 8b lora, séquences de 4096, 200 M de jetons, moins de 300 €",
                "fine-tuning complet mistral 7b, une seule carte 80 Go ?",
                "servir qwen2.5 32b, 40 utilisateurs, contexte 8k, fp8",
              ],
            },
            subcommands: ["help", "catalog", "mine", "pilot", "compare", "reminders", "private"].map(
              (name) => ({
                name,
                description: "",
              }),
            ),
          },
        ],
        shortcuts: [
          { name: "Plan a run", type: "global", callbackId: shortcutIds.form },
          { name: "Size this run", type: "message", callbackId: shortcutIds.message },
          { name: "Read as pilot results", type: "message", callbackId: shortcutIds.pilot },
        ],
      });
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new PortTaken(settings.port, "PORT");
}
