import type { ReceiverEvent } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/app/ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import { makeIntake, type Intake } from "../../src/slack/intake.ts";

const self = { userId: "UBOT", botId: "BBOT", teamId: "T1", enterpriseId: null };
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

let store: Store;
let steps: string[];
let counted: string[];
let work: (event: ReceiverEvent) => Promise<void>;
let intake: Intake;
let time: number;

const makeIt = (): Intake =>
  makeIntake({
    store,
    self: () => self,
    profile: "listen",
    opensForm: () => false,
    now: () => new Date(time),
    log: quiet,
    telemetry: {
      acked: (kind) => void steps.push(`acked ${kind}`),
      delivered: (kind, outcome) => void counted.push(`${kind} ${outcome}`),
      wrote: () => undefined,
    },
    process: (event) => work(event),
  });

beforeEach(async () => {
  time = Date.parse("2026-11-30T10:00:00Z");
  store = await openStore({ file: ":memory:" });
  const deliveries = store.deliveries;
  store = {
    ...store,
    deliveries: {
      ...store.deliveries,
      record: async (...args) => {
        const fresh = await deliveries.record(...args);
        steps.push("recorded");
        return fresh;
      },
    },
  };
  steps = [];
  counted = [];
  work = async () => void steps.push("worked");
  intake = makeIt();
});
afterEach(() => store.close());

const deliver = (body: object) => intake.receive({ body, ack: async () => void steps.push("ack") });
const mention = {
  type: "event_callback",
  event_id: "E1",
  event: { type: "app_mention", channel: "C1", ts: "1.1", user: "U1", text: "<@UBOT> x" },
};
const asMessage = {
  type: "event_callback",
  event_id: "E2",
  event: { ...mention.event, type: "message", channel_type: "channel" },
};

describe("the door", () => {
  it("records, acknowledges, then works", async () => {
    await deliver(mention);
    expect(steps).toEqual(["recorded", "ack", "acked app_mention", "worked"]);
  });

  it("a bare command spends its trigger before the insert", async () => {
    await deliver({ command: "/gpu-plan", text: "", trigger_id: "t" });
    expect(steps).toEqual(["worked", "recorded", "ack", "acked command"]);
  });

  it.each([
    ["the same event again", [mention, mention]],
    ["again under another event id", [mention, { ...mention, event_id: "E9" }]],
    ["as a mention, then as a message", [mention, asMessage]],
    ["as a message, then as a mention", [asMessage, mention]],
  ])("%s is worked on once, and acknowledged each time", async (_name, bodies) => {
    for (const body of bodies) await deliver(body);
    expect(steps.filter((step) => step === "worked")).toHaveLength(1);
    expect(steps.filter((step) => step === "ack")).toHaveLength(2);
  });

  it("one that could not be acknowledged any more is worked on, and its redelivery is not", async () => {
    await intake.receive({ body: mention, ack: () => Promise.reject(new Error("no connection")) });
    await deliver(mention);
    expect(steps).toEqual(["recorded", "worked", "recorded", "ack", "acked app_mention"]);
  });

  it("two at the same instant are worked on once", async () => {
    await Promise.all([deliver(mention), deliver(asMessage)]);
    expect(steps.filter((step) => step === "worked")).toHaveLength(1);
  });

  it("the answer to an option request travels in the acknowledgement, and nothing is kept", async () => {
    await deliver({ type: "block_suggestion" });
    expect(steps).toEqual(["worked", "ack", "acked block_suggestion"]);
  });

  it("a reply in a thread without a plan is acknowledged and never reaches a listener or the store", async () => {
    await deliver({
      type: "event_callback",
      event: { ...asMessage.event, text: "lunch?", ts: "1.5", thread_ts: "1.1" },
    });
    expect(steps).toEqual(["ack", "acked message"]);
    expect(counted).toEqual(["message dropped"]);
  });
});

describe("a form", () => {
  const form = { type: "view_submission", view: { id: "V1", hash: "h" } };

  it("with errors is not kept", async () => {
    work = (event) => (event.ack as (r: unknown) => Promise<void>)({ response_action: "errors", errors: {} });
    await deliver(form);
    expect(steps).toEqual(["ack", "acked view_submission"]);
  });

  it("that is accepted is recorded before the acknowledgement", async () => {
    work = async (event) => {
      await (event.ack as () => Promise<void>)();
      steps.push("worked");
    };
    await deliver(form);
    expect(steps).toEqual(["recorded", "ack", "acked view_submission", "worked"]);
  });
});

describe("after a crash", () => {
  const dies = () => new Promise<void>(() => undefined);

  it("what was acknowledged and not finished is worked on once more, then never again", async () => {
    work = dies;
    void deliver(mention);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(steps).toContain("ack");
    steps = [];
    work = async (event) =>
      void steps.push(
        `worked ${String((event.customProperties?.["delivery"] as { recovered: boolean }).recovered)}`,
      );
    time += 1_000;
    const next = makeIt();
    expect(await next.recover(new Date(time))).toBe(1);
    await next.idle();
    expect(steps).toEqual(["worked true"]);
    time += 1_000;
    expect(await next.recover(new Date(time))).toBe(0);
  });

  it("the redelivery of a message that somebody works on adds nothing", async () => {
    work = dies;
    void deliver(mention);
    await new Promise((resolve) => setTimeout(resolve, 20));
    work = async () => void steps.push("worked");
    await makeIt().receive({ body: mention, ack: async () => undefined });
    expect(steps).not.toContain("worked");
  });

  it("a delivery that kills the process every time is given up", async () => {
    work = dies;
    void deliver(mention);
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (let restart = 0; restart < 3; restart += 1) {
      time += 1_000;
      expect(await makeIt().recover(new Date(time))).toBe(1);
    }
    time += 1_000;
    await makeIt().recover(new Date(time));
    expect(counted).toContain("app_mention failed");
    time += 1_000;
    expect(await makeIt().recover(new Date(time))).toBe(0);
  });
});
