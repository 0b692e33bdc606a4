import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parse } from "csv-parse";
import type { FeedFailure, RowIssue } from "../../app/price-ports.ts";

export interface CsvRow {
  /** "aws/vms.csv:17": the line on which the row ends, the header being line 1. */
  readonly at: string;
  /** Trimmed; "" where the column is missing or empty. */
  readonly value: (column: string) => string;
  readonly text: string;
}

const slice = 65_536;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Rows by the names of the header, whatever the order of the columns. A row with a wrong number of fields is refused;
 * the last row being one, or a quote that never closes, means that the file is cut. Other work gets its turn between
 * rows: the largest file takes half a second.
 */
export async function readCsv(
  name: string,
  text: string,
  required: readonly string[],
): Promise<{ readonly rows: readonly CsvRow[]; readonly issues: readonly RowIssue[] } | FeedFailure> {
  const pieces = Array.from({ length: Math.ceil(text.length / slice) }, (_, i) =>
    text.slice(i * slice, (i + 1) * slice),
  );
  const parser = Readable.from(pieces).pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 100_000,
    }),
  );
  const rows: CsvRow[] = [];
  const issues: RowIssue[] = [];
  let columns: ReadonlyMap<string, number> | null = null;
  let lastIsWhole = true;
  let count = 0;
  try {
    for await (const each of parser) {
      const { record, info } = each as Parsed;
      count += 1;
      if (count % 500 === 0) await nextTurn();
      if (columns === null) {
        columns = new Map(record.map((column, i) => [column, i]));
        const missing = required.filter((column) => columns?.has(column) !== true);
        if (missing.length > 0) return { code: "not-the-shape", detail: `no column ${missing.join(", ")}` };
        continue;
      }
      const at = `${name}:${info.lines}`;
      lastIsWhole = record.length === columns.size;
      const line = record.join(",");
      if (!lastIsWhole) {
        issues.push({ at, code: "wrong-field-count", read: line.slice(0, 120) });
        continue;
      }
      const known = columns;
      rows.push({ at, value: (column) => record[known.get(column) ?? -1] ?? "", text: line });
    }
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    return code === "CSV_QUOTE_NOT_CLOSED"
      ? { code: "truncated", detail: `${name}: a quote that does not close` }
      : { code: "not-the-shape", detail: `${name}: ${code === "" ? "unreadable" : code}` };
  }
  if (columns === null) return { code: "not-the-shape", detail: `${name}: no header` };
  if (!lastIsWhole) return { code: "truncated", detail: `${name}: the last row is cut` };
  return { rows, issues };
}

/** A number as written; null when there is none. Python's "nan" and "None" are none. */
export function numberOf(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text)) return null;
  return Number(text);
}
