import type { Language } from "../src/domain/conversation.ts";
import { openFormButton } from "./help.ts";
import { bold, actions, section, toMessage, type Message } from "./kit.ts";
import { scene, type View } from "./view.ts";

export function welcomeMessage(language: Language, view: View): Message {
  const s = scene(language, view);
  return toMessage(
    { pieces: [section([bold(s.m.help.welcome)], [s.m.help.examples]), actions(openFormButton(s))] },
    { more: s.m.units.more },
  );
}

/** A note to one person: why the plan is elsewhere, or how to have it here. */
export function placeNote(language: Language, view: View, why: "invite-me" | "direct-message"): Message {
  const s = scene(language, view);
  const sentence = why === "invite-me" ? s.m.help.inviteMe : s.m.help.dmFallback;
  return toMessage({ pieces: [section([sentence])] }, { more: s.m.units.more });
}
