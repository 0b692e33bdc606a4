import { describe, expect, it } from "vitest";
import { longestText, readMessage } from "../../src/followup/read-message.ts";
import { redacted, withoutSecrets } from "../../src/followup/secrets.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

const run = "llama 3.1 8b lora, 4k";

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
];

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
  ])("is not what %j holds", (text) => {
    expect(readMessage(text, readingContext()).secretSeen).toBe(false);
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
