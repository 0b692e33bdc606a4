import type { Bench } from "../bench.ts";
import type { Json } from "../json.ts";
import type { Refusal } from "../prepared.ts";

/** What a Web API method answers. `ok: true` is added; a refusal becomes `ok: false`. */
export type MethodAnswer = Json | Failed;

export class Failed {
  readonly error: string;
  readonly extra: Json;
  constructor(error: string, extra: Json = {}) {
    this.error = error;
    this.extra = extra;
  }
}

export interface Method {
  /** Any one of these scopes; none needed when empty. */
  scopes: string[];
  /** Which token; `none` for the methods that need no token at all. */
  token?: "bot" | "app" | "none";
  run: (bench: Bench, args: Json) => MethodAnswer;
}

export const method = (scopes: string[], run: Method["run"], token: Method["token"] = "bot"): Method => ({
  scopes,
  run,
  token,
});

export const failed = (error: string, extra: Json = {}): Failed => new Failed(error, extra);

export const failedBy = (refusal: Refusal): Failed =>
  new Failed(
    refusal.error,
    refusal.messages === undefined
      ? {}
      : { errors: refusal.messages, response_metadata: { messages: refusal.messages } },
  );

/** invalid_arguments with one line for each missing argument. */
export const missing = (...names: string[]): Failed =>
  new Failed("invalid_arguments", {
    response_metadata: { messages: names.map((name) => `[ERROR] missing required field: ${name}`) },
  });
