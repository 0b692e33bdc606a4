import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const trace =
  'Traceback (most recent call last):\n  File "train.py", line 12, in <module>\n    trainer.train()\n';
const today = (asked: string, free: string, unallocated: string) =>
  `torch.OutOfMemoryError: CUDA out of memory. Tried to allocate ${asked}. GPU 0 has a total capacity of 44.40 GiB of which ${free} is free. Including non-PyTorch memory, this process has 43.29 GiB memory in use. Of the allocated memory 42.00 GiB is allocated by PyTorch, and ${unallocated} is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.`;
const message = (allocated: number, reserved: number) =>
  `torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.65 GiB total capacity; ${allocated} GiB already allocated; 1.2 GiB free; ${reserved} GiB reserved in total by PyTorch)`;

describe("a message of the allocator with no run beside it", () => {
  it.each([
    ["a whole trace", trace + message(21.02, 21.5), /at least 23 GiB.*fragmentation is not the cause.*Tell me the model/su],
    ["the line alone", message(21.02, 21.5), /at least 23 GiB.*fragmentation is not the cause/su],
    ["much of it reserved and free", message(17, 22.1), /at least 19 GiB.*expandable_segments/su],
    ["today's words, less free than asked", today("2.00 GiB", "1.10 GiB", "812.00 MiB"), /^(?!Fragmentation).*at least 44 GiB.*1\.9 GiB, less than was asked for, so fragmentation is not the cause/su],
    ["today's words, in MiB alone", today("900.00 MiB", "50.00 MiB", "812.00 MiB"), /less than was asked for, so fragmentation is not the cause/su],
    ["today's words, enough of it unused", today("512.00 MiB", "310.00 MiB", "812.00 MiB"), /^Fragmentation: 1\.1 GiB .*expandable_segments/su],
    ["only what was asked for", "help, CUDA out of memory. Tried to allocate 512.00 MiB", /one tensor more of 0\.5 GiB.*reserved against what is allocated/su],
    ["no figure at all", "help, CUDA out of memory at step 1", /^The card is full\..*cheapest way out/su],
    ["French around it", "aidez-moi svp : CUDA out of memory. Tried to allocate 2.00 GiB", /La carte est pleine : un tenseur de plus, de 2 Gio/u],
  ])("is read for what its figures say, and asked about the run: %s", async (_what, text, words) => {
    const outcome = await office.say("ada", text, { mentioned: true });
    expect(wordsOf(outcome).replace(/[\u00A0\u202F]/gu, " ")).toMatch(words);
  }); // prettier-ignore
});
