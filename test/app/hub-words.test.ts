import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import { makeModelHub } from "../../src/connectors/hub.ts";
import type { Language } from "../../src/domain/conversation.ts";
import { openOffice, world, type Office } from "./office.ts";

/** Each way in which the hub does not tell a model's shape has words of its own, in both languages. */
let office: Office;
beforeAll(async () => {
  office = await openOffice({ hub: (id) => makeModelHub({ timeoutMs: 150 }).find(id) });
});
afterEach(() => {
  nock.cleanAll();
});
afterAll(async () => {
  await office.store.close();
});

const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
const id = "acme-labs/frobnicator-9000";
const any = () => nock("https://huggingface.co").get(/.*/u).twice();
const html = { "content-type": "text/html" };

const cases: readonly (readonly [string, () => void, RegExp, RegExp])[] = [
  ["a page instead of JSON", () => any().reply(200, "<html>sign in</html>", html), /not the hub/u, /n’est pas le hub/u],
  ["429", () => any().reply(429, { error: "slow down" }), /takes no more questions/u, /n’accepte plus de questions/u],
  ["a timeout", () => any().delay(600).reply(200, {}), /too slow/u, /a tardé à répondre/u],
  ["no network", () => any().replyWithError("ENOTFOUND"), /no way to the hub/u, /Pas de réseau vers le hub/u],
  ["503", () => any().reply(503, ""), /out of order/u, /en panne/u],
  ["401, gated", () => any().reply(401, { error: "gated" }, { "x-error-code": "GatedRepo" }), /gated/u, /accès restreint/u],
  ["403", () => any().reply(403, { error: "no" }), /gated/u, /accès restreint/u],
  ["401 without a reason", () => any().reply(401, { error: "Invalid username or password." }), /missing, or private/u, /manque, ou il est privé/u],
  ["404", () => any().reply(404, { error: "none" }, { "x-error-code": "RepoNotFound" }), /does not have it either/u, /ne le connaît pas non plus/u],
]; // prettier-ignore

describe("the hub answers with", () => {
  it.each(
    cases.flatMap(([name, serve, en, fr]): readonly (readonly [string, Language, () => void, RegExp])[] => [
      [name, "en", serve, en],
      [name, "fr", serve, fr],
    ]),
  )("%s (%s)", async (_name, language, serve, words) => {
    serve();
    const text = { en: `${id} lora, 20M tokens please`, fr: `${id} en lora avec 20M de jetons` }[language];
    const { reply } = await office.say("ada", text, { mentioned: true, locale: language });
    expect(reply).toMatchObject({ kind: "problem", problems: [{ code: "unknown-model", read: id }] });
    const said = plainText(reply, view);
    expect(said).toMatch(words);
    for (const [, , en, fr] of cases) {
      const other = language === "en" ? en : fr;
      if (other.source !== words.source) expect(said).not.toMatch(other);
    }
  });
});
