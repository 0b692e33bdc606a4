import type { App } from "@slack/bolt";

const plain = (text: string) => ({ type: "plain_text" as const, text });

/** A small modal with one of each important input. */
export const echoModal = (extra: object[] = []) => ({
  type: "modal" as const,
  callback_id: "echo",
  private_metadata: "meta",
  title: plain("Plan a run"),
  submit: plain("Plan"),
  close: plain("Cancel"),
  blocks: [
    {
      type: "input",
      block_id: "model",
      label: plain("Model"),
      element: {
        type: "external_select",
        action_id: "model",
        min_query_length: 0,
        placeholder: plain("Llama…"),
      },
    },
    {
      type: "input",
      block_id: "method",
      label: plain("Method"),
      dispatch_action: true,
      element: {
        type: "radio_buttons",
        action_id: "method",
        options: ["lora", "full"].map((value) => ({ text: plain(value), value })),
      },
    },
    {
      type: "input",
      block_id: "note",
      label: plain("Note"),
      hint: plain("Anything worth knowing"),
      optional: true,
      element: { type: "plain_text_input", action_id: "note", multiline: true, max_length: 200 },
    },
    {
      type: "input",
      block_id: "cards",
      label: plain("Cards"),
      element: {
        type: "number_input",
        action_id: "cards",
        is_decimal_allowed: false,
        min_value: "1",
        max_value: "64",
      },
    },
    ...extra,
  ],
});

const models = ["llama-3.1-8b", "llama-3.1-70b", "mistral-7b", "qwen-2.5-7b"];

export const headBlocks = (text: string) => [
  { type: "section", text: { type: "mrkdwn", text: `*Fits on 1 × L40S 48 GB.* ${text}` } },
  { type: "context", elements: [{ type: "mrkdwn", text: "Calculated · prices of 28 Nov · not verified" }] },
  {
    type: "actions",
    block_id: "do",
    elements: [
      { type: "button", action_id: "again", style: "primary", text: plain("Prepare the pilot"), value: "v1" },
      {
        type: "overflow",
        action_id: "more",
        options: ["compare", "why"].map((value) => ({ text: plain(value), value })),
      },
    ],
  },
];

/** A tiny bot that uses the whole road: command, modal, options, submission, thread, button. */
export const echoBot = (app: App): void => {
  app.command("/gpu-plan", async ({ ack, client, body }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: echoModal() as never });
  });
  app.options("model", async ({ ack, options }) => {
    const found = models.filter((name) => name.includes(options.value));
    await ack({ options: found.map((value) => ({ text: plain(value), value })) });
  });
  app.action("method", async ({ ack, client, body }) => {
    await ack();
    const view = (body as { view: { id: string; hash: string } }).view;
    const rank = {
      type: "input",
      block_id: "rank",
      label: plain("Rank"),
      element: { type: "plain_text_input", action_id: "rank", initial_value: "16" },
    };
    await client.views.update({ view_id: view.id, hash: view.hash, view: echoModal([rank]) as never });
  });
  app.view("echo", async ({ ack, view, client, body }) => {
    const { note, cards, model } = view.state.values;
    if (cards!["cards"]!.value === "13") {
      await ack({ response_action: "errors", errors: { cards: "Thirteen is not possible" } });
      return;
    }
    await ack();
    const text = `${model!["model"]!.selected_option!.value} on ${cards!["cards"]!.value ?? "?"}: ${note!["note"]!.value ?? "nothing"}`;
    const posted = await client.chat.postMessage({
      channel: "C0GPU000001",
      text,
      blocks: headBlocks(text),
    });
    await client.chat.postMessage({
      channel: "C0GPU000001",
      thread_ts: posted.ts!,
      text: `assumptions for <@${body.user.id}>`,
    });
  });
  app.action("again", async ({ ack, client, body }) => {
    await ack();
    const { channel, message } = body as unknown as { channel: { id: string }; message: { ts: string } };
    await client.chat.postMessage({ channel: channel.id, thread_ts: message.ts, text: "pilot ready" });
  });
  app.action("more", async ({ ack }) => {
    await ack();
  });
  app.message(async ({ message, say }) => {
    if (message.subtype !== undefined || message.thread_ts === undefined) return;
    await say({ text: `echo ${message.text ?? ""}`, thread_ts: message.thread_ts });
  });
};
