import type { StageWish } from "../domain/pilot/stage-move.ts";
import type { PilotStage } from "../domain/pilot/pilot.ts";
import { invoiceIn } from "./invoice-in.ts";
import { amountIn, numberPattern } from "./money-in.ts";
import { fold } from "./normalize.ts";

const stageWords: readonly (readonly [PilotStage, RegExp])[] = [
  ["one-gpu-pilot", /(?:one[- ]gpu )?pilot|essai|pilote|\b2\/\d/u],
  ["scaling-step", /scaling|passage a l'echelle|mise a l'echelle|\b3\/\d/u],
  ["restore-proof", /restore|restart|resume|reprise|restauration|redemarrage|\b4\/\d/u],
];

/** What a plan goes through besides its proofs. */
const noProof =
  /budget|memory|memoire|reserv|closing|clotur|booking|invoice|facture|price|prix|deadline|echeance|\b[156]\/\d/u;

const waiver =
  /^(?:i |we |je |on |nous |let's |let us )?(?:(?:can|could|may|will|want to|would like to|peut|peux|pouvons|veux|voudrais|aimerais) )?(?:hereby )?(?:waive|waiver(?: for| of)?|skip(?= (?:the )?(?:pilot|one[- ]gpu|scaling|restore|restart))|deroge(?:r|ons)?|derogation|(?:leve[rz]?|levons|passe[rz]?|passons|saute[rz]?|sautons)(?= l'etape))(?: (?:the|to|a|au|aux|a la|pour|de|du|la|le|sur|l'etape|(?:step|stage)(?: of)?))*\s*(?<stage>[^:,;\n]{0,60})(?:\s*[:,;\n]\s*(?<reason>[\s\S]*))?$/u;

const reserve =
  /^(?:(?:ok,? )?(?:we |i |on |nous |je )?(?:now |have |just )?)?(?:reserve[ds]?|booked|book(?: it)?|reserver|reservons|on reserve|c'est reserve|reservation)(?: (?:it|the (?:duration|machines?|plan|cards?|slot)|now|la duree|les (?:cartes|machines)|le creneau))*\s*[.!]?$/u;

const closing =
  /^(?:close[ds]?|closing|closed|(?:on |je |nous )?clotur(?:e[rs]?|ons)|cloturer|clore|(?:on |je |nous )?clo[st])(?!\w)(?: (?:it|the (?:plan|rental|run)|le plan|la location))?\s*[:,]?\s*(?<facts>[\s\S]*)$/u;

/** What a message asks of the stages of its plan; null = something else. The reason stays as it was typed. */
export function stageWish(raw: string): StageWish | null {
  const text = raw.trim();
  // As phones type it; one character for one.
  const folded = fold(text).replaceAll(/[’ʼ]/gu, "'");
  const waived = waiver.exec(folded)?.groups;
  if (waived !== undefined) return waive(text, folded, waived);
  if (reserve.test(folded)) return { act: "reserve" };
  const closed = closing.exec(folded)?.groups?.["facts"];
  return closed === undefined || (closed !== "" && !/\d/u.test(closed)) ? null : close(closed);
}

function waive(
  text: string,
  folded: string,
  { stage: named = "", reason = "" }: Readonly<Record<string, string | undefined>>,
): StageWish {
  const stage =
    stageWords.find(([, words]) => words.test(named))?.[0] ?? (noProof.test(named) ? "other" : null);
  const at = reason === "" ? -1 : folded.lastIndexOf(reason);
  // Folding keeps positions, so that the words themselves are shown.
  return { act: "waive", stage, reason: at < 0 ? "" : text.slice(at, at + reason.length).trim() };
}

const hours = new RegExp(String.raw`(?<n>${numberPattern})\s*(?:h\b|hours?\b|heures?\b)`, "u");
const days = new RegExp(String.raw`(?<n>${numberPattern})\s*(?:d\b|days?\b|j\b|jours?\b)`, "u");
const inHours = (n: number | null): number | null => (n === null ? null : n * 24);
const incidents =
  /(?<n>\d{1,6}|no|aucun|zero|pas d')\s*(?:incidents?|interruptions?|preemptions?|pannes?|failures?)/u;

function close(facts: string): StageWish {
  const counted = incidents.exec(facts)?.groups?.["n"];
  return {
    act: "close",
    hours: amountIn(hours.exec(facts)?.groups?.["n"]) ?? inHours(amountIn(days.exec(facts)?.groups?.["n"])),
    ...invoiceIn(facts),
    incidents: counted === undefined ? null : /^\d/u.test(counted) ? Number(counted) : 0,
  };
}
