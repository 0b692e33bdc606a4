import type { SettingsWish } from "../domain/pilot/team-settings.ts";
import type { Money } from "../units/money.ts";
import { moneyIn } from "./money-in.ts";
import { fold } from "./normalize.ts";

const opens =
  /^(?:settings|reglages|parametres|preferences)(?<of>(?:\s*(?:[:,]|of the team|de l'equipe))*)(?!\w)\s*(?<rest>[\s\S]*)$/u;
/** "réglages : …" and "réglages seuil …" are meant for the team; "réglages du fine-tuning" is not. */
const ofTeam = /^(?:threshold|seuil|approvers?|approbat|valideurs?)/u;
const isOpened = (of: string | undefined): boolean => of !== undefined && of.trim() !== "";
const please =
  /^(?:please |pls |set |change |put |mets |mettre |passe |fixe[rz]? |regle[rz]? )?(?:the |our |le |les |notre |nos )?(?:team(?:'s)? )?/u;
const threshold =
  /^(?:(?:pilot|gate|approval|advice) )?(?:threshold|seuil)(?: (?:du pilote|d'approbation|de l'equipe|of the team))?(?: (?:to|at|is|a|de|est))?\s*[:=]?\s*(?<value>[^\n]{1,60})$/u;
const approvers =
  /^(?:approvers?|approbat(?:eurs?|rices?)|valideurs?|who may waive|qui peut deroger)(?: (?:are|is|sont|est))?\s*[:=]?\s*(?<value>[\s\S]{1,600})$/u;
const anybody =
  /^(?:none|nobody|anybody|anyone|everybody|everyone|all|aucun|personne|tout le monde|tous|n'importe qui)\.?$/u;
const person = /@([UW][A-Z0-9]{1,20})\b/gu;

/** What a message asks of the team's settings; null = something else. Only whole messages that begin as one are. */
export function settingsWish(raw: string): SettingsWish | null {
  const text = raw.trim();
  const folded = fold(text).replaceAll(/[’ʼ]/gu, "'");
  const opened = opens.exec(folded)?.groups;
  const led = opened?.["rest"];
  if (led?.trim() === "") return { act: "show" };
  const meant =
    led !== undefined && (isOpened(opened?.["of"]) || ofTeam.test(led) || folded.startsWith("settings"));
  const body = led === undefined ? folded : led;
  const said = body.replace(please, "");
  const own = text.slice(text.length - said.length);
  const amount = threshold.exec(said)?.groups?.["value"];
  if (amount !== undefined) {
    const money: Money | null = moneyIn(amount);
    if (money !== null) return { act: "set", threshold: money };
    return meant ? { act: "unclear", read: own } : null;
  }
  const named = approvers.exec(said)?.groups?.["value"];
  if (named !== undefined) {
    if (anybody.test(named.trim())) return { act: "set", approvers: [] };
    const people = [...own.matchAll(person)].map(([, id = ""]) => id);
    if (people.length > 0) return { act: "set", approvers: [...new Set(people)] };
    return meant ? { act: "unclear", read: own } : null;
  }
  return meant ? { act: "unclear", read: own } : null;
}
