import nock from "nock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeModelHub, type HubOptions } from "../../src/connectors/hub.ts";

const base = "https://huggingface.co";
const id = "acme/tiny-7";
const infoPath = new RegExp(`^/api/models/${id}\\?`, "u");
const configPath = `/${id}/resolve/main/config.json`;

/** 2 layers of 64 with a vocabulary of 1,000: 229,696 parameters by hand. */
const config = {
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  hidden_size: 64,
  intermediate_size: 128,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 4,
  vocab_size: 1000,
  tie_word_embeddings: false,
  torch_dtype: "bfloat16",
  auto_map: { AutoModel: "evil.py--Model" },
};
const perLayer = 4 * 64 * 64 + 3 * 64 * 128 + 2 * 64;
const parameters = 2 * perLayer + 64 + 2 * 1000 * 64;
const info = { id, gated: false, safetensors: { parameters: { BF16: parameters }, total: 333 } };

let hub: nock.Scope;
beforeEach(() => {
  hub = nock(base);
});
afterEach(() => {
  nock.cleanAll();
});
const serve = (of: { info?: nock.Body; config?: nock.Body } = {}): void => {
  hub.get(infoPath).reply(200, of.info ?? info);
  hub.get(configPath).reply(200, of.config ?? config);
};
const find = (options: HubOptions = {}, what = id) => makeModelHub(options).find(what);

describe("a model of the hub", () => {
  it("is its configuration, without its code; a count that the formula explains is not repeated", async () => {
    serve();
    const { auto_map: _code, ...rest } = config;
    expect(await find()).toEqual({ kind: "found", model: rest });
  });

  it.each([
    ["a tied head stored twice is explained", { BF16: parameters + 64_000 }, undefined],
    ["packed integers are no parameters", { I32: 40_000, F16: 64_000 }, undefined],
    ["a count that the formula does not reach is taken", { BF16: 400_000 }, 400_000],
    ["scales of a hundredth do not matter", { BF16: 400_000, U8: 1_000 }, 401_000],
  ])("%s", async (_why, counts, expected) => {
    serve({ info: { ...info, safetensors: { parameters: counts } } });
    const found = await find();
    expect(found.kind === "found" ? found.model["params_total"] : found).toBe(expected);
  });

  it("is known by its count alone when its licence hides the rest", async () => {
    hub.get(infoPath).reply(200, { ...info, gated: "manual" });
    hub.get(configPath).reply(403, { error: "gated" }, { "x-error-code": "GatedRepo" });
    expect(await find()).toEqual({ kind: "found", model: { params_total: parameters, gated: true } });
  });

  it("is gated when nothing of it can be read", async () => {
    hub.get(infoPath).reply(200, { id, gated: "auto" });
    hub.get(configPath).reply(401, { error: "gated" }, { "x-error-code": "GatedRepo" });
    expect(await find()).toEqual({ kind: "gated" });
  });

  it("is sized from a quantised repository's own count when it has no configuration", async () => {
    hub.get(infoPath).reply(200, { id, gguf: { total: 8_030_261_248, architecture: "llama" } });
    hub.get(configPath).reply(404, { error: "none" }, { "x-error-code": "EntryNotFound" });
    expect(await find()).toEqual({ kind: "found", model: { params_total: 8_030_261_248 } });
  });

  it("is its base when it is an adapter, and never in a circle", async () => {
    const peft = (of: string) => ({ config: { peft: { base_model_name_or_path: of } } });
    nock(base)
      .get(/^\/api\/models\/acme\/adapter\?/u)
      .reply(200, peft(id));
    nock(base).get("/acme/adapter/resolve/main/config.json").reply(404);
    serve();
    expect(await find({}, "acme/adapter")).toMatchObject({ kind: "found", model: { hidden_size: 64 } });
    nock(base)
      .get(/^\/api\/models\/acme\/[ab]\?/u)
      .times(9)
      .reply(200, (uri) => peft(uri.includes("acme/a") ? "acme/b" : "acme/a"));
    nock(base)
      .get(/resolve/u)
      .times(9)
      .reply(404);
    expect(await find({}, "acme/a")).toEqual({ kind: "not-found" });
  });

  it.each([
    [404, { error: "none" }, { "x-error-code": "RepoNotFound" }, "not-found"],
    [401, { error: "Invalid username or password." }, {}, "not-found"],
    [403, { error: "no" }, {}, "gated"],
    [404, "<html>proxy</html>", { "content-type": "text/html" }, "unreachable"],
    [429, { error: "slow down" }, {}, "unreachable"],
    [503, "", {}, "unreachable"],
    [200, "<html>sign in</html>", { "content-type": "text/html" }, "unreachable"],
    [200, "[]", {}, "unreachable"],
  ])("status %i with %j is said as it is", async (status, body, headers, kind) => {
    hub.get(infoPath).reply(status, body, headers);
    hub.get(configPath).reply(404);
    expect((await find()).kind).toBe(kind);
  });

  it("is unreachable without a network, after the deadline, and when the document has no end", async () => {
    hub.get(infoPath).replyWithError("ENOTFOUND");
    hub.get(configPath).replyWithError("ENOTFOUND");
    expect((await find()).kind).toBe("unreachable");
    hub.get(infoPath).delay(2_000).reply(200, info);
    hub.get(configPath).delay(2_000).reply(200, config);
    const before = performance.now();
    expect((await find({ timeoutMs: 100 })).kind).toBe("unreachable");
    expect(performance.now() - before).toBeLessThan(1_500);
    hub.get(infoPath).reply(200, `"${"x".repeat(6_000_000)}"`);
    hub.get(configPath).reply(200, config);
    expect(await find()).toMatchObject({ kind: "unreachable", why: "the document is too long" });
  });

  it("follows the hub's own redirects and no others, and shows its token to the hub alone", async () => {
    const seen: (string | undefined)[] = [];
    hub.get(infoPath).reply(200, function () {
      seen.push(this.req.headers["authorization"]);
      return info;
    });
    hub.get(configPath).reply(307, "", { location: `${base}/acme/renamed/resolve/main/config.json` });
    hub.get("/acme/renamed/resolve/main/config.json").reply(302, "", { location: "https://cdn.hf.co/c" });
    nock("https://cdn.hf.co")
      .get("/c")
      .reply(200, function () {
        seen.push(this.req.headers["authorization"]);
        return config;
      });
    expect((await find({ token: "hf_abc" })).kind).toBe("found");
    expect(seen.map(String)).toEqual(["Bearer hf_abc", "undefined"]);
    hub.get(infoPath).reply(302, "", { location: "https://evil.example/x" });
    hub.get(configPath).reply(404);
    expect(await find()).toMatchObject({ kind: "unreachable", why: "redirected outside the hub" });
  });

  it.each(["../../etc/passwd", "a/b/c", "https://x/y", "acme/..", "a b/c", ""])(
    "%j is never asked for",
    async (odd) => {
      expect(await find({}, odd)).toEqual({ kind: "not-found" });
    },
  );

  it("is asked for once", async () => {
    serve();
    const asked = makeModelHub();
    expect(await asked.find(id)).toEqual(await asked.find(id));
  });
});
