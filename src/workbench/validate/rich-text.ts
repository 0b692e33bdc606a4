import type { Check } from "./check.ts";
import { anything, boolean, byType, integer, items, matching, oneOf, shape, text } from "./check.ts";
import { LIMITS } from "../limits.ts";

const style = {
  style: shape(
    {},
    {
      bold: boolean,
      italic: boolean,
      strike: boolean,
      code: boolean,
      underline: boolean,
      highlight: boolean,
      client_highlight: boolean,
      unlink: boolean,
    },
  ),
};

/** What may stand in a line of rich text. */
const inline = byType({
  text: shape({ text: text(1, LIMITS.sectionText * 10) }, style),
  link: shape({ url: text(1, LIMITS.url) }, { ...style, text: text(1, LIMITS.sectionText), unsafe: boolean }),
  emoji: shape(
    { name: text(1, 255) },
    { ...style, unicode: text(1, 255), skin_tone: integer(1, 6), url: text(1, LIMITS.url) },
  ),
  user: shape({ user_id: text(1, 255) }, style),
  usergroup: shape({ usergroup_id: text(1, 255) }, style),
  channel: shape({ channel_id: text(1, 255) }, style),
  broadcast: shape({ range: oneOf("here", "channel", "everyone") }, style),
  color: shape({ value: matching(/^#[0-9a-f]{6}$/iu, "a colour like #RRGGBB") }, style),
  date: shape(
    { timestamp: integer(0, 9_999_999_999), format: text(1, 255) },
    { ...style, url: text(1, LIMITS.url), fallback: text(1, 255) },
  ),
  team: shape({ team_id: text(1, 255) }, style),
});

const line = items(inline, 0, 10_000);
const section = shape({ elements: line });
const border = integer(0, 1);

const part = byType({
  rich_text_section: section,
  rich_text_list: shape(
    { elements: items(byType({ rich_text_section: section }), 1, 10_000), style: oneOf("bullet", "ordered") },
    { indent: integer(0, 8), offset: integer(0, 100_000), border },
  ),
  rich_text_quote: shape({ elements: line }, { border }),
  rich_text_preformatted: shape({ elements: line }, { border, language: anything }),
});

export const richTextBlock: Check = byType({
  rich_text: shape({ elements: items(part, 1, 10_000) }, { block_id: text(1, LIMITS.blockId) }),
});
