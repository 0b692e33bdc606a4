import type { drops as english } from "../en/drops.ts";
import { fr } from "./typography.ts";

export const drops = {
  faults: {
    "no-scope": fr`je n'ai pas le droit d'ouvrir les fichiers ici : il faut à l'application le droit files:read, qu'elle obtient en étant réinstallée depuis son manifeste. En attendant, collez le texte après « pilote : ».`,
    "other-organisation": fr`il appartient à une autre organisation et ne peut pas être ouvert d'ici. Collez son texte après « pilote : ».`,
    elsewhere: fr`il se trouve dans un autre service ; je lis les fichiers qui sont dans Slack.`,
    gone: fr`il n'y est plus.`,
    "too-large": fr`il dépasse 20 Mo. Envoyez sa dernière partie, ou compressez-le avec gzip.`,
    "not-text": fr`ce n'est pas du texte. Je lis les journaux, le JSON, le JSON Lines, le CSV, compressés ou non avec gzip.`,
    unreachable: fr`Slack ne l'a pas remis. Déposez-le de nouveau dans un instant.`,
  },
  notRead: (why: string) => fr`Non lu : ${why}`,
  nothingIn: fr`Je n’y ai rien lu d’une exécution. Un chiffre compte avec son nom : « pic réservé 41 Gio », « pic nvidia-smi 45 Gio », « 1,9 s/pas ».`,
  kitFaulty: fr`Il dit venir du kit de pilote, et ne peut pas être utilisé tel quel :`,
  noPlan: fr`Je ne sais pas à quel plan cela se rapporte. Déposez le fichier dans le fil de son plan, ou choisissez-en un avec /gpu-plan pilote.`,
  bound: (what, change, gain) =>
    change === null
      ? fr`Ce qui limite : ${what}. Rien de peu coûteux n'y changerait quelque chose.`
      : fr`Ce qui limite : ${what}. D'abord ${change}${gain === null ? "." : fr`, à gagner : jusqu'à ${gain} du pas.`}`,
  bounds: {
    compute: fr`le calcul`,
    memory: fr`la bande passante de la mémoire et les petits noyaux`,
    communication: fr`les communications entre cartes`,
    input: fr`les données qui alimentent les cartes`,
  },
  boundChanges: {
    "feed-data-faster": fr`plus de processus de chargement, ou des données préparées à l'avance`,
    "even-out-lengths": fr`le packing, ou des lots de longueurs voisines`,
    "fewer-cards-or-faster-network": fr`moins de cartes, ou un lien plus rapide entre elles`,
    "larger-micro-batch": fr`un micro-lot plus grand`,
    "fuse-or-compile": fr`des noyaux fusionnés ou la compilation`,
  },
  measuredCost: (hours, run, million) =>
    fr`Au débit mesuré, toute la fenêtre dure ${hours} : ${run} l'exécution terminée, ${million} le million de jetons.`,
  noLongerFits: fr`Le plan est corrigé : il ne dit plus que cette exécution tient en mémoire.`,
  otherConfiguration: (configuration) =>
    fr`Le plan est maintenant un autre : ${configuration}. Ce qui était prouvé ou couvert par une dérogation pour le précédent ne compte pas pour lui.`,
  corrected: (was: string, now: string) => fr`Mémoire par carte avec ce qui a été appris : ${was} → ${now}.`,
  standing: {
    rent: (config, time, cost) => fr`En l’état : ${config}, ${time}, ${cost}.`,
    memory: (required, usable) =>
      fr`Mémoire par carte, tout ce qui a été mesuré compté : ${required} sur ${usable}.`,
    first: (stage) => fr`Avant toute la durée : ${stage}.`,
    ranOut: (config) => fr`${config} a manqué de mémoire au pilote : pas cette machine.`,
    ways: fr`Ce qui la porte, le meilleur d’abord :`,
    none: fr`Aucune machine comparée n’a plus de place. « Et si ça ne tient pas ? » donne les moyens.`,
    thenPilot: fr`Nommez-en une ici et le plan devient celui-là ; son pilote passe avant toute la durée.`,
  },
  again: fr`Ce résultat a déjà été publié : il compte une fois.`,
  pasted: fr`le texte collé`,
  plan: {
    title: fr`Ce qui tranche ce plan`,
    run: (what, minutes, gpus, cost) =>
      fr`${what} : environ ${minutes} minutes sur ${gpus === 1 ? "une carte" : fr`${gpus} cartes`}${cost === null ? "" : fr`, ${cost}`}`,
    what: {
      "longest-batches": fr`les plus longs lots réels`,
      "shortest-batches": fr`la même exécution avec le plus petit lot, pour distinguer ce qui croît de ce qui est fixe`,
      "serve-longest-requests": "les plus longues requêtes",
      "scaling-step": fr`toutes les cartes, à la même taille de lot effective`,
      "restore-proof": fr`enregistrer, arrêter, reprendre dans un nouveau processus`,
      "restart-and-reload": fr`redémarrer et recharger, sous la même charge`,
    },
    users: (n) => `, ${n === 1 ? "un seul utilisateur" : `${n} utilisateurs simultanés`}`,
    passTitle: fr`C'est réussi si (fixé maintenant, avant l'exécution)`,
    pass: {
      "device-memory-below": (gib, range) => fr`chaque carte reste sous ${gib} (${range} prévus)`,
      "tokens-per-second-at-least": (low, likely) =>
        fr`chaque carte fait au moins ${low} (${likely} attendus)`,
      "scaling-efficiency-at-least": (share) => fr`chaque carte vaut au moins ${share} d'une carte seule`,
      "five-items-restored": fr`le modèle, l'optimiseur, le scheduler, l'état aléatoire et la position dans les données reviennent, et la perte reprend où elle s'était arrêtée`,
      "restarted-and-reloaded": fr`le service revient et répond comme avant`,
    },
    kit: fr`Le kit est joint : un fichier Python, l'exécution, et le fichier qui la lance.`,
    back: fr`Déposez ici pilot-result.json, ou les journaux que vous avez : je les juge d'après ce qui est écrit ci-dessus.`,
    serving: fr`Pour l’inférence il n’y a pas de kit : lancez vllm bench serve avec les utilisateurs et les longueurs prévus, et déposez ici le journal de démarrage et ce qu’il affiche. Après un redémarrage, de même.`,
  },
  form: {
    title: fr`Résultats du pilote`,
    submit: fr`Juger`,
    plan: fr`Plan`,
    planHint: fr`Le plan pour lequel l'exécution a été faite.`,
    planPlaceholder: fr`Choisir un plan`,
    files: fr`Fichiers`,
    filesHint: fr`Le pilot-result.json du kit, ou les journaux que vous avez : un par processus suffit, le plus chargé compte. 20 Mo chacun.`,
    text: fr`Ou coller`,
    textHint: fr`Un journal, un tableau de nvidia-smi, un message de mémoire insuffisante.`,
    nothing: fr`Ajoutez un fichier, ou collez un texte.`,
    noPlan: fr`Choisissez le plan pour lequel l'exécution a été faite.`,
    noPlans: fr`Vous n'avez pas encore de plan`,
  },
} satisfies typeof english;
