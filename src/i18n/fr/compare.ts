import type { compare as english } from "../en/compare.ts";
import { fr } from "./typography.ts";

export const compare = {
  title: (one, two) => fr`${one} face à ${two}`,
  summary: (right, list) => fr`${right} : ${list}.`,
  faster: (times) => fr`${times} fois plus rapide`,
  slower: (times) => fr`${times} fois plus lent`,
  fasterBy: (percent) => fr`${percent} plus rapide`,
  slowerBy: (percent) => fr`${percent} de temps en plus`,
  sameTime: fr`même durée`,
  cheaper: (percent) => fr`${percent} de moins`,
  dearer: (percent) => fr`${percent} de plus`,
  sameCost: fr`même coût`,
  oneFormula: fr`Les intervalles se recouvrent, mais viennent des mêmes formules : le classement est plus sûr que chaque chiffre.`,
  withinUncertainty: fr`Les intervalles se recouvrent : cet écart reste dans l'incertitude.`,
  converted: (side, currency, date) =>
    fr`${side} : prix en ${currency}, convertis au taux de référence du ${date}.`,
  difference: fr`Écart`,
  line: fr`Ligne`,
  same: fr`identique`,
  revision: (n) => fr`Rév. ${n}`,
  variant: fr`Variante`,
  lines: {
    configuration: fr`Configuration`,
    verdict: fr`Verdict`,
    memory: fr`Mémoire par carte`,
    usable: fr`Utilisable par carte`,
    hours: fr`Fenêtre de location`,
    "tokens-per-second": fr`Jetons/s au total`,
    cost: fr`Coût`,
    "per-hour": fr`Prix à l'heure`,
    "per-million-tokens": fr`Par million de jetons`,
    offer: fr`Offre`,
  },
} satisfies typeof english;
