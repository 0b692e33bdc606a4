export interface Line {
  /** From 1, blank lines counted. */
  readonly number: number;
  readonly text: string;
  readonly tooLong: boolean;
}

const newline = 10;

/**
 * Non-blank lines of a byte stream, in the batches in which they arrive: a reader can answer a whole batch before
 * it waits again. A line above the limit is cut and marked, so that memory stays flat whatever comes.
 */
export async function* linesOf(
  input: AsyncIterable<Buffer | string>,
  longest = 1_000_000,
): AsyncGenerator<readonly Line[]> {
  let number = 0;
  let pending: Buffer[] = [];
  let length = 0;

  const finish = (): Line[] => {
    number += 1;
    const tooLong = length > longest;
    const text = tooLong
      ? ""
      : Buffer.concat(pending, length)
          .toString("utf8")
          .replace(/^\uFEFF/u, "")
          .trim();
    pending = [];
    length = 0;
    return text === "" && !tooLong ? [] : [{ number, text, tooLong }];
  };
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length <= longest) pending.push(part);
    else pending = [];
  };

  for await (const chunk of input) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const batch: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      keep(bytes.subarray(start, end));
      batch.push(...finish());
      start = end + 1;
    }
    if (start < bytes.length) keep(bytes.subarray(start));
    if (batch.length > 0) yield batch;
  }
  const last = length > 0 ? finish() : [];
  if (last.length > 0) yield last;
}
