import type { PilotReading, ReadingWarning } from "../domain/pilot-reading.ts";
import { makeLogReader } from "../readings/read-log.ts";

/** Bytes as they come, and characters after decompression: a small archive may hold a huge text. */
const most = { bytes: 20 * 2 ** 20, characters: 200 * 2 ** 20 } as const;
/** A line above this is read in pieces, so that memory stays flat. */
const longestLine = 1 << 20;

export type Bytes = AsyncIterable<Uint8Array | string>;

/** Readings of one file or paste: plain or gzip, UTF-8 or UTF-16, up to 20 MB, line by line. Never rejects for its content. */
export async function readPilotFile(
  source: Bytes,
  alsoLine: (raw: string) => void = () => undefined,
): Promise<PilotReading> {
  const reader = makeLogReader();
  const noted: ReadingWarning[] = [];
  const note = (code: ReadingWarning["code"]): void => {
    noted.push({ code, params: {} });
  };
  try {
    await readLines(
      source,
      (raw) => {
        reader.line(raw);
        alsoLine(raw);
      },
      note,
    );
  } catch (cause) {
    if (!(cause instanceof BrokenArchive)) throw cause;
    note("truncated");
  }
  const only = noted.some(({ code }) => code === "binary") ? makeLogReader() : reader;
  const reading = only.end(noted);
  return {
    ...reading,
    warnings: reading.warnings.filter(({ code }) => code !== "nothing-read" || only === reader),
  };
}

class BrokenArchive extends Error {}

async function readLines(
  source: Bytes,
  line: (raw: string) => void,
  note: (code: ReadingWarning["code"]) => void,
): Promise<void> {
  const chunks = capped(source, note)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const zipped = first.value[0] === 0x1f && first.value[1] === 0x8b;
  const rest = prepended(first.value, chunks);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let pending = "";
  let read = 0;
  for await (const bytes of zipped ? unzipped(rest) : rest) {
    if (decoder === null) {
      const encoding = encodingOf(bytes);
      if (encoding === null) {
        note("binary");
        return;
      }
      decoder = new TextDecoder(encoding);
    }
    read += bytes.length;
    const lines = (pending + decoder.decode(bytes, { stream: true })).split("\n");
    pending = lines.pop() ?? "";
    lines.forEach(line);
    if (pending.length > longestLine) {
      line(pending);
      pending = "";
    }
    if (read > most.characters) {
      note("cut-short");
      break;
    }
  }
  if (pending !== "") line(pending);
}

async function* capped(
  source: Bytes,
  note: (code: ReadingWarning["code"]) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let read = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : new Uint8Array(chunk);
    if (bytes.length === 0) continue;
    const room = most.bytes - read;
    read += bytes.length;
    if (bytes.length > room) {
      note("cut-short");
      if (room > 0) yield bytes.subarray(0, room);
      return;
    }
    yield bytes;
  }
}

async function* prepended(
  first: Uint8Array<ArrayBuffer>,
  rest: AsyncIterator<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* unzipped(source: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const stream = ReadableStream.from(source).pipeThrough(new DecompressionStream("gzip"));
  try {
    for await (const bytes of stream) yield bytes as Uint8Array;
  } catch (cause) {
    throw new BrokenArchive("the archive breaks off", { cause });
  }
}

/** By its first bytes; null = not text. A redirect of PowerShell writes UTF-16. */
function encodingOf(bytes: Uint8Array): string | null {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 4096);
  const zeros = head.filter((byte) => byte === 0).length;
  if (zeros === 0)
    return magics.some((magic) => magic.every((byte, i) => bytes[i] === byte)) ? null : "utf-8";
  const odd = head.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  return odd === zeros && zeros > head.length / 4 ? "utf-16le" : null;
}

/** PNG, JPEG, PDF, zip: they may hold no zero byte at first. */
const magics: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x25, 0x50, 0x44, 0x46],
  [0x50, 0x4b, 0x03, 0x04],
];
