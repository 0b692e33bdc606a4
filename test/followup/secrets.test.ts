import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { longestText, readMessage } from "../../src/followup/read-message.ts";
import { holdsSecret, redacted, withoutSecrets } from "../../src/followup/secrets.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

const run = "llama 3.1 8b lora, 4k";

const awsSecret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

/** Text and the part of it that must be seen nowhere. */
const secrets: readonly (readonly [string, string])[] = [
  ["password: hunter2", "hunter2"],
  ["Password = hunter2", "hunter2"],
  ["the password is hunter2", "hunter2"],
  ["passwd:abc", "abc"],
  ["pwd=s3cr3t!", "s3cr3t!"],
  ["passphrase: correct-horse", "correct-horse"],
  ["mdp : hunter2", "hunter2"],
  ["mdp hunter2", "hunter2"],
  ["le mot de passe est Tr0ub4dor", "Tr0ub4dor"],
  ["mot de passe : azerty", "azerty"],
  ["mot de passe\u00A0: azerty", "azerty"],
  ["api key: 9f8e7d6c", "9f8e7d6c"],
  ["clé api : 9f8e7d6c5b", "9f8e7d6c5b"],
  ["token: a1b2c3d4e5", "a1b2c3d4e5"],
  ["https://user:pa55@git.example.com/x.git", "pa55"],
  ["https://api.example.com/v1?token=abcd1234&x=1", "abcd1234"],
  ["s3 link https://b.s3.amazonaws.com/k?X-Amz-Signature=deadbeef99", "deadbeef99"],
  ["postgres://root:toor@10.0.0.1/db", "toor"],
  ["Authorization: Bearer abcdefgh12345678", "abcdefgh12345678"],
  ["export WANDB_API_KEY=0123456789abcdef", "0123456789abcdef"],
  ["HF_TOKEN=hfabcdef", "hfabcdef"],
  ["secret: zyx98765", "zyx98765"],
  ["hf_abcdefghijklmnopqrstuv012345", "hf_abcdefghijklmnopqrstuv012345"],
  [`AKIAIOSFODNN7EXAMPLE ${awsSecret}`, awsSecret],
  [`ASIAIOSFODNN7EXAMPLE / ${awsSecret}`, awsSecret],
  [awsSecret, awsSecret],
  ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "abcdefghijklmnop"],
  ["github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuv", "mnopqrstuv"],
  ["sk-ant-api03-AbCdEf_ghijklmnopqrs-tuvwxyz01", "ghijklmnopqrs"],
  ["xoxb-123456789012-abcdefghijkl", "abcdefghijkl"],
  ["AIzaSyA1234567890abcdefghijklmnopqrstuv", "abcdefghijklmnopqrstuv"],
  ["glpat-abcdefghij0123456789", "abcdefghij0123456789"],
  ["npm_abcdefghijklmnopqrstuvwxyz0123456789", "abcdefghijklmnop"],
  ["wandb login 0123456789abcdef0123456789abcdef01234567", "0123456789abcdef"],
  ["wandb key 0123456789abcdef0123456789abcdef01234567", "0123456789abcdef"],
  ["0123456789abcdef0123456789abcdef01234567", "0123456789abcdef"],
  ["azure key 0123456789abcdef0123456789abcdef", "0123456789abcdef"],
  ["my api key 9f8e7d6c5b4a3928170695", "9f8e7d6c5b4a3928170695"],
  ["abc8Q~mnopqrstuvwxyzabcdefghijklmnopqrs", "mnopqrstuvwxyz"],
  ["AccountName=x;AccountKey=abcd1234efgh==;EndpointSuffix=core.windows.net", "abcd1234efgh"],
  ["Server=tcp:db.example.com;User ID=joe;Password=hunter22;", "hunter22"],
  ["Bearer abcdefabcdef1234", "abcdefabcdef1234"],
  ["eyJhbGciOiJIUzI1NiIsInR5cCI6.eyJzdWIiOiIxMjM0NTY3.SflKxwRJSMeKKF2QT4fwpM", "SflKxwRJSMeKKF2QT4fwpM"],
  ["ssh -i … 7Qm2xVb9RtLz4WcKp1YdNs8H", "7Qm2xVb9RtLz4WcKp1YdNs8H"],
];

const base64Lines = ["MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiJjRazXBZ1BjP5CE", "Wm/Rr500PRK+Lh9x5eJPo5CAZ3/ANBE0sTK0ZsDGMak2m1g7oruI3d", "Q9d8sX0f"]; // prettier-ignore
const kinds = ["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA ", ""];
const block = (kind: string, space: string, end = true): string =>
  [`-----BEGIN ${kind}PRIVATE KEY-----`, ...base64Lines, ...(end ? [`-----END ${kind}PRIVATE KEY-----`] : [])].join(space); // prettier-ignore
const pgp = (space: string): string =>
  ["-----BEGIN PGP PRIVATE KEY BLOCK-----", "Version: GnuPG v2", "", ...base64Lines, "=aB3d", "-----END PGP PRIVATE KEY BLOCK-----"].join(space); // prettier-ignore

const privateKeys = [
  ...kinds.flatMap((kind) => [
    block(kind, "\n"),
    block(kind, " "),
    block(kind, "\\n"),
    block(kind, "\n", false),
  ]),
  pgp("\n"),
  pgp("\n").replaceAll("-----", "\u2014"),
  "-----BEGIN RSA PRIVATE KEY----- MIIE\u2026 -----END RSA PRIVATE KEY-----",
  "-----BEGIN RSA PRIVATE KEY-----\nMIIE...",
];

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const drawn = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...Array.from(signs)), { minLength: length, maxLength: length })
    .map((all) => all.join(""));

const oneCase = (letters: string) =>
  fc
    .array(fc.constantFrom(...Array.from(`${letters}0123456789`)), { minLength: 40, maxLength: 48 })
    .map((all) => all.join(""));

describe("a key of one case and digits, without a mark", () => {
  it.each([["lower", "abcdefghijklmnopqrstuvwxyz"], ["upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]])(
    "of %s case is a secret nearly always",
    (_name, letters) => {
      const keys = fc.sample(oneCase(letters), { numRuns: 500, seed: 5 });
      const seen = keys.filter((key) => holdsSecret(`voici ma clé ${key} pour le hub, llama 3.1 8b lora`));
      expect(seen.length).toBeGreaterThan(490);
    },
  );

  it.each([
    "commit 3f786850e387550fdab836ed7e6dc881de23001bzz0011223344",
    "meta-llama-3-1-70b-instruct-fp8-dynamic-kv-cache-8bit-group-128",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "averyverylongidentifierofatrainingjobnumber12345",
  ])("is not seen in %s", (text) => {
    expect(holdsSecret(`llama 3.1 8b lora, ${text}`)).toBe(false);
  });
}); // prettier-ignore

describe("a pasted secret", () => {
  it.each(secrets)("is seen in %j and kept nowhere", (text, secret) => {
    for (const current of [null, threadSpec]) {
      const reading = readMessage(`${run}, ${text}`, readingContext(current));
      expect(reading.secretSeen).toBe(true);
      expect(JSON.stringify(reading)).not.toContain(secret);
    }
    expect(withoutSecrets(text)).not.toContain(secret);
  });

  it.each(secrets)("is gone from what is kept of %j, and that it was there is still seen", (text, secret) => {
    const kept = redacted(`${run}, ${text}`);
    expect(kept).not.toContain(secret);
    const [then, now] = [kept, `${run}, ${text}`].map((said) => readMessage(said, readingContext()));
    expect(then?.secretSeen).toBe(true);
    expect(then?.understood).toEqual(now?.understood);
  });

  it.each(secrets)("is seen in a text too long to be read: %j", (text) => {
    const reading = readMessage(`${"x ".repeat(longestText)}\n${text}`, readingContext());
    expect([reading.secretSeen, reading.problems[0]?.code]).toEqual([true, "text-too-long"]);
  });

  it.each([
    "200M tokens",
    "tokens: 200M",
    "max_new_tokens=512",
    "token count: 20000000",
    "target modules: q_proj,k_proj",
    "the password manager team wants a 7b",
    "do I need a password?",
    "key point: 80GB cards only",
    "keys: 8, values: 8",
    "the secret is a good data set",
    "basic llama-3.1-8b-instruct lora",
    "pass 2 epochs",
    "https://huggingface.co/meta-llama/Llama-3.1-8B?library=transformers",
    "hidden_size=4096 num_key_value_heads=8",
    "mot de passe oublié",
    "recompute in the backward pass: a third more",
  ])("is not what %j holds", (text) => {
    expect(readMessage(text, readingContext()).secretSeen).toBe(false);
  });
});

describe("a private key in its armour", () => {
  it.each(privateKeys)("is a secret as a whole: %j", (key) => {
    for (const text of [`${run}\n${key}`, `${key}\n${run}`]) {
      const reading = readMessage(text, readingContext());
      expect(reading.secretSeen).toBe(true);
      expect(reading.intent).toEqual({ kind: "plan" });
      expect(reading.understood).toEqual(readMessage(run, readingContext()).understood);
      expect(reading.unread).toEqual([]);
      for (const kept of [redacted(text), withoutSecrets(text)])
        expect(kept).not.toMatch(/MII|Wm\/R|Q9d8|PRIVATE|BEGIN|END/u);
    }
  });

  it.each(privateKeys)("alone asks for nothing: %j", (key) => {
    const { intent, secretSeen } = readMessage(key, readingContext());
    expect([intent.kind, secretSeen]).toEqual(["chatter", true]);
  });
});

describe("a key without a mark of its own", () => {
  it("is told from words in nineteen draws of twenty", () => {
    const keys = fc.sample(fc.oneof(drawn(24), drawn(32), drawn(40)), { numRuns: 2000, seed: 1 });
    const seen = keys.filter((key) => !redacted(`${run} ${key} please`).includes(key));
    expect(seen.length).toBeGreaterThan(1900);
  });

  it.each([
    "revision 0123456789abcdef0123456789abcdef01234567",
    "Qwen/Qwen2.5-7B@0123456789abcdef0123456789abcdef01234567",
    "https://github.com/x/y/commit/0123456789abcdef0123456789abcdef01234567",
    "git checkout 0123456789abcdef0123456789abcdef01234567",
    "models--x--y/snapshots/0123456789abcdef0123456789abcdef01234567",
    `nvcr.io/nvidia/pytorch@sha256:${"0123456789abcdef".repeat(4)}`,
    "sha512-7Qm2xVb9RtLz4WcKp1YdNs8HAbCdEf0123==",
    "123e4567-e89b-12d3-a456-426614174000",
    "/mnt/data/Users/Ada/Checkpoints/Llama3Run7/Step1200",
    "TheBloke/Mixtral-8x7B-Instruct-v0.1-GPTQ-Int4-128g",
    "unsloth/DeepSeek-R1-Distill-Qwen-32B-bnb-4bit-QLoRA",
    "systems/4xXE9680Lx8H200-SXM-141GB.json",
    "AutoModelForCausalLM BitsAndBytesConfig LlamaForSequenceClassification",
    "8xH100SXM5-80GB-HBM3-NVLink4-IB400",
  ])("is not %s", (text) => {
    expect(redacted(text)).toBe(text);
  });
});

describe("what holds no secret", () => {
  const folder = join(import.meta.dirname, "../corpus");
  const planted = /hf_|WANDB_API_KEY=/u;
  const strings = (value: unknown): string[] =>
    typeof value === "string"
      ? [value]
      : typeof value === "object" && value !== null
        ? Object.values(value).flatMap(strings)
        : [];

  it.each(readdirSync(folder))("stays as it is in every sentence of %s", (name) => {
    const said = strings(parse(readFileSync(join(folder, name), "utf8"))).filter(
      (text) => !planted.test(text),
    );
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((text) => redacted(text) !== text)).toEqual([]);
  });

  it("stays as it is in everything that the catalogue holds", () => {
    const root = join(import.meta.dirname, "../../catalog");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:ya?ml|md|csv)$/u.test(name)); // prettier-ignore
    expect(files.length).toBeGreaterThan(20);
    const lines = files.flatMap((name) => readFileSync(join(root, name), "utf8").split("\n"));
    expect(lines.filter((line) => redacted(line) !== line)).toEqual([]);
  });
});

describe("a text too long to be read", () => {
  it.each([null, threadSpec])("gets that answer alone, with or without a plan", (current) => {
    const reading = readMessage(`${run} 8x h100 ${"blah ".repeat(longestText / 4)}`, readingContext(current));
    expect(reading.problems.map(({ code }) => code)).toEqual(["text-too-long"]);
    expect([reading.understood, reading.changes, reading.unread, reading.premises]).toEqual([{}, [], [], []]);
    expect(reading.intent.kind).toBe(current === null ? "plan" : "change");
  });
});
