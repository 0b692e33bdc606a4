import type { KnownBlock } from "@slack/types";

/** Every text of a message as Slack gets it, marks included. */
export const mrkdwnTexts = (blocks: readonly KnownBlock[]): readonly string[] =>
  blocks.flatMap((block) => {
    if (block.type === "section") return block.text?.type === "mrkdwn" ? [block.text.text] : [];
    return block.type === "context"
      ? block.elements.flatMap((e) => (e.type === "mrkdwn" ? [e.text] : []))
      : [];
  });

/**
 * What Slack would show as a bare mark: every * and ` of ours opens after a blank or a sign and closes before one, with no
 * blank inside. Signs of the text itself are look-alikes, so each mark found is ours.
 */
export function bareMarks(mrkdwn: string): readonly string[] {
  const faults: string[] = [];
  for (const line of mrkdwn.split("\n")) {
    for (const mark of ["*", "`"]) {
      const at = [...line].flatMap((char, i) => (char === mark ? [i] : []));
      const chars = [...line];
      if (at.length % 2 === 1) faults.push(`odd ${mark}: ${line}`);
      at.forEach((i, n) => {
        const [outer, inner] = n % 2 === 0 ? [chars[i - 1], chars[i + 1]] : [chars[i + 1], chars[i - 1]];
        if (/[\p{L}\p{N}]/u.test(outer ?? "") || /\s/u.test(inner ?? " "))
          faults.push(`${mark} at ${i}: ${line}`);
      });
    }
  }
  return faults;
}
