import type { Answer, PlanRef } from "../src/domain/conversation.ts";
import { launchers } from "../src/domain/launch.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { shorten } from "./escape.ts";
import { actions, bold, button, code, section, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

type LaunchAnswer = Extract<Answer, { about: "launch-file" }>;

/** How the file is started, what it still needs, and the tools it could be written for instead. */
export function launchFilePieces(
  { launcher, unknown, file }: LaunchAnswer,
  ref: PlanRef | null,
  s: Scene,
): Piece[] {
  const { launch } = s.m;
  if (unknown !== undefined) {
    const known = launchers.map((one) => launch.tools[one]);
    return [section([launch.noSuchTool(shorten(unknown, 40), s.f.list(known))])];
  }
  if (file === null) return [section([launch.nothingToLaunch])];
  const others = launchers.filter((other) => other !== launcher);
  const value =
    ref === null
      ? null
      : encodeButton({
          plan: ref.planId,
          revision: ref.revision,
          ...(ref.variant === undefined ? {} : { variant: ref.variant.id }),
        });
  return [
    section(
      [bold(launch.fileFor(launch.tools[launcher])), s.m.units.colon, code(file.fileName)],
      [launch.notes.start, " ", code(file.start)],
      ...(file.open.length === 0
        ? []
        : [[launch.stillOpen(file.open.map((part) => launch.open[part]).join(", "))]]),
      [launch.readComments],
    ),
    ...(value === null
      ? []
      : [actions(...others.map((other) => button(launch.tools[other], actionIds.launchFile(other), value)))]),
  ];
}
