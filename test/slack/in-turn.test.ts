import { expect, it } from "vitest";
import type { Conversation } from "../../src/app/conversation-port.ts";
import { inTurn } from "../../src/slack/in-turn.ts";

/** A conversation whose answers wait until they are let go. */
function held() {
  const started: string[] = [];
  const letGo: (() => void)[] = [];
  const answer = (name: string) => () => {
    started.push(name);
    return new Promise<never>((_resolve, reject) => {
      letGo.push(() => {
        reject(new Error(name));
      });
    });
  };
  const names = [
    "receive", "planFromSpec", "applyToPlan", "undo", "adoptVariant", "setSilence", "mine", "team",
  ] as const; // prettier-ignore
  const conversation = Object.fromEntries(
    names.map((name) => [name, answer(name)]),
  ) as unknown as Conversation;
  return { conversation, started, letGo };
}

const turns = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

it("works on two answers at a time, in the order asked, and an answer that fails gives its place on", async () => {
  const { conversation, started, letGo } = held();
  const limited = inTurn(conversation);
  const asker = { workspace: "w", user: "u", locale: null, timeZone: null };
  const asked = Array.from({ length: 5 }, () => limited.mine(asker).catch(() => "failed"));
  await turns();
  expect(started).toHaveLength(2);
  letGo[0]?.();
  await turns();
  expect(started).toHaveLength(3);
  for (let n = 1; n < 5; n += 1) {
    letGo[n]?.();
    await turns();
  }
  expect(await Promise.all(asked)).toEqual(Array(5).fill("failed"));
  expect(started).toHaveLength(5);
});
