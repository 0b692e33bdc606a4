import { describe, expect, it } from "vitest";
import type { Conversation, Outcome } from "../../src/app/conversation-port.ts";
import type { Asker, Engine, Store } from "../../src/app/ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";
import { dyingStore } from "../support/dying-store.ts";
import { openOffice, world } from "./office.ts";

const inline = makeInlineEngine(world);
const sums = new Map<string, ReturnType<Engine["plan"]>>();
/** The same sums, done once for all the deaths below. */
const engine: Engine = {
  ...inline,
  plan: (spec) => {
    const key = JSON.stringify(spec);
    const known = sums.get(key) ?? inline.plan(spec);
    sums.set(key, known);
    return known;
  },
};

const asker = (user: string, delivery: string): Asker => ({
  workspace: "T1",
  user,
  locale: "en",
  timeZone: null,
  delivery,
});
const place = { channel: "C1", threadTs: "1.1", kind: "channel" as const };
const say = (conversation: Conversation, user: string, text: string, key: string): Promise<Outcome> =>
  conversation.receive({ asker: asker(user, key), text, place, mentioned: true });

type Act = (conversation: Conversation, planId: string) => Promise<Outcome>;
const line = "llama 3.1 8b lora, 4k, 2x h100, 50M tokens";
const press = "the press";

interface Case {
  readonly before: readonly (readonly [user: string, text: string])[];
  readonly act: Act;
  readonly after: {
    readonly plans: number;
    readonly revisions: readonly number[];
    readonly variants: number;
  };
}
const cases: Readonly<Record<string, Case>> = {
  "a new plan": {
    before: [],
    act: (c) => say(c, "ada", line, press),
    after: { plans: 1, revisions: [1], variants: 0 },
  },
  "what is said besides an unknown model": {
    before: [],
    act: (c) => say(c, "ada", "nobody/frobnicator-x lora, 4k, 2x h100, 50M tokens", press),
    after: { plans: 1, revisions: [1], variants: 0 },
  },
  "a change": {
    before: [["ada", line]],
    act: (c) => say(c, "ada", "8k", press),
    after: { plans: 1, revisions: [1, 2], variants: 0 },
  },
  "an undo": {
    before: [["ada", line], ["ada", "8k"], ["ada", "16k"]],
    act: (c, planId) => c.undo({ asker: asker("ada", press), planId, revision: 3 }),
    after: { plans: 1, revisions: [1, 2], variants: 0 },
  },
  "an undo in words": {
    before: [["ada", line], ["ada", "8k"], ["ada", "16k"]],
    act: (c) => say(c, "ada", "undo", press),
    after: { plans: 1, revisions: [1, 2], variants: 0 },
  },
  "a what-if": {
    before: [["ada", line]],
    act: (c) => say(c, "bo", "8k", press),
    after: { plans: 1, revisions: [1], variants: 1 },
  },
  "a what-if taken back": {
    before: [["ada", line], ["bo", "8k"], ["bo", "16k"]],
    act: (c) => say(c, "bo", "undo", press),
    after: { plans: 1, revisions: [1], variants: 1 },
  },
  "an adoption": {
    before: [["ada", line], ["bo", "8k"]],
    act: (c) => say(c, "ada", "adopt", press),
    after: { plans: 1, revisions: [1, 2], variants: 0 },
  },
}; // prettier-ignore

/** What a delivery does: works, then decides what is said. */
async function deliver(store: Store, { act }: Case, planId: string): Promise<Outcome> {
  const { conversation } = await openOffice({ engine, store });
  const outcome = await act(conversation, planId);
  await store.outbox.put({ workspace: "T1", key: press, payload: JSON.stringify(outcome.reply) }, "10");
  return outcome;
}

async function prepared({ before }: Case): Promise<{ store: Store; planId: string }> {
  const store = await openStore({ file: ":memory:" });
  const { conversation } = await openOffice({ engine, store });
  for (const [n, [user, text]] of before.entries()) await say(conversation, user, text, `before ${n}`);
  const [plan] = await store.plans.ownedBy("T1", "ada", 1);
  return { store, planId: plan?.id ?? "" };
}

const replyOf = ({ reply }: Outcome): unknown => {
  const { ref: _ids, ...rest } = JSON.parse(JSON.stringify(reply)) as Record<string, unknown>;
  return rest;
};

describe("a process that dies between any two calls of its store", () => {
  it.each(Object.entries(cases))(
    "%s: done once, and answered as if nothing had happened",
    async (_name, one) => {
      const whole = await prepared(one);
      const expected = await deliver(whole.store, one, whole.planId);
      await whole.store.close();
      let deaths = 0;
      for (let step = 1; ; step += 1) {
        const { store, planId } = await prepared(one);
        const dying = dyingStore(store);
        dying.dieAt(step);
        await deliver(dying.store, one, planId).catch(() => undefined);
        const outcome = await deliver(store, one, planId);
        expect(replyOf(outcome), `killed at call ${step}`).toEqual(replyOf(expected));
        const plans = await store.plans.ownedBy("T1", "ada", 9);
        expect({
          plans: plans.length,
          revisions: plans[0]?.revisions.map(({ number }) => number),
          variants: plans[0]?.variants.length,
        }).toEqual(one.after);
        await store.close();
        if (!dying.isDead()) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThan(3);
    },
  );

  it("two runs of one delivery at the same moment: one change, one outcome", async () => {
    const one = cases["a change"]!;
    const { store, planId } = await prepared(one);
    const [a, b] = await Promise.all([deliver(store, one, planId), deliver(store, one, planId)]);
    expect(replyOf(a)).toEqual(replyOf(b));
    expect((await store.plans.get("T1", planId))?.revisions).toHaveLength(2);
    await store.close();
  });
});
