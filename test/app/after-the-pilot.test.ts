import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/conversation-port.ts";
import { readPaste } from "../../src/app/pasted-result.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

const oom = (capacity: number, allocated: number) =>
  `torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total capacity of ${capacity} GiB of which 1.20 GiB is free. Including non-PyTorch memory, this process has ${capacity - 1.2} GiB memory in use. Of the allocated memory ${allocated} GiB is allocated by PyTorch, and 1.00 GiB is reserved by PyTorch but unallocated.`;
const plain = (outcome: Outcome): string => wordsOf(outcome).replaceAll(/[\u00A0\u202F]/gu, " ");

let office: Office;
let threads = 0;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => office.store.close());

async function threadOf(run: string, log: string | null) {
  threads += 1;
  const place = { channel: "C1", threadTs: `${threads}.1`, kind: "channel" as const };
  const workspace = `W${threads}`;
  await office.say("ada", run, { ...place, workspace, mentioned: true });
  const asker = { workspace, user: "ada", locale: "en" as const, timeZone: null };
  const files = log === null ? [] : [await readPaste("your message", log)];
  const verdict =
    log === null
      ? ""
      : plain(await office.conversation.recordPilot({ asker, place, planId: null, files, unopened: [], addressed: true })); // prettier-ignore
  const say = async (text: string): Promise<string> =>
    plain(await office.say("ada", text, { ...place, workspace, mentioned: true }));
  return { verdict, say };
}

const asked = [
  "plan again",
  "replan with what was measured",
  "can you redo the plan with the measurements?",
  "what should we rent then?",
  "ok so which machine now?",
  "so what now?",
  "does it still fit?",
];
const demande = [
  "replanifie avec ce qui a été mesuré",
  "refais le plan avec ce qui a été mesuré",
  "on loue quoi alors ?",
  "du coup on loue quoi ?",
  "quelle carte louer maintenant ?",
  "et maintenant on fait quoi ?",
  "ça tient encore ?",
];

describe("what to do after a pilot that ran out of memory", () => {
  let lost: Awaited<ReturnType<typeof threadOf>>;
  beforeAll(async () => {
    lost = await threadOf("llama 3.1 70b lora r16, 4k, micro-batch 2, packing, 900M tokens on 4x h100 sxm, trl", oom(79.19, 74)); // prettier-ignore
  });
  it("the verdict says that the machine is out, and what holds the run", () => {
    expect(lost.verdict).toMatch(/no longer says that this run fits.*Does not fit on 4 × H100.*fits on/su);
    expect(lost.verdict).toContain("Next: make it fit.");
  });
  it.each(asked)("%s", async (text) => {
    expect(await lost.say(text)).toMatch(
      /^Does not fit on 4 × H100 SXM5.*best first:\n• .*fits on 2 × B200/su,
    );
  });
  it.each(demande)("%s", async (text) => {
    expect(await lost.say(text)).toMatch(
      /^Ça ne tient pas sur 4 × H100 SXM5.*meilleur d’abord :\n• .*tient sur 2 × B200/su,
    );
  });
});

it("a run that the plan had refused, and that ran out of memory, is as calculated", async () => {
  const { verdict, say } = await threadOf("llama 3.1 8b lora r16, 4k, micro-batch 8, packing, 900M tokens on L40S, trl", oom(44.4, 41)); // prettier-ignore
  expect(verdict).toMatch(/ran out of memory: as calculated.*Next: make it fit/su);
  expect(await say("plan again")).toMatch(/^Does not fit.*best first:/su);
});

it.each([...asked, ...demande])("a plan that stands is what is to be rented: %s", async (text) => {
  const { say } = await threadOf("llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 900M tokens on h100 sxm, trl", "peak allocated 33 GiB, 200 steps"); // prettier-ignore
  expect(await say(text)).toMatch(/^(?:As it stands|En l’état) ?: 1 × H100 SXM5.*(?:plan unchanged|plan inchangé)/su); // prettier-ignore
});

it.each([
  ["redo the plan with qlora", /QLoRA/u],
  ["refais le plan en 8k", /8[, ]192/u],
])("a change beside the wish is a change: %s", async (text, words) => {
  const { say } = await threadOf("llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 900M tokens on h100 sxm, trl", null); // prettier-ignore
  const said = await say(text);
  expect(said).toMatch(words);
  expect(said).not.toMatch(/^(?:As it stands|En l’état)/u);
});
