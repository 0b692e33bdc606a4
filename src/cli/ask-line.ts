import type { Problem } from "../domain/problem.ts";
import { withoutSecrets } from "../followup/secrets.ts";
import type { Line } from "./lines-of.ts";

export interface AskLine {
  readonly thread: string;
  readonly user: string;
  readonly text: string;
}

/** `{"thread","user","text"}`; thread and user may be left out by a single person in a single thread. */
export function askLine({ text, tooLong }: Line): AskLine | { readonly problem: Problem } {
  if (tooLong) return { problem: { code: "text-too-long", path: "", read: "" } };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: { code: "invalid-json", path: "", read: withoutSecrets(text).slice(0, 60) } };
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return {
      problem: { code: "wrong-type", path: "", read: withoutSecrets(text).slice(0, 60), allowed: ["object"] },
    };
  }
  const said = json as Readonly<Record<string, unknown>>;
  for (const path of ["text", "thread", "user"]) {
    const value = said[path];
    if (typeof value === "string" || (value === undefined && path !== "text")) continue;
    return value === undefined
      ? { problem: { code: "missing-field", path, read: "" } }
      : {
          problem: {
            code: "wrong-type",
            path,
            read: JSON.stringify(value).slice(0, 60),
            allowed: ["string"],
          },
        };
  }
  const { thread, user } = said;
  return {
    thread: typeof thread === "string" ? thread : "t1",
    user: typeof user === "string" ? user : "u1",
    text: said["text"] as string,
  };
}
