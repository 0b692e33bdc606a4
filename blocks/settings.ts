import type { Answer } from "../src/domain/conversation.ts";
import type { TeamSettings } from "../src/domain/pilot/team-settings.ts";
import { shorten } from "./escape.ts";
import { actionIds } from "./ids.ts";
import { actions, bold, button, context, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

type Settings = Extract<Answer, { about: "settings" }>;

/** People by name, without ringing them. */
const named = (people: readonly string[], s: Scene): string =>
  s.f.list(people.map((who) => shorten(s.view.nameOf?.(who) ?? who, 40)));

/** What the team has decided, one line each. */
export function settingsLines({ threshold, approvers, changed }: TeamSettings, s: Scene): Line[] {
  const { settings } = s.m;
  const by = changed === null ? null : s.view.nameOf?.(changed.by);
  return [
    [settings.threshold(s.f.money(threshold.amount, threshold.currency))],
    [approvers.length === 0 ? settings.anybodyWaives : settings.approvers(named(approvers, s))],
    ...(changed === null
      ? []
      : [
          [
            settings.changed(
              by == null ? null : shorten(by, 40),
              s.f.date(changed.at, { year: true, timeZone: s.view.timeZone }),
            ),
          ],
        ]),
  ];
}

/** The team's settings, after what was done to them or why it was not. */
export function settingsPieces({ settings: now, done }: Settings, s: Scene): Piece[] {
  const { settings } = s.m;
  const refused = done === "shown" || done === "changed" ? null : settings.refusals[done];
  return [
    ...(refused === null ? [] : [section([refused])]),
    section([bold(done === "changed" ? settings.changedTitle : settings.title)], ...settingsLines(now, s)),
    context([settings.howTo]),
    actions(settingsButton(s)),
  ];
}

/** Opens the form of both settings. */
export const settingsButton = (s: Scene) =>
  button(s.m.settings.form.open, actionIds.openSettings, "settings");
