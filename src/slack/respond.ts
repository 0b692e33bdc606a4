import type { Log } from "./telemetry.ts";

export interface ResponseMessage {
  readonly text: string;
  readonly blocks?: readonly unknown[];
  readonly replace?: boolean;
}

export interface Responder {
  /** False when the address is used up, too old, or refused: say it elsewhere. */
  respond(url: string, message: ResponseMessage): Promise<boolean>;
}

/** Slack takes five answers within thirty minutes. */
const mostUses = 5;
const lifeMs = 29 * 60_000;
const timeoutMs = 5_000;

/** Ephemeral words where the bot may not post: counted, dated, and never throwing. */
export function makeResponder(now: () => number, log: Log): Responder {
  const uses = new Map<string, { count: number; first: number }>();

  const takeTurn = (url: string): boolean => {
    for (const [known, use] of uses) if (now() - use.first > lifeMs) uses.delete(known);
    const use = uses.get(url) ?? { count: 0, first: now() };
    if (use.count >= mostUses) return false;
    uses.set(url, { ...use, count: use.count + 1 });
    return true;
  };

  return {
    respond: async (url, message) => {
      if (url === "" || !takeTurn(url)) return false;
      const { replace, ...content } = message;
      const kind =
        replace === true
          ? { replace_original: true }
          : { response_type: "ephemeral", replace_original: false };
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json; charset=utf-8" },
          body: JSON.stringify({ ...content, ...kind }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!answer.ok) log.warn({ status: answer.status }, "a response_url refused its answer");
        return answer.ok;
      } catch (error) {
        log.warn({ code: error instanceof Error ? error.name : "unknown" }, "a response_url did not answer");
        return false;
      }
    },
  };
}
