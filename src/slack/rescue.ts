import type { SlackMessage } from "./answer.ts";
import { blocksRefused } from "./slack-error.ts";

/** Blocks every workspace draws; others reach workspaces one by one and are refused elsewhere. */
const everywhere = new Set([
  "section",
  "header",
  "context",
  "actions",
  "divider",
  "image",
  "input",
  "rich_text",
]);
const rememberedMs = 24 * 60 * 60_000;

export interface Rescue {
  /**
   * Sends with blocks; when Slack refuses the blocks, sends the same words without them, once. A kind of block that a
   * workspace refused is not tried there again for a day.
   */
  send<T>(workspace: string, message: SlackMessage, call: (sent: SlackMessage) => Promise<T>): Promise<T>;
}

export function makeRescue(now: () => number, onPlain: (workspace: string, code: unknown) => void): Rescue {
  const refused = new Map<string, number>();
  const unusual = (message: SlackMessage): readonly string[] => [
    ...new Set(message.blocks.map((block) => block.type).filter((type) => !everywhere.has(type))),
  ];
  const isRefused = (workspace: string, type: string): boolean =>
    (refused.get(`${workspace} ${type}`) ?? 0) > now();

  return {
    send: async (workspace, message, call) => {
      const plain = { text: message.text, blocks: [] };
      const types = unusual(message);
      if (types.some((type) => isRefused(workspace, type))) return call(plain);
      try {
        return await call(message);
      } catch (error) {
        if (!blocksRefused(error) || message.blocks.length === 0) throw error;
        onPlain(workspace, error);
        const answer = await call(plain);
        for (const type of types) refused.set(`${workspace} ${type}`, now() + rememberedMs);
        return answer;
      }
    },
  };
}
