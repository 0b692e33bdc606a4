import type { units as english } from "../en/units.ts";
import { fr } from "./typography.ts";

export const units = {
  unknown: "inconnu",
  yes: "oui",
  no: "non",
  none: "aucun",
  notSet: "non indiqué",
  perGpu: "par carte",
  inTotal: "au total",
  tokensPerSecond: (n) => fr`${n} jetons/s`,
  more: (n) => fr`… et ${n} de plus`,
  quote: (text) => fr`« ${text} »`,
  colon: fr` : `,
  semicolon: fr` ; `,
  cards: (n, card) => fr`${n} × ${card}`,
  onNodes: (n) => fr`sur ${n} nœuds`,
  times: (n) => fr`${n} fois`,
} satisfies typeof english;
