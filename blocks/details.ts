import type { MessageReading } from "../src/domain/conversation.ts";
import {
  stageNames,
  type Candidate,
  type CandidateReason,
  type OwnMachine,
  type Plan,
} from "../src/domain/plan.ts";
import { statedSource } from "../src/domain/offer.ts";
import { fieldLabel, termWords, valueWords } from "../src/i18n/field-words.ts";
import { capital, wordFor } from "../src/i18n/words-of.ts";
import { defaultsLine, readLine, understoodLine } from "./assumption-lines.ts";
import { dosed, fullCaveat, namedParams } from "./caveat-lines.ts";
import { teamLine } from "./corrections.ts";
import { paidLines } from "./paid-prices.ts";
import { shorten } from "./escape.ts";
import {
  billedWords,
  configWords,
  costWords,
  reasonWords,
  requiredWords,
  runningWords,
  shortVerdict,
  timeWords,
} from "./facts.ts";
import { relaxationLines } from "./infeasible.ts";
import { bold, code, link, divider, section, table, type Line, type Piece } from "./kit.ts";
import { advicePieces } from "./finding-lines.ts";
import { hostOf } from "./names.ts";
import { premiseLines } from "./premise-lines.ts";
import { questionWords } from "./question-lines.ts";
import { serviceLines } from "./service.ts";
import { spotLines } from "./spot.ts";
import { todayLines } from "./timeline.ts";
import type { Scene } from "./view.ts";
import type { Range } from "../src/units/range.ts";

const mostCaveats = 8;
const mostRows = 12;

function doubtLines(reading: MessageReading | null, s: Scene): Line[] {
  if (reading === null) return [];
  const contradictions = reading.contradictions.map(({ field, readings, chosen }): Line => {
    const values = readings.map((r) => valueWords(field, r.value, s, s.names));
    return [
      s.m.details.contradiction(
        fieldLabel(field, s),
        values.join(", "),
        valueWords(field, chosen, s, s.names),
      ),
    ];
  });
  const words = reading.unreadWorthSaying.slice(0, 12).map((word) => code(shorten(word, 60)));
  const unread: Line[] =
    words.length === 0 ? [] : [[s.m.details.unread, ...words.flatMap((w, i) => (i === 0 ? [w] : [", ", w]))]];
  return [...contradictions, ...unread];
}

function warningLines(plan: Plan, s: Scene): Line[] {
  const all = [...plan.warnings, ...(plan.best?.estimate.warnings ?? [])];
  const said = all.flatMap(({ code, params }) => wordFor(s.m.warnings, code)?.(namedParams(params, s)) ?? []);
  return [...new Set(said)].map((sentence): Line => [sentence]);
}

function caveatLines(plan: Plan, s: Scene): Line[] {
  const partsSaid = (plan.best?.cost.unknownParts.length ?? 0) > 0;
  const all = dosed(plan, s).filter(({ code }) => !(partsSaid && code === "price-parts"));
  const shown = all
    .slice(0, mostCaveats)
    .map((c): Line => ["• ", fullCaveat(c, s), ...sourceSpans(c.sources)]);
  if (shown.length === 0) return [];
  const left = all.length - shown.length;
  const title = plan.best?.own === undefined ? s.m.details.caveats : s.m.details.ownCaveats;
  return [[bold(title)], ...shown, ...(left > 0 ? [[s.m.units.more(left)]] : [])];
}

const sourceSpans = (sources: readonly string[] = []): Line =>
  sources
    .filter((x) => x.startsWith("http"))
    .slice(0, 1)
    .flatMap((url) => [" ", link(hostOf(url), url)]);

export function stageLine(plan: Plan, s: Scene): Line | null {
  const { one, names, states, whys, because } = s.m.stages;
  const known = new Map(plan.stages.map((stage) => [stage.stage, stage]));
  if (known.size === 0) return null;
  // Closing opens with the reservation, and is counted from the beginning.
  const told = stageNames.map((name) => {
    const { stage, state, why } = known.get(name) ?? { stage: name, state: "shut", why: "earlier-stages" };
    const tells =
      state === "next" ||
      state === "not-needed" ||
      why === "waived" ||
      why === "estimate-corrected" ||
      why === "ran-out-of-memory";
    const reason = tells ? wordFor(whys, why) : undefined;
    // What the provider confirmed is not known here: the sheet was handed out, no more.
    const word = why === "reserved" ? whys.reserved : states[state];
    const said = reason === undefined ? word : because(word, reason);
    return one(stageNames.indexOf(stage) + 1, stageNames.length, names[stage], said);
  });
  return [s.m.stages.line(told.join(" · "))];
}

export function windowLine(plan: Plan, s: Scene): Line | null {
  const { total, parts } = plan.window;
  if (total.likely <= 0) return null;
  const named = parts.filter((p) => p.hours.likely > 0);
  if (named.length === 0) return [s.m.stages.windowTotal(s.f.hoursRange(total))];
  const list = named.map((p) => `${s.m.stages.parts[p.part]} ${s.f.hours(p.hours.likely)}`).join(", ");
  const window = plan.best?.own === undefined ? s.m.stages.window : s.m.stages.ownWindow;
  return [window(s.f.hoursRange(total), list)];
}

/** What the provider bills beside the hour, as far as it was read, and what of it is counted; null = nothing was read. */
function termsWords({ offer, cost }: Candidate, s: Scene): string | null {
  if (offer?.terms === undefined) return null;
  const { details } = s.m;
  const { billing, storagePerGbMonth, egressPerGb, observedAt } = offer.terms;
  const priced = (perGb: number): string => s.f.money(perGb, offer.currency);
  const counted = (term: string, amount: Range | undefined): string =>
    amount === undefined || amount.high === 0
      ? term
      : details.counted(term, s.f.moneyRange(amount, cost.currency));
  const storage = cost.storage?.high === 0 ? details.storageOwn : null;
  const list = [
    billing === null ? null : details.billedBy[billing],
    storage ??
      (storagePerGbMonth === null
        ? null
        : counted(details.storageTerm(priced(storagePerGbMonth)), cost.storage)),
    egressPerGb === null
      ? null
      : egressPerGb === 0
        ? details.egressFree
        : counted(details.egressTerm(priced(egressPerGb)), cost.egress),
  ].filter((term) => term !== null);
  if (list.length === 0) return null;
  const date = observedAt === null ? details.undated : s.f.date(observedAt, { year: true });
  return details.terms(termWords(offer.provider, s), date, list.join(details.termsBreak));
}

const energyWords = ({ kWh }: OwnMachine, s: Scene): string =>
  kWh === null ? "" : s.m.details.ownEnergy(s.f.number(kWh.high, 2));

export function priceLines(best: Candidate, s: Scene): Line[] {
  const { offer, cost } = best;
  const { details } = s.m;
  if (best.own !== undefined) return [[[details.ownMachine, energyWords(best.own, s)].join(" ").trim()]];
  const lines: Line[] = [];
  if (offer?.provider === statedSource) {
    lines.push([details.statedPrice(s.m.head.perHour(s.f.money(offer.perHour, offer.currency)))]);
  } else if (offer !== null) {
    const date =
      offer.paid !== undefined
        ? details.asPaid
        : offer.observedAt === null
          ? details.undated
          : details.dated(s.f.date(offer.observedAt, { year: true }), offer.ageDays);
    const perHour = s.m.head.perHour(s.f.money(offer.perHour, offer.currency));
    const place = [termWords(offer.provider, s), offer.instance].filter((x) => x !== "").join(" ");
    lines.push([
      details.price(
        perHour,
        shorten(place, 60),
        offer.region ?? details.regionUnknown,
        termWords(offer.tier, s),
        date,
      ),
    ]);
  }
  lines.push(...paidLines(best, s));
  const running = runningWords(best, s);
  if (running !== null) lines.push([running]);
  const billed = billedWords(best, s);
  if (billed !== null) lines.push([capital(billed.full), "."]);
  const terms = termsWords(best, s);
  if (terms !== null) lines.push([terms]);
  if (offer === null) lines.push([details.noPrice]);
  // That a price is undated is said with the price.
  const missing = cost.unknownParts.filter((part) => part !== "date");
  if (offer !== null && offer.provider !== statedSource && missing.length > 0) {
    lines.push([details.partsMissing(missing.map((p) => termWords(p, s)).join(", "))]);
  }
  return lines;
}

/** What the machine around the cards has, said by its offer; unknown is said, and no offer says nothing. */
function heldWords({ offer }: Candidate, s: Scene): string | null {
  const { hostHas, hostRam, hostDisk, hostRamUnknown } = s.m.details;
  if (offer?.hostRamGib === undefined) return null;
  if (offer.hostRamGib === null) return hostRamUnknown;
  const disk = offer.diskGib ?? null;
  return hostHas(
    s.f.list([hostRam(s.f.gib(offer.hostRamGib)), ...(disk === null ? [] : [hostDisk(s.f.gib(disk))])]),
  );
}

/** RAM and disk that the machine around the cards needs, and what it has; `own` = the asker's, in GiB. */
export function hostLine(best: Candidate, s: Scene, own: number | null = null): Line {
  const { ramGib, diskGib } = best.estimate.host;
  const { host, hostYours, hostYoursTooSmall } = s.m.details;
  const needed = host(s.f.gibRange(ramGib), s.f.gibRange(diskGib));
  const yours = own === null ? null : (own < ramGib.likely ? hostYoursTooSmall : hostYours)(s.f.gib(own));
  const held = yours ?? heldWords(best, s);
  return [held === null ? needed : `${needed} ${held}`];
}

function memoryCell(candidate: Candidate, s: Scene): string {
  const { usableGib, verdict } = candidate.estimate;
  const figures =
    usableGib === null
      ? requiredWords(candidate, s)
      : `${requiredWords(candidate, s)} / ${s.f.rough(usableGib)}`;
  const rocm = s.view.lookup.accelerator(candidate.accelerator)?.platform === "rocm";
  const notes = [
    verdict === "fits" ? null : shortVerdict(candidate, s),
    rocm ? s.m.details.rocmCell : null,
  ].filter((x) => x !== null);
  return notes.length === 0 ? figures : `${figures}, ${notes.join(", ")}`;
}

/** What breaks a limit says so in the cell of that limit. */
const beyondLimits: ReadonlyMap<CandidateReason, "time" | "cost"> = new Map([
  ["too-slow", "time"],
  ["over-deadline", "time"],
  ["over-budget", "cost"],
  ["no-dated-price", "cost"],
]);

/** At most four columns; the best first, `standing`: the one that the plan chose. */
export function alternativesTable(plan: Plan, s: Scene, standing = true): Piece | null {
  const { columns } = s.m.details;
  const row = (c: Candidate, chosen: boolean): string[] => {
    const config = configWords(c, s);
    const beyond = beyondLimits.get(c.reason);
    const noted = (cell: "time" | "cost", ...words: (string | undefined)[]): string =>
      [...words, beyond === cell ? s.m.head.reasons[c.reason] : undefined]
        .filter((x) => x !== undefined)
        .join(", ");
    return [
      chosen ? s.m.details.chosen(config) : config,
      noted("time", timeWords(c, plan, s)),
      noted("cost", costWords(c, s), billedWords(c, s)?.short),
      memoryCell(c, s),
    ];
  };
  const rows = [
    ...(plan.best === null ? [] : [row(plan.best, standing)]),
    ...plan.alternatives.slice(0, mostRows).map((c) => row(c, false)),
  ];
  return plan.alternatives.length === 0
    ? null
    : table([columns.card, columns.time, columns.cost, columns.memory], rows);
}

/** Reasons that say what speaks for a configuration, not what speaks against it. */
const preferred: ReadonlySet<CandidateReason> = new Set([
  "smallest-that-fits",
  "cheapest-that-fits",
  "fastest-that-fits",
  "cheaper-than-smallest",
  "whole-machine",
  "named-by-asker",
  "own-machine",
]);

const compact = (lines: readonly (Line | null)[]): Line[] => lines.filter((l) => l !== null);

/** The one message in the thread: premises, what was read and taken, the points to check, the alternatives. */
export function detailsPieces(plan: Plan, reading: MessageReading | null, s: Scene): Piece[] {
  const { best } = plan;
  const premises = premiseLines(plan, s);
  const read = compact([
    readLine(plan, reading, s),
    understoodLine(plan, s),
    defaultsLine(plan, reading, s),
    ...doubtLines(reading, s),
    ...warningLines(plan, s),
  ]);
  const alternatives = alternativesTable(plan, s);
  const decided =
    best === null
      ? []
      : compact([
          preferred.has(best.reason) ? [s.m.details.why(reasonWords(best, plan, s))] : null,
          teamLine(best, s),
          ...priceLines(best, s),
          ...spotLines(best, s),
          ...serviceLines(best, s),
          windowLine(plan, s),
          ...todayLines(plan, best, s),
          hostLine(best, s, reading?.context.hostRamGib),
          stageLine(plan, s),
        ]);
  const caveats = caveatLines(plan, s);
  const waysOut = plan.infeasible === null ? [] : relaxationLines(plan.infeasible, s);
  const asked = plan.advice === undefined || best === null ? 1 : 0;
  const furtherQuestions = plan.questions.slice(asked).map((q): Line => [questionWords(q, s)]);
  const pieces: (Piece | null)[] = [
    ...(plan.advice === undefined ? [] : advicePieces(plan.advice, s)),
    premises.length === 0 ? null : section(...premises),
    read.length === 0 ? null : section(...read),
    waysOut.length < 2 ? null : section([bold(s.m.answers.infeasible.waysOut)], ...waysOut),
    decided.length === 0 ? null : section(...decided),
    caveats.length === 0 ? null : section(...caveats),
    plan.kind === "needs-answer" || furtherQuestions.length === 0 ? null : section(...furtherQuestions),
    alternatives === null ? null : divider,
    alternatives === null ? null : section([bold(s.m.details.tableTitle)]),
    alternatives,
    section([s.view.followUps === "mention" ? s.m.details.tryMention : s.m.details.tryListen]),
  ];
  return pieces.filter((p) => p !== null);
}
