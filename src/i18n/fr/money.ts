import type { money as english } from "../en/money.ts";
import { fr } from "./typography.ts";

export const money = {
  spot: {
    assumed: (perDay, every, chosen) =>
      fr`Spot : ${perDay} interruptions par jour supposées pour ce travail (Google a vu 5 à 15 % de ses machines reprises par jour ; aucun fournisseur n'indique de taux), une sauvegarde toutes les ${every}${chosen ? fr`, l'intervalle qui perd le moins` : ""}.`,
    adds: (count, lost, mostLost, wait, mostWait) =>
      fr`Attendu sur la durée : ${count} interruptions ; travail refait et redémarrages, facturés : ${lost} (jusqu'à ${mostLost}) ; attente d'une machine, non facturée : ${wait} (jusqu'à ${mostWait}).`,
    saves: (spot, onDemand) => fr`Au total ${spot}, contre ${onDemand} à la demande.`,
    savesHour: (spot, onDemand) => fr`${spot} par heure, contre ${onDemand} à la demande.`,
    paysUpTo: (perDay) => fr`Le spot reste moins cher jusqu'à ≈ ${perDay} interruptions par jour.`,
    notTaken: (spot, onDemand) =>
      fr`Le spot est permis mais pas retenu : ${spot} une fois les interruptions comptées, contre ${onDemand} à la demande.`,
    onlySpot: fr`Aucun prix à la demande n'est connu pour comparer.`,
    none: fr`Aucune offre spot connue pour une machine qui finit ce travail dans vos limites.`,
    yes: (config, spot, planned) => fr`Oui : ${spot} sur ${config}, contre ${planned} dans le plan.`,
    already: (config, spot) => fr`Le plan est déjà en spot : ${spot} sur ${config}.`,
    no: (config) =>
      fr`Non : sur ${config}, le spot n'est pas moins cher une fois les interruptions comptées.`,
    proveRestore: fr`Seulement avec une reprise prouvée dans un nouveau processus.`,
    serving: fr`Un service en spot s'arrête à chaque interruption, jusqu'à ce qu'une autre machine ait chargé les poids : gardez un réplica à la demande.`,
  },
  service: {
    copies: (copies, users, requests) =>
      fr`Copies du modèle : ${copies}, ${users} requêtes simultanées chacune ; ensemble ${requests} requêtes par seconde.`,
    scaleUp: (time) =>
      fr`Une copie de plus répond ${time} après avoir été demandée : l'ajouter avant la pointe, pas pendant.`,
    average: (copies, perHour) =>
      fr`Le trafic moyen en occupe ${copies} ; chacune libérée économise ${perHour} par heure.`,
    ttft: (time) => fr`Délai avant le premier jeton : ${time}.`,
    unknown: fr`Seul un service a des copies ; ceci est un entraînement.`,
  },
} satisfies typeof english;
