import type { Scene } from "./view.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { wordFor } from "../src/i18n/words-of.ts";
import { bold, actions, button, section, type Line, type Piece } from "./kit.ts";

/** How to ask; with a topic, what that topic means. */
export function helpPieces(topic: string | null, s: Scene): Piece[] {
  const about = topic === null ? undefined : wordFor(s.m.help.topics, topic);
  if (about !== undefined) return [section([about])];
  return [
    section([bold(s.m.help.title)]),
    section(...s.m.help.lines.map((line): Line => ["• ", line])),
    actions(openFormButton(s)),
  ];
}

export const openFormButton = (s: Scene) =>
  button(s.m.help.openForm, actionIds.openForm, encodeButton({ plan: "", revision: 0 }), "primary");
