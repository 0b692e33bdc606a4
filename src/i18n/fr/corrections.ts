import type { corrections as english } from "../en/corrections.ts";
import { fr } from "./typography.ts";

export const corrections = {
  title: (what) =>
    what === "" ? "Ce que votre équipe a mesuré" : fr`Ce que votre équipe a mesuré : ${what}`,
  nothing: (what) =>
    fr`Votre équipe n’a encore rien mesuré${what === "" ? "" : fr` de tel (${what})`}. « pilote » dans le fil d’un plan dit quoi exécuter.`,
  scope: (family, method, card, stack) => fr`${family}, ${method}, ${card}, ${stack}`,
  runs: (n, date) =>
    fr`${n === 1 ? "une exécution" : fr`${n} exécutions`}${date === null ? "" : fr`, la dernière le ${date}`}`,
  by: "par",
  point: (batch, gpus, figures) =>
    fr`${batch} sur ${gpus === 1 ? "une carte" : fr`${gpus} cartes`} : ${figures}`,
  batch: (microBatch, tokens) => fr`micro-lot ${microBatch} × ${tokens} jetons`,
  figures: {
    ranOut: (gib) => fr`mémoire insuffisante, au moins ${gib} nécessaires`,
    allocated: (gib) => fr`${gib} alloués`,
    reserved: (gib) => fr`${gib} réservés`,
    device: (gib) => fr`${gib} vus par le driver`,
    rate: (rate) => fr`${rate} par carte`,
    rentalRate: (rate) => fr`${rate} par carte, d’après les heures de toute la location`,
  },
  paid: {
    title: (what) => (what === "" ? "Ce que votre équipe a payé" : fr`Ce que votre équipe a payé : ${what}`),
    nothing: (what) =>
      fr`Aucune location close de votre équipe ne donne encore de prix${what === "" ? "" : fr` de tel (${what})`} : « clôture : 31 h, 412 € » dans le fil d’un plan réservé en retient un.`,
    offer: (card, provider, tier) => fr`${card}, ${provider}, ${tier}`,
    line: (paid, planned, date) =>
      fr`${paid} par heure-carte, ${planned} prévus${date === null ? "" : fr`, clos le ${date}`}`,
    perGpuHour: (amount) => fr`${amount} par heure-carte`,
    whole: "avec tout ce que compte la facture",
    team: (perGpu, listed, n, date) =>
      fr`Prix : ce que votre équipe a payé, ${perGpu} par heure-carte (${listed} au catalogue), ${n === 1 ? "une location" : fr`${n} locations`}${date === null ? "" : fr`, la dernière close le ${date}`}`,
    teamWhole: "Stockage et trafic y sont si la facture les comptait.",
  },
  cost: (withThem, without) => fr`Coût : ${withThem} avec, ${without} sans.`,
  effects: (list) => fr`Corrections : ${list}.`,
  versions: (list) => fr`Versions : ${list}.`,
  withdrawn: (results) =>
    results === 1
      ? fr`Retiré : ce résultat ne compte plus.`
      : fr`Retiré : ${results} résultats ne comptent plus.`,
  results: {
    kinds: { pilot: "pilote", hours: "heures de location", price: "prix payé" },
    one: (n, what, date) => fr`Résultat ${n}, ${what}${date === null ? "" : fr`, ${date}`}`,
    gone: (what) => fr`Retiré : ${what}.`,
    left: fr`Comptent encore de ce plan :`,
    title: fr`Résultats de ce plan qui comptent :`,
    none: "Plus rien de ce plan n’est compté.",
    how: (n) =>
      fr`« retire le résultat ${n} » retire celui-là, « retire tous les résultats » les retire tous.`,
    withdraw: (n) => fr`Retirer ${n}`,
  },
  stillOnRecord: (results) =>
    results === 1
      ? "Il reste consigné, et aucun plan de l’équipe n’est plus calculé avec lui."
      : "Ils restent consignés, et aucun plan de l’équipe n’est plus calculé avec eux.",
  requiredNow: (was, now) => fr`Mémoire par carte : ${was} → ${now}.`,
  sameFigures: "La mémoire par carte de ce plan reste la même.",
  notSizedAgain: fr`Le plan n’a pas pu être recalculé à l’instant : il le sera au prochain changement.`,
  withoutTitle: "Sans ce que votre équipe a mesuré",
  required: (withThem, without) =>
    fr`Mémoire par carte : ${withThem} avec les corrections, ${without} sans elles.`,
  time: (withThem, without) => fr`Durée : ${withThem} avec, ${without} sans.`,
  otherChoice: (configuration) => fr`Sans elles, le choix serait ${configuration}.`,
  sameChoice: "Le choix serait le même.",
  restsOn: fr`Elles reposent sur :`,
  howToWithdraw: fr`Rien n’est changé. Qui a envoyé un résultat peut le retirer, comme toute personne d’ici qui n’est pas responsable du plan : « retire les corrections ».`,
  team: (n, date) =>
    fr`Mesuré chez vous : ${n === 1 ? "une exécution" : fr`${n} exécutions`}${date === null ? "" : fr`, la dernière le ${date}`}`,
  seeWithout: fr`« sans les corrections » montre la différence.`,
  refusals: {
    "no-plan": "Il n’y a pas de plan ici. Écrivez-le dans le fil de son plan.",
    none: "Aucune mesure de votre équipe ne compte dans ce plan.",
    "none-here": fr`Les corrections de ce plan viennent des pilotes d’autres plans : on les retire dans le fil où elles ont été envoyées.`,
    "not-yours": fr`Le responsable du plan ne peut retirer que ce qu’il a envoyé lui-même : une autre personne d’ici le peut.`,
    "no-such-result": "Aucun résultat de ce plan n’a ce numéro, ou n’est de ce type.",
    "withdrawn-before": fr`C’était déjà retiré : rien n’a changé.`,
  },
} satisfies typeof english;
