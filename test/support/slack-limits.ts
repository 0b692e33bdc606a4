import type { KnownBlock } from "@slack/types";
import { limits } from "../../blocks/limits.ts";

interface Faulty {
  readonly blocks: readonly KnownBlock[];
  readonly text?: string;
}

/** What Slack would refuse in a message or view, as sentences; empty when nothing. Written from the reference, not from the kit. */
export function slackFaults({ blocks, text }: Faulty, kind: "message" | "view" = "message"): string[] {
  const faults: string[] = [];
  const most = kind === "message" ? 50 : 100;
  if (blocks.length > most) faults.push(`${blocks.length} blocks`);
  if (kind === "message" && blocks.length === 0) faults.push("no blocks");
  if (kind === "message" && (text === undefined || text.trim() === "")) faults.push("no text");
  if ((text ?? "").length > 40_000) faults.push("text too long");
  const size = (label: string, value: string, max: number): void => {
    if (value.length === 0 || value.length > max) faults.push(`${label}: ${value.length} characters`);
  };
  const ids = new Set<string>();
  let total = 0;
  let tables = 0;
  const optionsOf = (
    label: string,
    options: readonly { text: { text: string }; value?: string }[],
    count: number,
  ): void => {
    if (options.length === 0 || options.length > count) faults.push(`${label}: ${options.length} options`);
    for (const o of options) {
      size(`${label} option`, o.text.text, 75);
      size(`${label} value`, o.value ?? "", 75);
    }
  };
  const element = (e: Record<string, unknown> & { type: string; action_id?: string | undefined }): void => {
    if (e.action_id !== undefined) {
      size("action_id", e.action_id, limits.actionId);
      if (ids.has(e.action_id)) faults.push(`action_id twice: ${e.action_id}`);
      ids.add(e.action_id);
    }
    if (e.type === "button") {
      size("button", (e as unknown as { text: { text: string } }).text.text, 75);
      const value = (e as { value?: string }).value;
      if (value !== undefined) size("button value", value, 2000);
    }
    if (e.type === "overflow") optionsOf("overflow", (e as never as { options: [] }).options, 5);
    if (e.type === "static_select") optionsOf("select", (e as never as { options: [] }).options, 100);
    if (e.type === "checkboxes") optionsOf("checkboxes", (e as never as { options: [] }).options, 10);
  };
  for (const block of blocks) {
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- every other block is a fault
    switch (block.type) {
      case "section":
        size("section", block.text?.text ?? "", 3000);
        total += block.text?.text.length ?? 0;
        break;
      case "context":
        if (block.elements.length === 0 || block.elements.length > 10) faults.push("context elements");
        for (const e of block.elements)
          if ("text" in e) {
            size("context", e.text, 3000);
            total += e.text.length;
          }
        break;
      case "actions":
        if (block.elements.length === 0 || block.elements.length > 25) faults.push("actions elements");
        for (const e of block.elements) element(e as never);
        break;
      case "input":
        size("label", block.label.text, 2000);
        element(block.element as never);
        break;
      case "table": {
        tables += 1;
        if (block.rows.length > 100) faults.push("table rows");
        const cells = block.rows.flat().map((cell) => ("text" in cell ? cell.text : ""));
        for (const cell of cells) if (cell.trim() === "") faults.push("empty cell");
        if (new Set(block.rows.map((r) => r.length)).size > 1) faults.push("ragged table");
        if (block.rows.some((r) => r.length > 20)) faults.push("table columns");
        const chars = cells.join("").length;
        if (chars > 10_000) faults.push(`table: ${chars} characters`);
        total += chars;
        break;
      }
      case "divider":
        break;
      default:
        faults.push(`unexpected block ${block.type}`);
    }
  }
  if (tables > 1) faults.push("two tables");
  if (kind === "message" && total > 12_000) faults.push(`${total} characters in all`);
  return faults;
}

/** Visible text of a head, without buttons, block by block: what its lines are counted on. */
export function readableTexts(
  blocks: readonly KnownBlock[],
): { text: string; kind: "section" | "context" }[] {
  return blocks.flatMap((block): { text: string; kind: "section" | "context" }[] => {
    if (block.type === "section") return [{ text: unescaped(block.text?.text ?? ""), kind: "section" }];
    if (block.type !== "context") return [];
    return block.elements.flatMap((e) =>
      "text" in e ? [{ text: unescaped(e.text), kind: "context" as const }] : [],
    );
  });
}

const unescaped = (mrkdwn: string): string =>
  mrkdwn
    .replaceAll("*", "")
    .replaceAll("`", "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
