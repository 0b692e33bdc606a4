import type { Intent } from "../domain/conversation.ts";
import type { Change } from "../domain/plan.ts";
import { askedOfThePlan } from "./asks-why.ts";
import type { Conclusion } from "./conclude.ts";
import { languageAskedFor, onlySwitches } from "./detect-language.ts";
import { cardMark, nameWithin, type Draft } from "./draft.ts";
import {
  asksInGeneral, asksWhatItWouldChange, asksWhyThis, speaksOfTheTrade, termAskedAbout,
} from "./general-questions.ts"; // prettier-ignore
import {
  asksSomething, backToFirst, commandIn, courtesyOf, knowledgeQuestion, planQuestion, undo, whyNot, whyNotAfter,
} from "./intents.ts"; // prettier-ignore
import { asksForLargest, namesMachineOnly, withoutModel } from "./largest-model.ts";
import { fileWish } from "./file-wish.ts";
import { correctionsWish } from "./corrections-wish.ts";
import { preferenceAskedAbout } from "./read-preference.ts";
import { settingsWish } from "./settings-wish.ts";
import {
  asksFigureOf,
  asksCheaper,
  asksForEffect,
  countMissed,
  asksOutcome,
  asksForTheOneBefore,
  revisionsAskedAbout,
  wantsReminder,
} from "./thread-intents.ts";
import { concernsThePlan } from "./about-the-plan.ts";
import { stageWish } from "./stage-wish.ts";
import { askedInThread, machinesToCompare } from "./thread-questions.ts";
import { asksHowItStands } from "./stands-now.ts";
import { tokensOf } from "./unread.ts";
import { firstMatch, matches } from "./prefilter.ts";

/** The text with card names as marks, whatever else was taken. */
function withCardMarks(draft: Draft): string {
  let text = draft.folded;
  for (const name of draft.names) {
    if (name.kind !== "accelerator") continue;
    text =
      text.slice(0, name.start) + cardMark.repeat(name.end - name.start) + text.slice(name.end, text.length);
  }
  return text;
}

function askedCard(draft: Draft): Intent | null {
  const marked = withCardMarks(draft);
  const match = firstMatch(whyNotAfter, marked) ?? firstMatch(whyNot, marked);
  if (match === null) return null;
  const asksWhy = /why|pourquoi|wrong with|cloche|probleme/u.test(match[0]);
  if (!asksWhy && draft.context.current === null) return null;
  if (!asksWhy) return null;
  const span = nameWithin(draft, "accelerator", match.index, draft.folded.length);
  if (span === undefined) return null;
  const { resolution } = span;
  const id =
    draft.facts.find(({ field, start }) => field === "accelerator" && start >= match.index)?.value ??
    (resolution.kind === "one" ? resolution.match.id : undefined);
  return typeof id === "string"
    ? { kind: "question", about: "why-not", accelerator: id }
    : { kind: "question", about: "why-not" };
}

/** Fields that words of everyday life state too: a date, a sum, people at a table, a rank in a tournament. */
const everydayFields =
  /^(?:limits\.deadlineHours|limits\.startHours|limits\.budget|accelerator|gpus|nodes|limits\.regions|limits\.providers|serving\.concurrency|limits\.prefer|lora\.rank|sequenceLength|model|data\.epochs)$/u;

/** Words by which somebody asks for a change of the plan. */
const proposes =
  /(?<!\w)(?:what if|what about|how about|and (?:with|on|at|in|if)|et (?:si|avec|sur|en|pour|la|le|les|l')|make it|try|use|switch|set|change|go (?:for|with|to)|instead|rather|plutot|passe|passons|mets|mettons|essaie|essaye|essayons|utilise|utilisons|change|prends|prenons|budget|plafond|deadline|echeance|cap|rent|louer|gpus?|lora|training|fine-?tun\w*|le plan|the plan|same|pareil|run|cheapest|moins cher|only|uniquement|que chez|keep|garde[rz]?|gardons|(?:back|return) to|(?:reviens|revient|revenons|revenir|retour) (?:a|au|en)|remets|i mean|i meant|we meant|(?:je|on) (?:voulais|voulait|veux) dire|peak|pics?|pointe|average|moyenne|half|moitie)(?!\w)/u; // prettier-ignore

/** Facts so thin among so many other words that colleagues are talking, not asking. */
function isTalk(draft: Draft, changes: readonly Change[], unread: readonly string[]): boolean {
  if (draft.context.current === null || draft.context.addressed === true) return false;
  if (draft.canonical.startsWithMention) return true;
  const strong = changes.some(({ field, to }) => !everydayFields.test(field) || (field === "model" && typeof to === "string")); // prettier-ignore
  const foreign = unread.some((word) => /^\p{L}[\p{L}'’-]{2,}$/u.test(word));
  if (!strong && foreign && !matches(proposes, draft.folded)) return true;
  const words = tokensOf(draft).length;
  const share = unread.length / Math.max(1, words);
  if (strong) return unread.length >= 8 && share > 0.6;
  return unread.length >= 3 && share > 0.28;
}

const namesAmd = /(?<!\w)(?:amd|rocm)(?!\w)/u;
const namesNvidia = /(?<!\w)(?:nvidia|cuda)(?!\w)/u;

/** "why not AMD?" names a platform that no other words would. */
function supposedChanges(draft: Draft, changes: readonly Change[], folded: string): readonly Change[] {
  if (changes.length > 0) return changes;
  const platform = matches(namesAmd, folded) ? "rocm" : matches(namesNvidia, folded) ? "cuda" : null;
  if (platform === null) return [];
  return [
    { field: "limits.platforms", from: draft.context.current?.limits?.platforms ?? null, to: [platform] },
  ];
}

/** "TPUs instead of GPUs?" without a run: a question of software, not of which TPU. */
const ofOtherSoftware = (draft: Draft): boolean =>
  draft.names.some(({ kind, resolution }) => {
    const id = kind !== "accelerator" || resolution.kind === "none" ? undefined : resolution.kind === "one" ? resolution.match.id : resolution.matches[0]?.id; // prettier-ignore
    const platform = id === undefined ? undefined : draft.context.lookup.accelerator(id)?.platform;
    return platform !== undefined && platform !== "cuda" && platform !== "rocm";
  });

/** Asked of a run: who states one in the same breath wants its plan. */
const ofAPlan: ReadonlySet<string> = new Set(["finished", "more-cards", "timeline", "spot", "service"]);

/** "Draft me a mail": words for somebody else. */
const writesForYou =
  /(?<!\w)(?:write|draft|compose|redige[rz]?|ecri[srt]|ecrivez|prepare[rz]?)(?:[- ](?:me|moi|nous|us))?\s(?:an? |the |un |une |le |la |me an? )?(?:\w+ )?(?:e-?mails?|mails?|letter|lettre|courriel|post|tweet|speech|discours|poem|poeme|slides?|powerpoint|article|essay|memo|rapport|report|cv|resume)(?!\w)/u;

const question = (about: Extract<Intent, { kind: "question" }>["about"], topic?: string): Intent =>
  topic === undefined ? { kind: "question", about } : { kind: "question", about, topic };

/** What the message wants; questions never change anything, and colleagues' talk is left alone. */
export function decideIntent(
  draft: Draft,
  conclusion: Conclusion,
  changes: readonly Change[],
  unread: readonly string[],
): Intent {
  const { current } = draft.context;
  const folded = draft.folded.replace(/^\s*\/gpu-?plan(?!\w)/u, " ").trim();
  const raw = draft.canonical.text.replace(/^\s*\/gpu-?plan(?!\w)/iu, " ");
  const settings = settingsWish(raw);
  if (settings !== null) return { kind: "settings", wish: settings };
  const cards = draft.names.filter(({ kind }) => kind === "accelerator").length;
  const command = commandIn(folded, raw.trim(), { namesCard: cards > 0, hasPlan: current !== null });
  if (command !== null) return command;
  if (draft.context.addressed === true && wantsReminder(folded))
    return { kind: "command", name: "reminders", rest: raw.trim(), private: false };
  const wish = stageWish(raw);
  if (wish !== null) return { kind: "stage", wish };
  const corrections = correctionsWish(raw, conclusion.understood);
  if (corrections !== null) return { kind: "corrections", wish: corrections };
  const file = fileWish(raw);
  if (file?.wants === "chart") return { kind: "chart", chart: file.chart };
  // A word that is no launcher may name a card or a model: then the message is of the run.
  const names = file !== null && "unknown" in file && (changes.length > 0 || draft.names.length > 0);
  if (file !== null && !names) {
    const { wants: kind, ...wanted } = file;
    return { kind, ...wanted };
  }
  if (current === null && conclusion.understood.model === undefined && writesForYou.test(folded)) return question("out-of-scope"); // prettier-ignore
  const to = languageAskedFor(folded);
  const stated = changes.length > 0 || Object.keys(conclusion.understood).length > 0 || conclusion.removed.length > 0; // prettier-ignore
  if (to !== null && !stated)
    return onlySwitches(folded) ? { kind: "language", to } : { kind: "language", to, once: true };
  if (matches(undo, folded) || (!stated && asksForTheOneBefore(folded))) return { kind: "undo" };
  if (matches(backToFirst, folded) && !stated) return { kind: "back-to-first" };
  const tried = current === null ? null : revisionsAskedAbout(folded);
  if (tried !== null)
    return { kind: "question", about: "revisions", ...(tried.order === null ? {} : { topic: tried.order }) };
  if (current !== null && asksForEffect(folded))
    return { kind: "command", name: "compare", rest: "with before", private: false };
  if (current !== null && asksCheaper(folded) && changes.every(({ field }) => field === "limits.prefer"))
    return question("others", "cheaper");
  const missed = current === null ? null : countMissed(folded);
  if (missed !== null) {
    const from = current?.gpus ?? null;
    return { kind: "question", about: "would-change", changes: [{ field: "gpus", from, to: missed }] };
  }
  const compared = current === null || cards < 2 ? null : machinesToCompare(raw);
  if (compared !== null) return { kind: "command", name: "compare", rest: compared, private: false };
  const inThread = current === null ? null : askedInThread(folded, current, changes);
  if (inThread !== null) return inThread;
  const courtesy = courtesyOf(folded);
  if (courtesy !== null) return { kind: "chatter", courtesy };
  if (current !== null && changes.length === 0 && asksHowItStands(folded)) return question("standing");
  const card = askedCard(draft);
  if (card !== null) return card;
  const first = planQuestion(folded);
  // "2.90 an hour per card": a price that is told asks for none.
  const asked = first?.topic === "hour" && conclusion.understood.limits?.prices !== undefined ? undefined : first; // prettier-ignore
  if (current === null && asksForLargest(folded) && namesMachineOnly(conclusion))
    return { kind: "plan", largest: true };
  if (current !== null && conclusion.understood.model === undefined && asksForLargest(folded)) {
    const supposed = withoutModel(current, changes);
    if (supposed !== null) return { kind: "question", about: "would-change", changes: supposed };
  }
  const topic = knowledgeQuestion(folded);
  if (current !== null && asksWhyThis.test(withCardMarks(draft).trim())) return question("why-this");
  const reason = current !== null && stated ? askedOfThePlan(folded) : null;
  if (reason !== null) return question(reason.about, termAskedAbout(folded) ?? undefined);
  const onlyCards = changes.every(({ field }) => /^(?:accelerator|gpus|limits\.|memoryGib|precision|parallel\.strategy|method|stack|checkpointing|packing|fusedLoss|attention)/u.test(field)); // prettier-ignore
  const sizes = changes.some(({ field }) => /^(?:gpus|limits\.budget|limits\.deadline|model)/u.test(field));
  const refuses = changes.some(({ field }) => field === "limits.excludedAccelerators");
  const errand = current === null && draft.names.length === 0 && draft.problems.length === 0 && unread.filter((word) => /^\p{L}{3,}/u.test(word)).length > 1; // prettier-ignore
  if (errand && changes.length > 0 && changes.every(({ field }) => /^limits\.(?:deadlineHours|startHours)/u.test(field)) && !speaksOfTheTrade(folded)) return question("out-of-scope"); // prettier-ignore
  const noRun = current === null && conclusion.understood.model === undefined;
  // How a loss behaves is asked of no run, whatever run is named with it.
  const ofLearning = topic?.wins === true && current === null;
  if (ofLearning && (noRun || topic.topic === "loss-by-epoch")) return question(topic.about, topic.topic);
  if (topic?.topic === "rent-or-buy" && noRun) return question(topic.about, topic.topic);
  if (current !== null && topic?.topic === "checkpoints-resume-spot" && asksOutcome(folded)) return question("spot"); // prettier-ignore
  const machineAlone = noRun && changes.every(({ field }) => /^(?:accelerator|gpus|nodes|owned|precision|method|stack|limits\.(?:among|regions|platforms|spot))/u.test(field)); // prettier-ignore
  if (topic !== undefined && (machineAlone || (onlyCards && !sizes)) && !refuses)
    return question(topic.about, topic.topic);
  const supposed = supposedChanges(draft, changes, folded);
  if (current !== null && supposed.length > 0 && (asksWhatItWouldChange(folded) || asksFigureOf(folded)))
    return { kind: "question", about: "would-change", changes: supposed };
  const order = current === null ? null : preferenceAskedAbout(folded);
  if (order !== null && changes.every(({ field }) => field === "limits.prefer")) {
    const from = current?.limits?.prefer ?? null;
    return {
      kind: "question",
      about: "would-change",
      changes: [{ field: "limits.prefer", from, to: order }],
    };
  }
  // "How much a month if it is off at night?": what the hours would change.
  const ofHours = changes.length > 0 && changes.every(({ field }) => field === "serving.traffic" || field === "purchase.hoursPerMonth"); // prettier-ignore
  if (current !== null && asked?.about === "cost" && ofHours)
    return { kind: "question", about: "would-change", changes };
  const vague = current === null && !changes.some(({ field }) => /^(?:model|gpus|accelerator|data|serving|limits)/u.test(field)); // prettier-ignore
  if (asked?.about === "finished" && current !== null)
    return { kind: "question", about: "finished", changes };
  const namesAModel = current === null && draft.problems.some(({ path }) => path === "model");
  const ofPlan = asked !== undefined && ofAPlan.has(asked.about);
  if (
    asked !== undefined &&
    !namesAModel &&
    !(ofPlan && current === null && stated) &&
    (!stated || vague || asked.wins === true)
  )
    return question(asked.about, asked.topic);
  if ((current !== null || vague) && asksInGeneral(folded) && speaksOfTheTrade(folded)) {
    const known = termAskedAbout(folded);
    return known === null ? question("no-answer") : question("help", known);
  }
  if (current === null && conclusion.understood.model === undefined && ofOtherSoftware(draft) && asksSomething.test(folded)) return question("no-answer"); // prettier-ignore
  const machine = draft.premises.find(({ code }) => code === "not-in-catalogue");
  if (current !== null && changes.length === 0 && machine !== undefined)
    return { kind: "question", about: "catalogue", topic: String(machine.params["read"] ?? "") };
  if (stated && !isTalk(draft, changes, unread)) {
    if (current !== null) return { kind: "change" };
    const hidden = /(?<!\w)(?:private|prive|privately|en prive)(?!\w)/u.test(folded);
    return hidden ? { kind: "plan", private: true } : { kind: "plan" };
  }
  if (current !== null && !stated && draft.problems.length > 0 && !isTalk(draft, changes, unread))
    return { kind: "change" };
  if (current === null && draft.problems.length > 0) return { kind: "plan" };
  if (current === null && asksSomething.test(folded)) return question("out-of-scope");
  if (draft.context.addressed === true && asksSomething.test(folded))
    return question("no-answer", termAskedAbout(folded) ?? undefined);
  if (current !== null && !draft.canonical.startsWithMention && concernsThePlan(folded, unread))
    return { kind: "chatter", concerns: true };
  return { kind: "chatter" };
}
