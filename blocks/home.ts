import type { HomeView, KnownBlock } from "@slack/types";
import type { Language, Revision } from "../src/domain/conversation.ts";
import { subjectWords } from "./facts.ts";
import type { TeamSettings } from "../src/domain/pilot/team-settings.ts";
import { openFormButton } from "./help.ts";
import { actionIds, encodeButton } from "./ids.ts";
import {
  actions,
  bold,
  button,
  context,
  mention,
  divider,
  section,
  toMessage,
  type Line,
  type Piece,
} from "./kit.ts";
import { settingsButton, settingsLines } from "./settings.ts";
import { scene, type Scene, type View } from "./view.ts";

/** As much of a stored plan as the Home tab shows. */
export interface HomePlan {
  readonly id: string;
  readonly owner: string;
  readonly revisions: readonly Revision[];
  readonly updatedAt: string;
  readonly archivedAt: string | null;
}

export interface HomeState {
  readonly mine: readonly HomePlan[];
  readonly team: readonly HomePlan[];
  readonly settings: TeamSettings;
  readonly language: Language;
  readonly view: View;
}

const most = 10;

/** What a plan waits for: an answer, or the next stage. */
function stageWords({ revisions }: HomePlan, s: Scene): string {
  const plan = revisions.at(-1)?.plan;
  if (plan === undefined) return s.m.units.unknown;
  if (plan.infeasible !== null) return s.m.head.doesNotFitShort;
  if (plan.best === null) return s.m.questions.title.replace(/\s*:$/u, "");
  const next = plan.stages.find((stage) => stage.state === "next");
  return next === undefined ? s.m.stages.states.advised : s.m.stages.names[next.stage];
}

function planPieces(plan: HomePlan, index: number, owner: boolean, s: Scene): Piece[] {
  const last = plan.revisions.at(-1);
  if (last === undefined) return [];
  const title = [subjectWords(last.plan.spec, s), s.m.head.revision(last.number)].join(" · ");
  const facts: Line = [
    s.m.home.stage(stageWords(plan, s)),
    " · ",
    s.m.home.updated(s.f.date(plan.updatedAt, { time: true, timeZone: s.view.timeZone })),
    plan.archivedAt === null ? "" : ` · ${s.m.home.archived}`,
  ];
  const who: Line[] = owner ? [] : [[s.m.home.waits(""), mention(plan.owner)]];
  return [
    section([bold(title)], facts, ...who),
    actions(
      button(
        s.m.head.buttons.open,
        actionIds.homeOpen(index),
        encodeButton({ plan: plan.id, revision: last.number }),
      ),
    ),
  ];
}

/** My plans, the team's, their stage and whom they wait for. */
export function homeView({ mine, team, settings, language, view }: HomeState): HomeView {
  const s = scene(language, view);
  const others = team.filter((t) => !mine.some((m) => m.id === t.id)).slice(0, most);
  const own = mine.slice(0, most);
  const pieces: Piece[] = [
    section([s.m.help.welcome]),
    actions(openFormButton(s)),
    divider,
    section([bold(s.m.home.mine)], ...(own.length === 0 ? [[s.m.home.noneMine]] : [])),
    ...own.flatMap((plan, i) => planPieces(plan, i, true, s)),
    divider,
    section([bold(s.m.home.team)], ...(others.length === 0 ? [[s.m.home.noneTeam]] : [])),
    ...others.flatMap((plan, i) => planPieces(plan, own.length + i, false, s)),
    divider,
    section([bold(s.m.settings.title)], ...settingsLines(settings, s)),
    context([s.m.settings.howTo]),
    actions(settingsButton(s)),
  ];
  const blocks: KnownBlock[] = toMessage({ pieces }, { more: s.m.units.more }).blocks;
  return { type: "home", blocks };
}
