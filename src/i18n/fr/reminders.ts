import type { reminders as english } from "../en/reminders.ts";
import { fr } from "./typography.ts";

export const reminders = {
  says: {
    "artefacts-out": (when) =>
      fr`Sortir les fichiers de la machine avant le ${when} : points de contrôle, adaptateurs, journaux. Ce qui y reste est perdu.`,
    "allocation-ends": (when) => fr`La location se termine le ${when}.`,
    "price-old": () =>
      fr`Le prix de ce plan a plus d'une semaine : à vérifier chez le fournisseur avant de décider.`,
    "pilot-waiting": () =>
      fr`Ce plan attend toujours son pilote : tant que rien n'est mesuré, ses chiffres sont une estimation.`,
  },
  stop: fr`Pour voir ou annuler vos rappels : /gpu-plan rappels`,
  reference: (id) => fr`(rappel ${id})`,
  kinds: {
    "artefacts-out": "fichiers à sortir de la machine",
    "allocation-ends": "fin de la location",
    "price-old": "prix vieux d’une semaine",
    "pilot-waiting": "pilote pas encore lancé",
  },
  title: (n) => (n === 1 ? fr`Vous avez un rappel à venir :` : fr`Vous avez ${n} rappels à venir :`),
  none: fr`Vous n'avez aucun rappel à venir. Ils ne vont qu'à la personne responsable du plan, en message direct.`,
  line: (what, when) => fr`${what}, le ${when}`,
  cancel: "Annuler ce rappel",
  cancelled: (n) => (n === 1 ? "Un rappel annulé." : fr`${n} rappels annulés.`),
  nothingToCancel: fr`Rien à annuler : ce rappel n'est plus à venir.`,
  underWay: fr`Un rappel prévu dans moins de deux minutes est déjà en route et arrivera.`,
  ownTimes: fr`Je ne pose pas de rappel à une heure choisie. Ceux qui viennent d'eux-mêmes, à la personne responsable du plan : fichiers à sortir de la machine avant son départ, fin de la location, prix vieux d'une semaine, pilote pas encore lancé.`,
  notYours: fr`Les rappels d'un plan ne sont vus et annulés que par la personne qui en est responsable.`,
} satisfies typeof english;
