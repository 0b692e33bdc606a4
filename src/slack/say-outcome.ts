import { pictureOf, voiceFor } from "../../blocks/chart.ts";
import { renderReply } from "../../blocks/render-reply.ts";
import { scene, type View } from "../../blocks/view.ts";
import { breathe } from "../app/breathe.ts";
import type { Outcome } from "../app/conversation-port.ts";
import type { PlanRecord } from "../app/ports.ts";
import type { Answer as SaidAnswer } from "../domain/conversation.ts";
import { altText, chartTitle } from "../i18n/chart-words.ts";
import { words } from "../i18n/messages.ts";
import type { Answer, FileToPost } from "./answer.ts";
import type { Bot } from "./bot.ts";
import { meet } from "./people.ts";
import { sendKit } from "./send-kit.ts";
import { standingReply } from "./show-plan.ts";
import { viewFor } from "./view-for.ts";

/** Where an answer goes and what it answers. */
export interface Spot {
  readonly key: string;
  readonly user: string;
  readonly channel: string | null;
  readonly threadTs: string | null;
  readonly responseUrl: string;
}

/** Help, lists and problems concern the asker alone; plans and what changes them concern the channel. */
const forAskerAlone = new Set<Outcome["reply"]["kind"]>(["answer", "problem", "refusal"]);

/** The head and details that stand in the channel, as they should read now, in the plan's own language. */
async function editsOf(bot: Bot, record: PlanRecord): Promise<NonNullable<Answer["edits"]>> {
  const { channel, headTs, detailsTs, language } = record;
  const reply = standingReply(record, language, bot.rates());
  if (channel === null || headTs === null || reply === null) return [];
  const view = await viewFor(bot, { user: record.owner, channel }, record);
  await breathe();
  const { head, details } = renderReply(reply, view);
  return [
    ...(head === undefined ? [] : [{ channel, ts: headTs, message: head }]),
    ...(details === undefined || detailsTs === null ? [] : [{ channel, ts: detailsTs, message: details }]),
  ];
}

/** A plan that changed its figures, and stands somewhere: a what-if of somebody else changes nothing. */
const changesTheHead = ({ reply }: Outcome): boolean =>
  (reply.kind === "answer" &&
    (reply.answer.about === "pilot" ||
      reply.answer.about === "stage" ||
      (reply.answer.about === "corrections" && reply.answer.said.kind === "withdrawn"))) ||
  ((reply.kind === "change" || reply.kind === "plan" || reply.kind === "question") &&
    reply.ref.variant === undefined);

/** Reminders are their owner's alone: where others read along nobody else sees the answer. */
const isPersonal = ({ reply }: Outcome, { channel }: { channel: string | null }): boolean =>
  reply.kind === "answer" && reply.answer.about === "reminders" && channel?.startsWith("D") !== true;

function launchFileIn(answer: SaidAnswer): readonly FileToPost[] {
  if (answer.about !== "launch-file" || answer.file === null) return [];
  const { fileName: name, text } = answer.file;
  const snippet = /\.ya?ml$/u.test(name) ? "yaml" : "shell";
  return [{ kind: "text", name, title: name, alt: "", text, snippet }];
}

/** What stands below the words of a chart or a launch file; in the clock of whoever asked. */
function filesOf({ reply }: Outcome, view: View): readonly FileToPost[] {
  const besides = ("beside" in reply ? (reply.beside ?? []) : []).flatMap(({ answer }) =>
    launchFileIn(answer),
  );
  if (reply.kind !== "answer") return besides;
  const { answer } = reply;
  const launched = [...launchFileIn(answer), ...besides];
  if (launched.length > 0) return launched;
  if (answer.about !== "chart" || answer.charted.figures === null) return [];
  const { kind, figures } = answer.charted;
  const s = scene(reply.language, view);
  const voice = voiceFor(figures, s);
  return [
    {
      kind: "picture",
      name: `gpu-plan-${kind}.png`,
      title: chartTitle(figures, voice),
      alt: altText(figures, voice),
      picture: pictureOf(figures, s),
    },
  ];
}

type Said = Pick<Answer, "head" | "details" | "thread" | "ephemeral" | "files">;

async function whatToSay(
  bot: Bot,
  outcome: Outcome,
  reader: { user: string; channel: string | null },
  quiet: boolean,
): Promise<Said> {
  const { reply, record } = outcome;
  if (reply.kind === "answer" && reply.answer.about === "settings")
    await meet(bot.people, reply.answer.settings);
  const place = await viewFor(bot, reader, record);
  const own = reply.kind === "answer" && reply.answer.about === "chart";
  const view = own ? { ...place, timeZone: (await bot.people.find(reader.user)).timeZone } : place;
  await breathe();
  const { head, details, thread, ephemeral } = renderReply(reply, view);
  const files = filesOf(outcome, view);
  if (files.length > 0 && thread !== undefined) return { thread, files };
  if (ephemeral !== undefined) return { ephemeral };
  const spoken = thread ?? head;
  const alone = (quiet && forAskerAlone.has(reply.kind)) || isPersonal(outcome, reader);
  if (alone) return spoken === undefined ? {} : { ephemeral: spoken };
  // The head stands already: what would start a thread is a reply in it.
  const stands = record !== null && record.headTs !== null;
  if (thread !== undefined || stands)
    return spoken === undefined ? {} : { thread: spoken, ...(files.length === 0 ? {} : { files }) };
  return {
    ...(head === undefined ? {} : { head }),
    ...(details === undefined ? {} : { details }),
    ...(files.length === 0 ? {} : { files }),
  };
}

const versionOf = ({ revisions, progress, updatedAt }: PlanRecord): string =>
  JSON.stringify([
    revisions.at(-1)?.number,
    updatedAt,
    progress.pilots.length,
    progress.waivers.length,
    progress.reservation !== null,
    progress.closing !== null,
  ]);
const mostCatchUps = 3;

/**
 * Two changes at once may be posted in the other order, by other processes too: whoever posted looks once more, and
 * brings the head to what is kept by then.
 */
async function catchUp(bot: Bot, shown: PlanRecord, spot: Spot): Promise<void> {
  let drawn = shown;
  for (let round = 1; round <= mostCatchUps; round += 1) {
    const kept = await bot.store.plans.get(shown.workspace, shown.id);
    if (kept === null || versionOf(kept) === versionOf(drawn)) return;
    await bot.outbox.say({
      v: 1,
      workspace: shown.workspace,
      key: `${spot.key} head ${round}`,
      user: spot.user,
      language: kept.language,
      channel: spot.channel,
      threadTs: spot.threadTs,
      responseUrl: "",
      planId: kept.id,
      edits: await editsOf(bot, kept),
    });
    drawn = kept;
  }
}

/** Outcome → blocks → one answer for one delivery. Silence says nothing. */
export async function sayOutcome(bot: Bot, outcome: Outcome, spot: Spot, quiet = false): Promise<void> {
  const { reply, record } = outcome;
  if (outcome.secretSeen) {
    await bot.poster.whisper(spot, { text: words(reply.language).answers.secret, blocks: [] });
  }
  if (reply.kind === "silence") return;
  bot.reminding.soon();
  const stands = record !== null && record.headTs !== null;
  const alreadyDirect = spot.channel?.startsWith("D") === true;
  // A private plan that was shared is answered where it was shared.
  const sharedHere = stands && record.channel === spot.channel;
  const direct = outcome.private && !alreadyDirect && !sharedHere;
  const channel = direct ? null : spot.channel;
  await bot.outbox.say({
    v: 1,
    workspace: bot.self().teamId,
    key: spot.key,
    user: spot.user,
    language: reply.language,
    channel,
    threadTs: direct ? null : spot.threadTs,
    responseUrl: spot.responseUrl,
    planId: record?.id ?? null,
    ...(await whatToSay(bot, outcome, { user: spot.user, channel }, quiet)),
    edits: stands && changesTheHead(outcome) ? await editsOf(bot, record) : [],
  });
  if (stands && changesTheHead(outcome)) await catchUp(bot, record, spot);
  await sendKit(bot, outcome, { ...spot, channel });
}
