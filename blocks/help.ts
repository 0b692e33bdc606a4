import type { Scene } from "./view.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { capital, wordFor } from "../src/i18n/words-of.ts";
import { bold, actions, button, section, type Line, type Piece } from "./kit.ts";

/** What is said about a subject: sentences of the help, of a point to check, or of a belief put right. */
function knownAbout(topic: string, s: Scene): readonly string[] {
  const { topics, amdCard } = s.m.help;
  const beliefs = s.m.premises;
  switch (topic) {
    case "rocm":
      return [s.m.caveats["rocm-validation"].full({ card: amdCard })];
    case "parallelism":
      return [topics.ddp, topics.fsdp, topics.zero];
    case "interconnect":
      return [s.m.caveats["scaling-not-linear"].full({}), topics["tensor-parallel"]];
    case "memory-levers":
      return [topics["gradient-checkpointing"], topics["fused-loss"], topics.packing];
    case "pilot-record":
      return [topics.pilot];
    case "checkpoints-resume-spot":
      return [s.m.caveats["prove-restore"].full(), topics.spot];
    case "gb-gib":
      return [beliefs["gb-vs-gib"]({})];
    case "allocated-reserved-device":
      return [s.m.caveats["allocator-vs-device"].full()];
    case "qlora-larger":
      return [beliefs["qlora-always-smaller"]()];
    case "memory-and-batch":
      return [beliefs["batch-stabilises"](), topics["micro-batch"]];
    default: {
      const own = wordFor<string>(topics, topic);
      return own === undefined ? [] : [own];
    }
  }
}

/** How to ask; with a topic, what is known about it, or plainly that nothing is yet. */
export function helpPieces(topic: string | null, hasPlan: boolean, s: Scene): Piece[] {
  if (topic === null) {
    return [
      section([bold(s.m.help.title)]),
      section(...s.m.help.lines.map((line): Line => ["• ", line])),
      actions(openFormButton(s)),
    ];
  }
  const known = knownAbout(topic, s).map(capital);
  return known.length === 0 ? noAnswerPieces(topic, hasPlan, s) : [section(...known.map((line) => [line]))];
}

/** "No answer to this yet", and what can be done instead. */
export function noAnswerPieces(topic: string | null, hasPlan: boolean, s: Scene): Piece[] {
  const { noAnswer } = s.m.answers;
  const subject = topic === null ? undefined : wordFor<string>(s.m.help.subjects, topic);
  return [
    section(
      [bold(subject === undefined ? noAnswer.plain : noAnswer.topic(subject))],
      [hasPlan ? noAnswer.canWithPlan : noAnswer.can],
    ),
  ];
}

export const openFormButton = (s: Scene) =>
  button(s.m.help.openForm, actionIds.openForm, encodeButton({ plan: "", revision: 0 }), "primary");
