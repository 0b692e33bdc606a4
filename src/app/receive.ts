import { answersAlone } from "../domain/advice/advise.ts";
import type { Language, MessageReading } from "../domain/conversation.ts";
import { applyChanges } from "../followup/apply-changes.ts";
import { learningTopics } from "../followup/intents.ts";
import { readMessage } from "../followup/read-message.ts";
import { standsAlone } from "../followup/stands-alone.ts";
import { adviseOn } from "./advise-on.ts";
import { withAnswers } from "./answers-beside.ts";
import { answerKnowledge } from "./answer-knowledge.ts";
import { answerQuestion, catalogueAnswer, leavesOpen } from "./answer-question.ts";
import { breathe } from "./breathe.ts";
import type { Conversation, ConversationDeps, Incoming, Outcome } from "./conversation-port.ts";
import { compare } from "./compare.ts";
import { answerWithFile } from "./answer-with-file.ts";
import { makePlan } from "./make-plan.ts";
import { moveStage } from "./move-stage.ts";
import { withNamedModel } from "./named-model.ts";
import {
  answer,
  baseFor,
  lastRevision,
  mayRevise,
  problem,
  refOf,
  shown,
  silence,
  type Said,
} from "./outcomes.ts";
import type { PlanRecord } from "./ports.ts";
import { recordShown } from "./pressed.ts";
import { pilotPlan } from "./pilot-plan.ts";
import { asksAtOwnPrices, reportsSomething, tellsOfTheRun } from "./reported.ts";
import { revise } from "./revise.ts";
import { onCorrections } from "./team-corrections.ts";
import { ownerIsUnclear, speaksToUs } from "./speaks-to-us.ts";
import { standing } from "./standing.ts";
import { standingOf } from "./standing-of.ts";
import { statedBeside } from "./stated-beside.ts";
import { teamSettings } from "./team-settings.ts";
import { undoOwn } from "./undo.ts";

type Others = Pick<Conversation, "mine" | "adoptVariant" | "setSilence" | "reminders" | "cancelReminders">;

/** One message of one person: whose plan it is about, what it says, and the one answer to it. */
export async function receive(deps: ConversationDeps, others: Others, incoming: Incoming): Promise<Outcome> {
  const { asker, place, mentioned } = incoming;
  const pressed = await planPressed(deps, incoming);
  if (pressed === "changed-since" || pressed === "no-plan-here") {
    const { language } = await deps.store.preferences.get(asker.workspace, asker.user);
    const said: Said = { language: language ?? asker.locale ?? "en", reading: null, record: null };
    return answer(said, { about: "unchanged", why: pressed });
  }
  const inThread = pressed ?? (await planOfThread(deps, incoming));
  if (place.kind === "channel" && inThread === null && !mentioned) return silence(unread);
  const preference = await deps.store.preferences.get(asker.workspace, asker.user);
  const read = (about: PlanRecord | null): MessageReading =>
    readMessage(incoming.text, {
      lookup: deps.lookup,
      ...standingOf(about === null ? null : baseFor(about, asker).revision, about?.revisions),
      threadLanguage: languageHere(about, asker, preference.language ?? null),
      locale: preference.language ?? asker.locale,
      now: deps.clock.now().toISOString(),
      timeZone: asker.timeZone,
      addressed: mentioned || place.kind === "im",
    });
  const last = inThread ?? (await planOfDirectMessage(deps, incoming));
  const first = read(last);
  const anew = inThread === null && last !== null && standsAlone(incoming.text, first);
  const nearby = anew ? null : last;
  const reading = anew ? read(null) : first;
  const situation: Situation = { deps, others, incoming, reading, record: nearby, inThread };
  if (!speaksToUs(situation)) return silence(saidOf(situation));
  if (incoming.text.trim() === "") return answer(saidOf(situation), { about: "help", topic: null });
  await breathe();
  return withAnswers(deps, incoming.asker, reading, await respond(situation));
}

/** A thread has its owner's language; a colleague in it has their own. */
function languageHere(
  record: PlanRecord | null,
  asker: Incoming["asker"],
  preferred: Language | null,
): Language | null {
  if (record === null) return preferred;
  return mayRevise(record, asker) ? record.language : (preferred ?? asker.locale ?? record.language);
}

interface Situation {
  readonly deps: ConversationDeps;
  readonly others: Others;
  readonly incoming: Incoming;
  readonly reading: MessageReading;
  /** The plan that the message may be about. */
  readonly record: PlanRecord | null;
  /** The plan whose thread it was written in. */
  readonly inThread: PlanRecord | null;
}

const unread: Said = { language: "en", reading: null, record: null };

const saidOf = ({ reading, record }: Situation): Said => ({ language: reading.language, reading, record });

/** The plan of a button's message as it stood there; null when no button was pressed. */
async function planPressed(
  { store }: ConversationDeps,
  { asker, pressed }: Incoming,
): Promise<PlanRecord | "no-plan-here" | "changed-since" | null> {
  if (pressed === undefined) return null;
  const record = await store.plans.get(asker.workspace, pressed.planId);
  if (record === null) return "no-plan-here";
  return recordShown(record, pressed) ?? "changed-since";
}

const planOfThread = ({ store }: ConversationDeps, { asker, place }: Incoming): Promise<PlanRecord | null> =>
  place.channel === null || place.threadTs === null
    ? Promise.resolve(null)
    : store.plans.byThread(asker.workspace, place.channel, place.threadTs);

const planOfDirectMessage = (
  { store }: ConversationDeps,
  { asker, place }: Incoming,
): Promise<PlanRecord | null> =>
  place.kind === "im" && place.channel !== null && place.threadTs === null
    ? store.plans.latestIn(asker.workspace, place.channel, asker.user)
    : Promise.resolve(null);

async function respond(situation: Situation): Promise<Outcome> {
  const { deps, incoming, reading, record } = situation;
  const { asker, place } = incoming;
  const { language, intent } = reading;
  const said = saidOf(situation);
  const noPlan = (): Outcome => answer(said, { about: "unchanged", why: "no-plan-here" });
  const stated = record === null ? null : statedBeside(reading);
  if (stated !== null) return answer(said, stated);

  switch (intent.kind) {
    case "question":
      // "Rent or buy?" in a thread is summed on its own plan.
      if (
        !learningTopics.has(intent.topic ?? "") &&
        leavesOpen.has(intent.about) &&
        (intent.topic !== "rent-or-buy" || situation.record === null)
      ) {
        const advised = await advisedAlone(situation);
        if (advised !== null) return advised;
      }
      return answerQuestion(deps, said, asker, intent, intent.text ?? incoming.text);
    case "chatter":
      return chatter(situation, intent);
    case "language":
      if (intent.once !== true)
        await deps.store.preferences.set(asker.workspace, asker.user, { language: intent.to });
      if (record === null) return answer({ ...said, language: intent.to }, { about: "help", topic: null });
      return inLanguage(situation, record);
    case "undo":
      return record === null ? noPlan() : undoOwn(deps, { asker, record, reading, language });
    case "back-to-first":
      if (record === null) return noPlan();
      return revise(deps, {
        asker,
        record,
        reading,
        language,
        via: "follow-up",
        specFrom: (_base, fresh) => fresh.revisions[0]?.spec ?? {},
      });
    case "command":
      return command(situation, intent);
    case "settings":
      return teamSettings(deps, said, asker, intent.wish);
    case "stage":
      return moveStage(deps, said, asker, intent.wish);
    case "corrections":
      return onCorrections(deps, said, asker, intent.wish);
    case "chart":
    case "launch-file":
      return answerWithFile(deps, said, intent);
    case "plan":
    case "change": {
      if (record === null) {
        const advised = await advisedAlone(situation);
        const enough =
          advised !== null && (namesNoModel(reading) || unusableFor(reading) || isEnough(advised, true));
        if (enough) return advised;
      }
      if (record !== null && (asksAtOwnPrices(reading) || tellsOfTheRun(reading))) {
        const advised = await advisedAlone(situation);
        if (advised !== null && isEnough(advised)) return advised;
      }
      if (unusableFor(reading)) return problem(said, reading.problems);
      if (record === null && namesNoRun(reading, incoming.text)) {
        const known = await answerKnowledge(deps, said, asker, incoming.text);
        if (known !== null) return known;
      }
      const starts = record === null || (intent.kind === "plan" && situation.inThread === null);
      if (!starts) return change(situation, record);
      const spec = withNamedModel(reading.understood, reading, incoming.text, deps.lookup);
      if (Object.keys(spec).length === 0 && reading.problems.length > 0)
        return problem(said, reading.problems);
      return makePlan(deps, {
        asker,
        spec,
        place,
        via: "user",
        private: intent.kind === "plan" && intent.private === true,
        reading,
        language,
      });
    }
  }
}

type Chatter = Extract<MessageReading["intent"], { kind: "chatter" }>;

/** A courtesy gets a word at most. How to ask fills a screen: in a channel it is for who names us and says no more. */
async function chatter(situation: Situation, { courtesy }: Chatter): Promise<Outcome> {
  const { deps, incoming } = situation;
  const said = saidOf(situation);
  if (ownerIsUnclear(situation)) return answer(said, { about: "unclear", words: said.reading?.unread ?? [] });
  const amongOthers = incoming.place.kind === "channel";
  if (courtesy === "thanks") return answer(said, { about: "thanks" });
  if (courtesy === "nod" && amongOthers) return silence(said);
  return (
    (await advisedAlone(situation)) ??
    (await answerKnowledge(deps, said, incoming.asker, incoming.text)) ??
    answer(said, amongOthers ? { about: "out-of-scope" } : { about: "help", topic: null })
  );
}

/** A name that nobody knows may be on the hub; one that its maker keeps is not. */
const unusableFor = ({ problems }: MessageReading): boolean =>
  problems.some(({ path, code }) => path !== "model" || code === "closed-model");

/** A report that needs no plan of its own to be answered, or that belongs to the plan of this thread. */
async function advisedAlone(situation: Situation): Promise<Outcome | null> {
  const { deps, incoming, reading, record } = situation;
  if (record !== null && !reportsSomething(reading)) return null;
  const base = record === null ? null : baseFor(record, incoming.asker).revision;
  const advice = await adviseOn(deps, reading, base?.plan ?? null, base?.spec ?? null);
  return advice === null ? null : answer(saidOf(situation), { about: "advice", advice });
}

const namesNoModel = ({ understood }: MessageReading): boolean =>
  understood.model === undefined && understood.memoryGib === undefined;

const isEnough = ({ reply }: Outcome, statesRun = false): boolean =>
  reply.kind === "answer" &&
  reply.answer.about === "advice" &&
  answersAlone(reply.answer.advice.findings, statesRun);

/** "How many users can one card serve?" states a card, and still nothing that could be sized. */
const namesNoRun = (reading: MessageReading, text: string): boolean =>
  !(reading.intent.kind === "plan" && reading.intent.largest === true) &&
  namesNoModel(reading) &&
  reading.understood.data === undefined &&
  (reading.unreadWorthSaying.length === 0 || text.includes("?"));

const change = ({ deps, incoming, reading }: Situation, record: PlanRecord): Promise<Outcome> =>
  revise(deps, {
    asker: incoming.asker,
    record,
    reading,
    language: reading.language,
    via: "follow-up",
    specFrom: (base) =>
      withNamedModel(applyChanges(base, reading.changes), reading, incoming.text, deps.lookup),
  });

async function inLanguage({ deps, incoming, reading }: Situation, record: PlanRecord): Promise<Outcome> {
  if (reading.intent.kind !== "language") throw new Error("not a switch of language");
  const { to: language, once } = reading.intent;
  const theirs = mayRevise(record, incoming.asker) && once !== true;
  if (theirs) await deps.store.plans.setLanguage(record.workspace, record.id, language);
  const now = { ...record, language: theirs ? language : record.language };
  const last = lastRevision(now);
  return shown({ language, reading, record: now }, standing(last.plan, now, deps.rates()), refOf(now, last));
}

type Command = Extract<MessageReading["intent"], { kind: "command" }>;

async function command(situation: Situation, { name, rest, private: closed }: Command): Promise<Outcome> {
  const { deps, others, incoming, reading, record } = situation;
  const { asker } = incoming;
  const said = { ...saidOf(situation), private: closed || (record?.private ?? false) };
  const { language } = reading;
  switch (name) {
    case "help":
      return answer(said, { about: "help", topic: rest === "" ? null : rest });
    case "catalog":
      return answer(said, catalogueAnswer(deps.lookup, rest));
    case "mine": {
      const mine = await others.mine(asker);
      return { ...mine, reply: { ...mine.reply, language, reading } };
    }
    case "reminders":
    case "stop-reminders": {
      // In a plan's thread of that plan; a direct message is about all of them.
      const of = situation.inThread === null ? { asker } : { asker, planId: situation.inThread.id };
      const own = name === "reminders" && rest !== "";
      const done = await (name === "reminders" ? others.reminders(of, own) : others.cancelReminders(of));
      return { ...done, reply: { ...done.reply, language, reading } };
    }
    case "silence":
    case "resume": {
      if (record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
      const done = await others.setSilence({ asker, planId: record.id, silenced: name === "silence" });
      return { ...done, reply: { ...done.reply, language, reading } };
    }
    case "adopt": {
      const newest = record?.variants.at(-1);
      if (record === null || newest === undefined) {
        return answer(said, {
          about: "unchanged",
          why: record === null ? "no-plan-here" : "nothing-to-undo",
        });
      }
      return others.adoptVariant({ asker, planId: record.id, variantId: newest.id });
    }
    case "compare":
      return compare(deps, said, asker, rest);
    case "pilot":
      return pilotPlan(said, rest, deps.rates());
    case "share":
      return answer(said, { about: "not-yet", topic: name });
  }
}
