import type { z } from "zod";
import type { FeedAsk, FeedRead, PriceFeed, PriceSource, RowIssue } from "../../app/price-ports.ts";
import { failureOf, jsonOf, send, type Ask, type Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";
import { feedContent } from "./tidy-offers.ts";

/** Where a row stands in the answer, for its issues, and its value. */
export type ListedRow = readonly [at: string, value: unknown];

/** A price list that is one JSON document behind a key. */
export interface KeyedList<Answer, Row> {
  readonly key: PriceSource;
  /** In the catalogue's sources. */
  readonly source: string;
  readonly request: Pick<Ask, "url" | "method" | "body" | "maxBytes">;
  readonly accepts: Readonly<Record<string, string>>;
  readonly answer: z.ZodType<Answer>;
  /** What an answer of another shape lacks. */
  readonly missing: string;
  readonly rowsOf: (answer: Answer) => readonly ListedRow[];
  readonly row: z.ZodType<Row>;
  readonly pricesOf: (row: Row, at: string, issues: RowIssue[]) => readonly StatedPrice[];
}

export const keyedFeed = <Answer, Row>(
  list: KeyedList<Answer, Row>,
  wire: Wire,
  knowledge: PriceKnowledge,
  key: string,
): PriceFeed => ({
  key: list.key,
  source: list.key,
  read: (ask) => readList(list, wire, knowledge, key, ask),
});

/** The list as it stands today; a row that cannot be read is named and left out. */
async function readList<Answer, Row>(
  list: KeyedList<Answer, Row>,
  wire: Wire,
  knowledge: PriceKnowledge,
  key: string,
  { now, signal }: FeedAsk,
): Promise<FeedRead> {
  const headers = { authorization: `Bearer ${key}`, ...list.accepts };
  const sent = await send(wire, { ...list.request, headers, signal, keyed: true });
  if (sent.kind === "failed") return failureOf(sent);
  if (sent.kind === "unchanged") return { kind: "unchanged", observedAt: null };
  const json = jsonOf(sent.bytes);
  if ("code" in json) return failureOf(json);
  const answer = list.answer.safeParse(json.value);
  if (!answer.success) return { kind: "failed", code: "not-the-shape", detail: list.missing };
  const kept: StatedPrice[] = [];
  const issues: RowIssue[] = [];
  for (const [at, value] of list.rowsOf(answer.data)) {
    const row = list.row.safeParse(value);
    if (row.success) kept.push(...list.pricesOf(row.data, at, issues));
    else issues.push({ at, code: "unreadable-row", read: row.error.issues[0]?.path.join(".") ?? "" });
  }
  const observedAt = now.toISOString().slice(0, 10);
  return feedContent({ kept, issues }, knowledge, { source: list.source, observedAt });
}
