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
 * What Slack would show as a bare mark: every * and ` of ours opens after a blank or a sign and closes before one, with
 * no blank inside. Signs of the text itself are look-alikes, so each mark found is ours.
 */
export function bareMarks(mrkdwn: string): readonly string[] {
  return mrkdwn.split("\n").flatMap((line) =>
    ["\\*", "`"].flatMap((mark) => {
      const marks = [...line.matchAll(new RegExp(`(?<=([\\s\\S]?))${mark}(?=([\\s\\S]?))`, "gu"))];
      const odd = marks.length % 2 === 1 ? [`odd ${mark}: ${line}`] : [];
      const touching = marks.flatMap(([, before = "", after = ""], n) => {
        const [outer, inner] = n % 2 === 0 ? [before, after] : [after, before];
        return /[\p{L}\p{N}]/u.test(outer) || inner === "" || /\s/u.test(inner) ? [`${mark}: ${line}`] : [];
      });
      return [...odd, ...touching];
    }),
  );
}
