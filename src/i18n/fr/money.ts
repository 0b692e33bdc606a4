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
  buy: {
    title: (config, even) =>
      fr`Louer d'abord, mesurer, puis acheter : posséder ${config} revient moins cher que louer à partir de ${even} d'utilisation par mois.`,
    never: (config) => fr`Louer : posséder ${config} coûte plus que louer, même en service tout le mois.`,
    noPrice: (config) =>
      fr`Je ne connais pas le prix d'achat de ${config} : donnez-le, par exemple « la carte coûte 2 000 € ».`,
    noRent: (config) => fr`Aucun loyer connu à comparer à l'achat de ${config}.`,
    projection: fr`Une projection tant qu'un pilote n'a pas mesuré ce travail : un achat sans mesure peut se révéler de la mauvaise taille.`,
    perMonth: (fixed, hour, rent) =>
      fr`Posséder : ${fixed} par mois, que la machine calcule ou non, et ${hour} de courant par heure ; louer : ${rent} par heure.`,
    usage: (hours, own, rent) => fr`À ${hours} par mois : posséder ${own}, louer ${rent}.`,
    usageUnknown: fr`Tout dépend des heures réellement utilisées par mois ; dites-les : « on tourne 300 h par mois ».`,
    other: (name, config, time, price, even) =>
      fr`${name} : ${config}, ${time} pour ce travail, ${price} à l'achat, ${even}`,
    even: (hours) => fr`rentable à partir de ${hours} par mois`,
    evenNever: fr`jamais rentable face à ce loyer`,
    evenUnknown: fr`seuil inconnu`,
    priceUnknown: fr`prix inconnu`,
    missing: (name, list) => fr`${name}, il manque : ${list}.`,
    lacks: {
      ecc: fr`mémoire ECC`,
      nvlink: "NVLink",
      support: fr`licence et assistance pour centre de données`,
    },
    assumed: (list) => fr`Hypothèses, toutes modifiables ici : ${list}.`,
    stated: (list) => fr`D'après vous : ${list}.`,
    terms: {
      pricePerCard: (x) => fr`carte ${x}`,
      hostPerCard: (x) => fr`sa part de l'hôte ${x}`,
      years: (x) => fr`${x} ans d'utilisation`,
      resaleShare: (x) => fr`${x} récupérés à la revente`,
      perKwh: (x) => fr`électricité ${x} par kWh`,
      pue: (x) => fr`refroidissement, PUE ${x}`,
      hostingPerMonth: (x) => fr`hébergement ${x} par mois`,
      peoplePerMonth: (x) => fr`personnes ${x} par mois`,
    },
    sources: fr`Prix d'achat : `,
  },
} satisfies typeof english;
