import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import { openOffice, world, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
const trace =
  'Traceback (most recent call last):\n  File "train.py", line 12, in <module>\n    trainer.train()\n';
const message = (allocated: number, reserved: number) =>
  `torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.65 GiB total capacity; ${allocated} GiB already allocated; 1.2 GiB free; ${reserved} GiB reserved in total by PyTorch)`;

describe("a message of the allocator with no run beside it", () => {
  it.each([
    ["a whole trace", trace + message(21.02, 22.1), /at least 23 GiB.*fragmentation is not the cause.*Tell me the model/su],
    ["the line alone", message(21.02, 22.1), /at least 23 GiB.*fragmentation is not the cause/su],
    ["much of it reserved and free", message(17, 22.1), /at least 19 GiB.*expandable_segments/su],
    ["only what was asked for", "help, CUDA out of memory. Tried to allocate 512.00 MiB", /one tensor more of 0\.5 GiB.*reserved against what is allocated/su],
    ["no figure at all", "help, CUDA out of memory at step 1", /^The card is full\..*cheapest way out/su],
    ["French around it", "aidez-moi svp : CUDA out of memory. Tried to allocate 2.00 GiB", /La carte est pleine : un tenseur de plus, de 2 Gio/u],
  ])("is read for what its figures say, and asked about the run: %s", async (_what, text, words) => {
    const { reply } = await office.say("ada", text, { mentioned: true });
    expect(plainText(reply, view).replace(/[\u00A0\u202F]/gu, " ")).toMatch(words);
  }); // prettier-ignore
});
