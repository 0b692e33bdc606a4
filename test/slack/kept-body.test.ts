import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import { keptBody } from "../../src/slack/kept-body.ts";

const secret = "hf_abcdefghijklmnopqrstuv012345";
const said = `llama 3.1 8b lora with ${secret}`;
const rich = [{ type: "rich_text", elements: [{ type: "text", text: said }] }];

const bodies: readonly (readonly [string, object])[] = [
  ["a command", { command: "/gpu-plan", text: said, trigger_id: "1.2.abc", token: "v" }],
  ["a message", { type: "event_callback", event: { type: "message", ts: "1.1", text: said, blocks: rich } }],
  [
    "a shortcut on a message",
    {
      type: "message_action",
      message: { ts: "1.1", text: said, blocks: rich, attachments: [{ text: said }] },
    },
  ],
  [
    "a message with a snippet",
    {
      type: "event_callback",
      event: {
        type: "message",
        text: "llama 3.1 8b lora with this",
        files: [{ id: "F1", title: secret, name: `${secret}.txt`, preview: said, preview_highlight: said }],
      },
    },
  ],
  ["a message that was edited", { event: { type: "message", message: { text: said, blocks: rich } } }],
  ["a field of a message", { type: "block_actions", state: { values: { b: { a: { value: said } } } } }],
  [
    "a form that was filled in before",
    { view: { id: "V1", blocks: [{ element: { initial_value: said } }], state: { values: {} } } },
  ],
  [
    "a form",
    {
      type: "view_submission",
      view: {
        id: "V1",
        hash: "h",
        state: { values: { b: { a: { type: "plain_text_input", value: said } } } },
      },
    },
  ],
];

it.each(bodies)("of %s a credential is not kept, the rest of the words is", (_what, body) => {
  const kept = JSON.stringify(keptBody(body));
  expect(kept).not.toContain(secret);
  expect(kept).toContain("llama 3.1 8b lora with");
  expect(kept).not.toContain('"token"');
});

it("what Slack needs back stays as it is, however much it looks like a credential", () => {
  const body = {
    response_url: "https://hooks.slack.com/commands/T1/123/abcdefghijklmnop",
    trigger_id: "123.456.abcdef0123456789abcdef0123456789",
    view: { private_metadata: '{"v":1,"plan":"token=abc12345"}', state: { values: {} } },
    actions: [{ action_id: "gp_more", value: '{"plan":"key=abc12345"}' }],
    event: { files: [{ id: "F1", url_private: "https://files.slack.com/x?token=abc12345" }] },
  };
  expect(JSON.parse(JSON.stringify(keptBody(body)))).toEqual(body);
});

it("neither the store's file nor its log holds the words of a delivery that was answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gpu-plan-kept-"));
  const store = await openStore({ file: join(folder, "store.sqlite") });
  const at = "2026-11-30T10:00:00.000Z";
  const words = "a sentence that nobody needs any more";
  await store.deliveries.record({ workspace: "T1", key: "k", kind: "command", payload: words }, at);
  await store.deliveries.done("T1", "k", at);
  await store.close();
  const bytes = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("");
  expect(bytes).not.toContain(words);
  rmSync(folder, { recursive: true });
});
