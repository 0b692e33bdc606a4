import type { RestoreItem } from "../../domain/pilot/pilot.ts";
import type { pilot as english } from "../en/pilot.ts";
import { text, type Params } from "../params.ts";
import { fr } from "./typography.ts";

const planned = (p: Params): string =>
  fr`au plan ${text(p, "planned") ?? "inconnu"}, à l’exécution ${text(p, "measured") ?? "inconnu"}`;

/** Slips that would explain a pace that contradicts itself. */
const paceSlips: Readonly<Record<string, string>> = {
  "one-pass": fr` Si les secondes sont d’une passe, pas d’un pas entier avec son accumulation, tout concorde.`,
  "rate-of-one": fr` Si les jetons/s sont d’une seule carte, tout concorde.`,
  "rate-of-all": fr` Si les jetons/s sont de toutes les cartes, tout concorde.`,
};

export const pilot = {
  verdicts: { confirmed: "Confirmé", off: "Écart", inconclusive: "Non concluant" },
  head: (verdict, stage) => fr`${verdict} : ${stage}.`,
  stages: {
    "one-gpu-pilot": "pilote sur une carte",
    "scaling-step": "passage à l’échelle",
    "restore-proof": "preuve de reprise",
  },
  figures: {
    peakAllocatedGib: "pic de mémoire allouée",
    peakReservedGib: "pic de mémoire réservée (PyTorch)",
    peakDeviceGib: "pic vu par le driver",
    weightsGib: "poids",
    stepSeconds: "durée d’un pas",
    kvCacheTokens: "place pour le contexte, en jetons",
    ttftSeconds: "délai avant le premier jeton",
    tpotSeconds: "durée par jeton suivant",
    tokensPerSecondPerGpu: "débit par carte, en jetons/s",
  },
  compared: (figure, measured, predicted, inside) =>
    fr`${figure} : mesuré ${measured}, prévu ${predicted} : ${inside ? "dans l’intervalle" : "hors de l’intervalle"}.`,
  atLeast: (figure, measured, needed, enough) =>
    fr`${figure} : mesuré ${measured}, nécessaire ${needed} au moins : ${enough ? "assez" : "trop peu"}.`,
  contradicts: (figure, now, before) =>
    fr`Avec les mêmes réglages, pour ce que disent les deux résultats : ${figure}, ${now} ici et ${before} avant.`,
  contradictedBy: (when) => fr` a envoyé le précédent, ${when}.`,
  contradictionMemory: fr`Ce qui pourrait l’expliquer : un autre micro-lot, une autre longueur ou méthode que ce qui est dit ; le plus long lot, une évaluation ou une sauvegarde dans l’un des deux seulement ; un autre processus sur la carte ; un autre compteur sous le même nom.`,
  contradictionPace: fr`Ce qui pourrait l’expliquer : l’échauffement compté dans l’un des deux, un chargement de données lent, un hôte occupé ou une carte bridée par la chaleur ou la puissance.`,
  contradictionVersions: fr`Les deux ont tourné avec d’autres versions des logiciels : cela peut suffire. Figez-les avant la prochaine exécution.`,
  contradictionCounts: fr`Tant que ce n’est pas tranché, le plan compte avec le pire des deux, et moins sûrement : aucun n’est noyé dans une moyenne.`,
  gap: (gap, counter) =>
    fr`Le driver voit ${gap} de plus que le ${counter} : deux compteurs, pas une contradiction. Le contexte, les collectives, d’autres bibliothèques et des blocs gardés libres font l’écart ; c’est ce que voit le driver qui doit tenir.`,
  gapBelow: (gap, counter) =>
    fr`Le driver voit ${gap} de moins que le ${counter} : relevé à un autre moment, ou sur une autre carte. Son vrai pic est plus haut.`,
  preempted: fr`Des requêtes ont dû rendre leur place sous cette charge : la place pour le contexte est trop petite. C’est notre erreur.`,
  causes: {
    state: "les poids et les états",
    activations: "les activations et les logits",
    allocator: "ce que l’allocateur réserve en plus de la mémoire allouée",
    device: "ce que le driver voit en plus de la mémoire réservée (PyTorch)",
    utilisation: "la vitesse des cartes",
    "kv-cache": "la place pour le contexte",
    scaling: "le partage du travail entre les cartes",
    verdict: "ce qui tient",
  },
  miss: (by, figure, cause, above) =>
    fr`Notre estimation était trop ${above ? "basse" : "haute"} de ${by}${figure === null ? "" : fr` (${figure})`}. En cause : ${cause}. C’est notre erreur.`,
  scaling: {
    efficiency: (gpus, from, share, predicted, asked) =>
      fr`Sur ${gpus} cartes, chacune vaut ${share} d’une carte ${from === 1 ? "seule" : fr`d’un groupe de ${from}`} ; ${predicted === null ? "" : fr`${predicted} prévus, `}au moins ${asked} demandés.`,
    worth: (time, cost, pays) =>
      fr`Le même travail prend ${time} du temps pour ${cost} du coût : ajouter des cartes ${pays ? "est rentable" : "n’est pas rentable"} ici.`,
    binds: (what) => fr`Ce qui limite : ${what}.`,
    aboveLinear: fr`Valoir plus d’une carte chacune vient rarement des cartes : l’état partitionné en laisse moins à chacune, ou la référence était lente (mise en route, données, autre processus). Remesurez la référence avant d’y compter.`,
    bindsNothing: fr`Rien ne limite encore : davantage de cartes se partageraient le travail.`,
    qualityShown: "Même taille de lot effective, et mêmes réglages de ce qui change le résultat.",
    qualityTaken: fr`Même taille de lot effective ; les journaux ne montrent pas tous les réglages qui changent le résultat, ils sont pris comme prévu.`,
  },
  outOfMemory: (phase) =>
    fr`Le plan disait que ça tient et le pilote a manqué de mémoire${phase === null ? "" : ` (${phase})`}. C’est notre erreur.`,
  neededAtLeast: (gib) =>
    fr`Ses tenseurs demandaient au moins ${gib} par carte : c’est une borne inférieure, car personne n’a vu le pic.`,
  asItself: fr`Jugée pour ce qu’elle était, face à ce que nous attendons d’une telle exécution :`,
  nothingKept: fr`Rien n’en a été gardé, et rien n’a été changé.`,
  reasons: {
    "nothing-planned": (p) =>
      text(p, "ranOut") === null
        ? "Le plan n’a aucune configuration à comparer."
        : fr`Le plan ne nommait aucune machine qui porte cette exécution, et elle a manqué de mémoire : comme calculé.`,
    "nothing-read": () => "Aucun chiffre d’une exécution n’a été trouvé dans ces fichiers.",
    "no-comparable-figure": () => "Aucun chiffre de ces fichiers ne se compare au plan.",
    "impossible-value": (p) =>
      fr`Pour « ${text(p, "field") ?? "un chiffre"} », ${text(p, "value") ?? "inconnu"} : aucune exécution ne peut donner cela (limite ${text(p, "limit") ?? "0"}).`,
    "implausible-peak": (p) =>
      fr`Une contradiction à vérifier : ${text(p, "field") ?? "le pic"}, ${text(p, "measured") ?? "inconnu"} mesurés pour ${text(p, "planned") ?? "inconnu"} prévus. ${
        text(p, "cause") === null
          ? fr`C’est × ${text(p, "times") ?? "inconnu"}, un écart qu’on ne connaît pas à ce framework.`
          : fr`Il y faudrait ${partOff(p)} × ${text(p, "times") ?? "inconnu"}, un écart qu’on ne connaît pas à ce framework.`
      } Le plus souvent, un réglage diffère : méthode, recalcul des activations, micro-lot ou longueur. Rien n’en a été appris ; le résultat du kit les indique tous.`,
    "below-weights": (p) =>
      fr`Pour « ${text(p, "field") ?? "le pic"} », ${text(p, "measured") ?? "inconnu"} mesurés, alors que le modèle et ses états seuls prennent ${text(p, "planned") ?? "inconnu"} par carte : aucune exécution de ce plan ne peut donner cela. Une autre unité, un autre modèle, un processus qui ne portait pas le modèle, ou un relevé fait avant son chargement.`,
    "loss-not-finite": (p) =>
      fr`La perte est restée à nan ou à l’infini (${text(p, "count") ?? "1"} lignes sur ${text(p, "of") ?? "1"}) : cette exécution prouve ce qu’il lui faut en mémoire, pas qu’elle entraîne.`,
    "contradicting-files": (p) =>
      fr`${text(p, "file") ?? "Un fichier"} et ${text(p, "otherFile") ?? "un autre"} se contredisent (${text(p, "field") ?? "un réglage"}) : ${text(p, "value") ?? "inconnu"} dans l’un, ${text(p, "otherValue") ?? "inconnu"} dans l’autre.`,
    "contradicts-earlier": () => "Il contredit un résultat précédent.",
    "other-card": (p) => fr`Une autre carte que prévu : ${planned(p)}.`,
    "other-model": (p) => fr`Un autre modèle : ${planned(p)}.`,
    "other-method": (p) => fr`Une autre méthode : ${planned(p)}.`,
    "other-stack": (p) => fr`Un autre framework d’entraînement : ${planned(p)}.`,
    "other-version": (p) => fr`Une autre version du framework : ${planned(p)}.`,
    "other-micro-batch": (p) => fr`Un autre micro-lot : ${planned(p)}.`,
    "other-accumulation": (p) => fr`Une autre accumulation de gradients : ${planned(p)}.`,
    "other-length": (p) => fr`Une autre longueur de séquence : ${planned(p)}.`,
    "batch-unnamed": (p) =>
      fr`Un lot de ${text(p, "told") ?? "inconnu"} : par carte, ou de toutes les cartes et passes accumulées ensemble (micro-lot ${text(p, "inAll") ?? "inconnu"}) ? Jugé avec un micro-lot de ${text(p, "taken") ?? "inconnu"}, et rien n’en a été appris.`,
    "pace-contradicts": (p) =>
      fr`${text(p, "step") ?? "inconnu"} s par itération et ${text(p, "rate") ?? "inconnu"} jetons/s se contredisent : ensemble, cela fait ${text(p, "told") ?? "inconnu"} jetons par pas, or micro-lot ${text(p, "microBatch") ?? "inconnu"} × accumulation ${text(p, "gradientAccumulation") ?? "inconnue"} × ${text(p, "groups") ?? "inconnu"} × ${text(p, "sequenceLength") ?? "inconnu"} jetons en font ${text(p, "planned") ?? "inconnu"}.${paceSlips[text(p, "how") ?? "open"] ?? ""} Aucune vitesse n’a été apprise.`,
    "other-gpu-count": (p) => fr`Un autre nombre de cartes : ${planned(p)}.`,
    "other-settings": (p) => fr`D’autres réglages (${text(p, "field") ?? "inconnu"}) : ${planned(p)}.`,
    "card-unknown": () => "Ces fichiers ne disent pas de quelle carte il s’agit.",
    "too-few-steps": (p) =>
      fr`Trop peu de pas après l’échauffement : ${text(p, "steps") ?? "0"} sur au moins ${text(p, "least") ?? "10"}.`,
    "steps-not-shown": () => "Ces fichiers ne montrent pas combien de pas ont été faits.",
    "longest-batch-not-seen": (p) =>
      fr`Le plus long lot n’a pas été vu : ${text(p, "needed") ?? "inconnu"} jetons prévus, ${text(p, "seen") === null ? "aucun visible" : fr`${text(p, "seen") ?? ""} vus`}.`,
    "memory-not-shown": () => "Ces fichiers ne montrent aucun pic de mémoire que le plan prévoit.",
    "speed-not-shown": () => "Ces fichiers ne montrent aucun débit utilisable.",
    "failed-elsewhere": (p) =>
      text(p, "how") === "collective-timeout"
        ? fr`Une exécution échouée : ses processus se sont attendus jusqu’à la fin. Elle ne prouve rien et n’apprend rien.`
        : "L’exécution s’est arrêtée pour une autre raison que la mémoire de la carte.",
    capped: () => fr`Le programme a reçu moins que la mémoire de la carte : cela ne dit rien de la carte.`,
    "baseline-missing": () => "Il manque un résultat du plus petit groupe pour comparer.",
    "baseline-differs": (p) =>
      fr`Les deux exécutions ne se comparent pas : ${text(p, "field") ?? "un réglage"} vaut ${text(p, "baseline") ?? "inconnu"} dans la référence et ${text(p, "measured") ?? "inconnu"} ici.`,
    "scaling-not-shown": () => "Ces fichiers ne viennent pas d’une exécution sur toutes les cartes.",
    "restore-not-shown": () => "Ces fichiers ne montrent pas de reprise.",
    "restore-item-missing": (p) => fr`Non vérifié après la reprise : ${itemOf(p)}.`,
    "restore-item-differs": (p) => fr`Différent après la reprise : ${itemOf(p)}.`,
    "restore-same-process": () => fr`L’état a été relu dans le même processus : seul un nouveau le prouve.`,
    "loss-jumped": (p) =>
      fr`La perte ne continue pas : ${text(p, "before") ?? "inconnue"} avant, ${text(p, "after") ?? "inconnue"} après.`,
    "loss-not-shown": () => "La perte avant et après la reprise n’est pas montrée.",
    "restart-not-shown": (p) =>
      fr`Un redémarrage se montre par le journal de démarrage et le banc d’essai d’avant et d’après ; il manque : ${partOf(p)}.`,
    "restart-differs": (p) =>
      fr`Le service n’est pas revenu à l’identique : ${servedOf(p)} ${text(p, "after") ?? "inconnu"} après, ${text(p, "before") ?? "inconnu"} avant.`,
    "requests-failed": (p) =>
      fr`Des requêtes ont échoué après le redémarrage : ${text(p, "count") ?? "inconnu"}.`,
  },
  corrections: {
    state: (by) => fr`poids et états × ${by}`,
    activations: (by) => fr`activations et logits × ${by}`,
    allocator: (by) => fr`réservée (PyTorch) sur allouée × ${by}`,
    device: (by) => fr`driver au-delà de la mémoire réservée (PyTorch) ${by}`,
    utilisation: (by) => fr`vitesse × ${by}`,
  },
  learnt: (list, points) =>
    fr`D’après ${points} ${points === 1 ? "exécution" : "exécutions"} avec ce framework, cette famille de modèles et cette carte : ${list}.`,
  learntNothing: (points) =>
    fr`D’après ${points} ${points === 1 ? "exécution" : "exécutions"} avec ce framework, cette famille de modèles et cette carte : rien à corriger, les intervalles se resserrent.`,
  next: {
    "rerun-pilot": fr`Ensuite : le même pilote avec les réglages prévus.`,
    "rerun-longest": fr`Ensuite : le même pilote sur les plus longs lots réels.`,
    "rerun-longer": fr`Ensuite : le même pilote, plus long.`,
    "post-memory": fr`Ensuite : envoyer les pics de mémoire de cette exécution.`,
    "post-steps": fr`Ensuite : envoyer le journal avec les pas et leur durée.`,
    "check-files": fr`Ensuite : vérifier les fichiers et les renvoyer.`,
    "run-scaling-step": fr`Ensuite : le passage à l’échelle.`,
    "run-restore-proof": fr`Ensuite : la preuve de reprise.`,
    "fix-restore": fr`Ensuite : réparer la reprise et la prouver de nouveau.`,
    "fix-loss": fr`Ensuite : trouver où la perte se casse (taux d’apprentissage, fp16 sans mise à l’échelle de la perte, échantillon fautif), puis le même pilote.`,
    "settle-contradiction": fr`Ensuite : la même exécution encore une fois, avec le kit (« pilote » ici le remet) : il indique ses réglages, et ce que disent deux sur trois compte.`,
    "say-which-batch": fr`Lequel était-ce ? Le même message avec « lot de 8 par carte » ou « lot de 8 au total », votre chiffre dedans, le règle.`,
    "find-hang": fr`Ensuite, le moins cher d’abord : la première erreur dans le journal de chaque processus (les autres ne font qu’attendre) ; un all-reduce seul (\`nccl-tests\`, \`NCCL_DEBUG=INFO\`) sur les mêmes cartes, qui distingue le réseau du programme ; puis 20 pas sans évaluation ni enregistrement : s’ils passent, un processus seul au travail était la cause, et un délai plus long n’aide que là.`,
    "make-it-fit": fr`Ensuite : faire tenir l’exécution. « Et si ça ne tient pas ? » ici donne les moyens, le meilleur d’abord.`,
    "plan-again": fr`Ensuite : refaire le plan avec ce qui a été mesuré.`,
    "pilot-of-new-plan": fr`Ensuite : le pilote du plan tel qu’il est maintenant. « pilote » ici le remet.`,
    "plan-other-card": fr`Ensuite : faire un plan pour cette carte.`,
    reserve: fr`Ensuite : réserver la durée.`,
    "one-card-fewer": fr`Ensuite : moins de cartes ; en ajouter n’est pas rentable ici.`,
    "keep-cards": fr`Ensuite : ces cartes restent rentables. Refaire le plan au débit mesuré, ou demander à une autre personne d’y déroger par écrit.`,
    "run-baseline": fr`Ensuite : exécuter le plus petit groupe avec la même taille de lot effective.`,
    "change-bound": fr`Ensuite : changer d’abord ce qui limite.`,
  },
  nextRun: (minutes, gpus, cost) =>
    fr`${minutes} minutes sur ${gpus} ${gpus === 1 ? "carte" : "cartes"}${cost === null ? "" : `, ${cost}`}.`,
} satisfies typeof english;

const items: Readonly<Record<RestoreItem, string>> = {
  model: "le modèle",
  optimizer: "l’état de l’optimiseur",
  schedule: "le scheduler (taux d’apprentissage)",
  randomState: "l’état aléatoire",
  dataPosition: "la position dans les données",
};
const partOff = (p: Params): string =>
  text(p, "cause") === "state" ? "des poids et états" : "des activations et logits";

const itemOf = (p: Params): string => items[(text(p, "item") ?? "model") as RestoreItem];

const startParts: Readonly<Record<string, string>> = {
  "start-before": "le journal de démarrage d’avant",
  "bench-before": "le banc d’essai d’avant",
  "start-after": "le journal de démarrage d’après",
  "bench-after": "le banc d’essai d’après",
};
const partOf = (p: Params): string => startParts[text(p, "missing") ?? ""] ?? "inconnu";
const served: Readonly<Record<string, string>> = {
  weightsGib: "poids (Gio)",
  kvCacheTokens: "place pour le contexte (jetons)",
  outputTokensPerSecond: "jetons produits par seconde",
  tpotSeconds: "secondes par jeton suivant",
};
const servedOf = (p: Params): string => served[text(p, "field") ?? ""] ?? "inconnu";
