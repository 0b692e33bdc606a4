import type { details as english } from "../en/details.ts";
import { fr } from "./typography.ts";

export const details = {
  read: (list) => fr`Lu : ${list}.`,
  assumed: (list) => fr`Retenu par défaut : ${list}.`,
  understood: (list) => fr`Compris : ${list}.`,
  contradiction: (field, readings, chosen) =>
    fr`Deux lectures pour « ${field} » : ${readings}. Retenu : ${chosen}.`,
  unread: fr`Pas compris : `,
  caveats: "À vérifier avant de payer",
  ownCaveats: "À vérifier avant de lancer",
  premisesTitle: fr`Petite précision : `,
  partsMissing: (list) => fr`Hors de ce prix : ${list}.`,
  noPrice: fr`Aucun prix connu pour cette configuration.`,
  ownMachine: fr`Votre propre machine : rien n’est loué.`,
  ownEnergy: (kWh) =>
    fr`Énergie : au plus ≈ ${kWh} kWh pour ses cartes, à leur puissance maximale ; l’hôte en plus.`,
  terms: (provider, date, list) => fr`Conditions de ${provider}, ${date} : ${list}.`,
  termsBreak: fr` ; `,
  billedBy: {
    second: "facturation à la seconde",
    minute: "facturation à la minute",
    hour: fr`toute heure entamée est facturée`,
  },
  storageOwn: fr`le disque de la machine suffit au travail`,
  storageTerm: (price) => fr`stockage à ${price} par Go et par mois`,
  egressFree: "trafic sortant gratuit",
  egressTerm: (price) => fr`trafic sortant à ${price} par Go`,
  counted: (term, amount) => fr`${term}, ${amount} comptés ici`,
  price: (amount, provider, region, tier, date) =>
    fr`Prix : ${amount} chez ${provider}, ${region}, ${tier}, ${date} ; disponibilité non vérifiée.`,
  statedPrice: (amount) =>
    fr`Prix : ${amount}, tel que vous l'avez donné ; stockage et trafic sortant en sus.`,
  runningOn: (rent) => fr`En marche sans arrêt : ${rent}.`,
  runningHours: (hours, rent) => fr`En marche ${hours} h par jour : ${rent}.`,
  regionUnknown: "région inconnue",
  asPaid: "comme votre équipe l’a payé",
  undated: "sans date",
  dated: (date, days) =>
    days === null
      ? fr`relevé le ${date}`
      : fr`relevé le ${date}, il y a ${days <= 1 ? `${days} jour` : `${days} jours`}`,
  why: (reason) => fr`Pourquoi celle-ci : ${reason}.`,
  whole: (configuration) => fr`Configuration : ${configuration}.`,
  layout: (strategy, microBatch, accumulation) =>
    fr`Répartition : ${strategy}, micro-lot ${microBatch}, accumulation ${accumulation}`,
  host: (ram, disk) => fr`Hôte : ${ram} de RAM, ${disk} de disque.`,
  hostHas: (list) => fr`Cette machine a ${list}.`,
  hostRam: (ram) => fr`${ram} de RAM`,
  hostDisk: (disk) => fr`${disk} de disque local`,
  hostRamUnknown: fr`L'offre ne dit pas combien de RAM a son hôte.`,
  hostYours: (ram) => fr`La vôtre a ${ram} de RAM.`,
  hostYoursTooSmall: (ram) => fr`La vôtre a ${ram} de RAM : trop peu pour ce calcul.`,
  columns: { card: "Carte", time: "Durée ou débit", cost: "Coût", memory: "Mémoire par carte" },
  chosen: (card) => fr`${card} (retenue)`,
  rocmCell: "ROCm à valider",
  tableTitle: "Autres configurations, même travail",
  noAlternatives: fr`Aucune autre configuration trouvée dans vos limites.`,
  tryMention: fr`Répondez ici avec @gpu-plan : « et en 8k ? », « pourquoi pas la H100 ? ».`,
  tryListen: fr`Répondez ici : « et en 8k ? », « pourquoi pas la H100 ? ».`,
  sources: fr`Sources : `,
  noRate: fr`On ne sait pas combien de fois un tel verdict se trompe : aucun travail comparable n'a été mesuré.`,
  rate: (n, wrong) =>
    fr`Taux d'erreur : sur ${n} exécutions publiées mises de côté (pile connue), ce verdict a été démenti ${wrong} fois.`,
} satisfies typeof english;
