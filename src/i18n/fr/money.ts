import type { money as english } from "../en/money.ts";
import { fr, plural } from "./typography.ts";

export const money = {
  spot: {
    assumed: (perDay, every, chosen) =>
      fr`Spot, interruptions supposées pour ce travail : ${perDay} par jour (Google a vu 5 à 15 % de ses machines reprises par jour ; aucun fournisseur n'indique de taux) ; un point de contrôle toutes les ${every}${chosen ? fr`, l'intervalle qui fait perdre le moins` : ""}.`,
    adds: (count, lost, mostLost, wait, mostWait) =>
      fr`Interruptions attendues sur la durée : ${count} ; travail refait et redémarrages, facturés : ${lost} (jusqu'à ${mostLost}) ; attente d'une machine, non facturée : ${wait} (jusqu'à ${mostWait}).`,
    saves: (spot, onDemand) => fr`Au total ${spot}, contre ${onDemand} à la demande.`,
    savesHour: (spot, onDemand) => fr`${spot} par heure, contre ${onDemand} à la demande.`,
    paysUpTo: (perDay) =>
      fr`Le spot reste moins cher jusqu'à ≈ ${perDay} ${plural(perDay, "interruption", "interruptions")} par jour.`,
    notTaken: (spot, onDemand) =>
      fr`Le spot est permis mais pas retenu : ${spot} une fois les interruptions comptées, contre ${onDemand} à la demande.`,
    onlySpot: fr`Aucun prix à la demande n'est connu pour comparer.`,
    none: fr`Aucune offre spot connue pour une machine qui finit ce travail dans vos limites.`,
    yes: (config, spot, planned) => fr`Oui : ${spot} sur ${config}, contre ${planned} dans le plan.`,
    already: (config, spot) => fr`Le plan est déjà en spot : ${spot} sur ${config}.`,
    no: (config) =>
      fr`Non : sur ${config}, le spot n'est pas moins cher une fois les interruptions comptées.`,
    proveRestore: fr`Seulement avec une reprise prouvée dans un nouveau processus.`,
    serving: fr`Un service en spot s'arrête à chaque interruption, jusqu'à ce qu'une autre machine ait chargé les poids : gardez une copie à la demande.`,
  },
  service: {
    copies: (copies, users, requests) =>
      fr`Copies du modèle : ${copies} ; requêtes simultanées par copie : ${users} ; ensemble, ${requests} requêtes par seconde.`,
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
    missing: (name, list) => fr`${name}, ce qui manque : ${list}.`,
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
      years: (x) => fr`${x} ${plural(x, "an", "ans")} d'utilisation`,
      resaleShare: (x) => fr`${x} récupérés à la revente`,
      perKwh: (x) => fr`électricité ${x} par kWh`,
      pue: (x) => fr`refroidissement (PUE ${x})`,
      hostingPerMonth: (x) => fr`hébergement ${x} par mois`,
      peoplePerMonth: (x) => fr`personnel ${x} par mois`,
    },
    sources: fr`Prix d'achat : `,
  },
  finished: {
    title: (tokens, hours, config) => fr`En ${hours} : ${tokens} sur ${config}.`,
    all: (tokens) => fr`C'est la totalité des ${tokens} demandés.`,
    share: (percent, tokens) => fr`C'est ${percent} des ${tokens} demandés.`,
    by: {
      deadline: fr`C'est le temps qui limite.`,
      budget: fr`C'est le plafond qui limite : il est dépensé d'ici là.`,
      done: fr`Le temps et le plafond suffisent.`,
    },
    cost: (amount) => fr`${amount} pour ces heures.`,
    row: (config, tokens, hours) => fr`${config} : ${tokens} en ${hours}`,
    none: fr`Dites pour quand ou pour combien : « d'ici vendredi », « pour 300 € ».`,
    nothing: fr`Rien n'est fini d'ici là : le démarrage et le chargement prennent déjà ce temps.`,
  },
  moreCards: {
    stops: (config) => fr`Au-delà de ${config}, ajouter des cartes ne vaut plus le coup.`,
    dearer: (config) =>
      fr`Au-delà de ${config}, la facture monte : d'autres cartes n'achètent plus que du temps.`,
    pays: (config) => fr`Jusqu'à ${config}, ajouter des cartes vaut encore le coup.`,
    unknown: fr`Sans la quantité de données et un prix, je ne sais pas quand ajouter des cartes cesse d'être rentable.`,
    row: (config, time, cost, efficiency) => fr`${config} : ${time}, ${cost}, ${efficiency} du linéaire`,
    gained: (amount) => fr`, ${amount} par heure gagnée`,
    slower: fr`, plus lent qu'avec moins`,
    above: {
      "less-state": fr`Plus de 100 % : l'état est partagé entre toutes les cartes ; plus elles sont nombreuses, moins chacune en garde et en met à jour.`,
      "less-offload": fr`Plus de 100 % : ce qui est déporté en RAM est partagé entre plus de cartes, il en passe moins par chaque bus.`,
      "smaller-group": fr`Plus de 100 % : le plus petit groupe suit une autre répartition, qui lui coûte du temps ; les cartes elles-mêmes ne vont pas plus vite.`,
    },
    weak: fr`Passage à l'échelle faible : chaque carte garde son micro-lot, la taille de lot effective grandit donc avec les cartes.`,
    strong: fr`Passage à l'échelle fort : la taille de lot effective reste la même, chaque carte accumule moins.`,
    measure: fr`Mesurez une marche au-dessus du plus petit groupe avant d'en louer plus.`,
  },
  timeline: {
    title: (start) => fr`Si ça démarre maintenant (${start}) :`,
    part: (name, from, time) => fr`${name} : à partir du ${from}, ${time}`,
    end: (likely, late) => fr`Fin : ${likely}, au plus tard le ${late}.`,
    out: (time) =>
      fr`Les fichiers doivent avoir quitté la machine avant le ${time} : le disque local part avec elle.`,
    unknown: fr`Pas de dates sans la quantité de données.`,
  },
  today: {
    faster: (times, before, after) =>
      fr`${times} fois plus rapide que ce que vous avez aujourd'hui : ${before} → ${after}.`,
    slower: (times, before, after) =>
      fr`${times} fois plus lent que ce que vous avez aujourd'hui : ${before} → ${after}.`,
    same: (before) => fr`À peu près aussi rapide que ce que vous avez aujourd'hui (${before}).`,
  },
} satisfies typeof english;
