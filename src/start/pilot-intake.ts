import type { IncomingMessage, ServerResponse } from "node:http";
import type { PilotToken, PilotTokenStore, TokenSpent } from "../app/pilot-token-ports.ts";
import { readEvidence, type ReadEvidence } from "../app/read-evidence.ts";
import { parsePilotResult } from "../contract/parse-pilot-result.ts";
import type { Language } from "../domain/conversation.ts";
import { isNoResult } from "../domain/pilot/pilot.ts";
import type { Problem } from "../domain/problem.ts";
import { boundWords } from "../i18n/allowed-words.ts";
import { wording, words } from "../i18n/messages.ts";
import { verdictBriefly } from "../i18n/verdict-words.ts";
import type { PostedResult } from "../slack/posted-result.ts";
import { findPilotToken } from "./pilot-tokens.ts";

export const intakePath = "/api/pilots/";

const largest = 2 ** 20;
/** Of a refused body, read and thrown away: who is still writing would not hear why. Beyond it the connection is cut. */
const mostDrained = 8 * largest;
const mostProblems = 20;

export interface PilotIntakeDeps {
  readonly tokens: PilotTokenStore;
  /** Judges a result and says it in its thread; null until the bot is there. */
  readonly take: () => ((token: PilotToken, evidence: ReadEvidence) => Promise<PostedResult>) | null;
  readonly now: () => Date;
}

interface Answered {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Fault {
  readonly code: string;
  readonly path?: string;
  readonly message: string;
  readonly allowed?: readonly string[];
}

/** `POST /api/pilots/{token}`: the kit's JSON in, its verdict out; every refusal with its reason as JSON. */
export const pilotIntake =
  (deps: PilotIntakeDeps) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const language = languageOf(request);
    const { status, body, headers } = await answerTo(deps, request, language);
    await drained(request);
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...(request.complete ? {} : { connection: "close" }),
      ...headers,
    });
    response.end(`${JSON.stringify(body)}\n`);
  };

async function answerTo(
  { tokens, take, now }: PilotIntakeDeps,
  request: IncomingMessage,
  language: Language,
): Promise<Answered> {
  const say = words(language).posting;
  if (request.method !== "POST") {
    return {
      ...refused(405, { code: "method-not-allowed", message: say.onlyPost }),
      headers: { allow: "POST" },
    };
  }
  const token = await findPilotToken(tokens, tokenIn(request));
  if (token === null) return refused(401, { code: "unknown-token", message: say.unknownToken });
  if (token.expiresAt <= now().toISOString()) {
    const message = say.expired(wording(language).f.date(token.expiresAt, { year: true }));
    return refused(401, { code: "expired-token", message });
  }
  if (token.spent !== null) return alreadyUsed(token.spent, language);
  const text = await bodyOf(request);
  if (text === null) return refused(413, { code: "too-large", message: say.tooLarge });
  const problems = problemsIn(text);
  if (problems.length > 0) return unusable(problems, language);
  const judge = take();
  if (judge === null) {
    const starting = refused(503, { code: "starting", message: say.starting });
    return { ...starting, headers: { "retry-after": "10" } };
  }
  const posted = await judge(token, await readEvidence("pilot-result.json", once(text)));
  if (posted.kind === "no-plan") return refused(401, { code: "no-plan", message: say.planGone });
  if (posted.kind === "incident")
    return refused(500, { code: "internal", message: words(language).errors.internal(posted.id) });
  const { verdict, again } = posted;
  if (isNoResult(verdict))
    return refused(422, { code: "no-result", message: verdictBriefly(verdict, wording(language)) });
  const spent: TokenSpent = { at: now().toISOString(), verdict: verdict.verdict, stage: verdict.stage };
  if (!(await tokens.spend(token.id, spent))) {
    const faster = await tokens.find(token.id);
    return alreadyUsed(faster?.spent ?? spent, language);
  }
  const message = `${verdictBriefly(verdict, wording(language))}${again ? ` ${words(language).drops.again}` : ""}`;
  return { status: 200, body: { verdict: spent.verdict, stage: spent.stage, again, message } };
}

const refused = (status: number, error: Fault, also: object = {}): Answered => ({
  status,
  body: { id: null, error: { path: "", ...error }, ...also },
});

const headOf = ({ verdict, stage }: TokenSpent, language: Language): string => {
  const { head, verdicts, stages } = words(language).pilot;
  return head(verdicts[verdict], stages[stage]);
};

function alreadyUsed(spent: TokenSpent, language: Language): Answered {
  const at = wording(language).f.date(spent.at, { year: true });
  const message = words(language).posting.used(at, headOf(spent, language));
  return refused(409, { code: "used-token", message }, { earlier: spent });
}

/** The first fault as the error, and all of them in the order of the schema. */
function unusable(problems: readonly Problem[], language: Language): Answered {
  const w = wording(language);
  const faults = problems.slice(0, mostProblems).map(({ code, path, read, allowed }): Fault => {
    const sentence =
      path === "kit"
        ? w.m.posting.notTheKits
        : w.m.problems.byCode[code](path, read === "" && code !== "invalid-json" ? '""' : read);
    const listed = allowed?.map((phrase) => boundWords(phrase, w) ?? phrase);
    const hint = listed === undefined ? "" : ` ${w.m.problems.allowed(listed.slice(0, 12).join(", "))}`;
    return {
      code,
      path,
      message: `${sentence}${hint}`,
      ...(listed === undefined ? {} : { allowed: listed }),
    };
  });
  const [first, ...rest] = faults;
  if (first === undefined) throw new Error("nothing is wrong with it");
  return refused(422, first, rest.length === 0 ? {} : { problems: faults });
}

function problemsIn(text: string): readonly Problem[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/u, ""));
  } catch {
    return [{ code: "invalid-json", path: "", read: "" }];
  }
  if (typeof json !== "object" || json === null || Array.isArray(json) || !("kit" in json))
    return [{ code: "missing-field", path: "kit", read: "" }];
  const read = parsePilotResult(json);
  return "problems" in read ? read.problems : [];
}

const languageOf = ({ headers }: IncomingMessage): Language =>
  /^\s*fr\b/iu.test(headers["accept-language"] ?? "") ? "fr" : "en";

function tokenIn({ url = "" }: IncomingMessage): string {
  const [path = ""] = url.split("?");
  return path.slice(intakePath.length);
}

/** The body as text; null when it is larger than 1 MiB. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const drained = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let size = 0;
    const stop = (): void => {
      request.off("data", count);
      request.pause();
      resolve();
    };
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > mostDrained) stop();
    };
    if (request.complete || request.destroyed) {
      resolve();
      return;
    }
    request.once("end", stop).once("close", stop).once("error", stop);
    request.on("data", count).resume();
  });

async function* once(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}
