import type { readings as english } from "../en/readings.ts";
import { format } from "../format.ts";
import { figure, text, when, type Params } from "../params.ts";
import { fr } from "./typography.ts";

const f = format("fr");
const gib = (p: Params, key: string): string => when(figure(p, key), f.gib) || "de la mémoire";
const many = (n: number): string => (Math.abs(n) >= 2 ? "s" : "");

const full = (p: Params): boolean => figure(p, "allocated") !== null;

const labels = {
  peakAllocatedGib: "pic de mémoire allouée, par carte",
  peakReservedGib: "pic de mémoire réservée (PyTorch), par carte",
  peakDeviceGib: "pic vu par le driver, par carte",
  weightsGib: "poids, par carte",
  kvCacheGib: "cache KV, par carte",
  capacityGib: "mémoire de la carte",
  stepSeconds: "durée d’un pas",
  tokensPerSecondTotal: "débit au total, en jetons/s",
  tokensPerSecondPerGpu: "débit par carte, en jetons/s",
  modelFlopsUtilisation: "MFU tel qu’affiché",
  runtimeSeconds: "durée de l’exécution",
  steps: "pas",
  tokensTotal: "jetons au total",
  microBatch: "micro-lot",
  gradientAccumulation: "accumulation de gradients",
  globalBatch: "taille de lot effective",
  sequenceLength: "longueur de séquence",
  gpuName: "carte",
  gpuCount: "cartes",
  outOfMemory: "mémoire insuffisante (OOM)",
  versions: "versions",
};

/** The name of the figure that a warning is about. */
const labelOf = (p: Params): string | null => {
  const field = text(p, "field");
  return field !== null && Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : null;
};

/** Likely causes of steps that grow slower, by what the trace shows. */
const slowing: Readonly<Record<string, string>> = {
  memory: fr`L’allocateur a dû libérer et réessayer pendant ce temps : mémoire fragmentée ou trop pleine. Test : segments extensibles, ou un micro-lot plus petit.`,
  data: fr`L’attente des données a grandi d’autant : le chargeur, le disque ou le réseau derrière. Test : les mêmes pas sur des données en mémoire.`,
  sudden: fr`D’un coup, c’est le plus souvent la carte bridée (chaleur, puissance) ou quelqu’un d’autre sur la machine. Test : fréquences, température et processus dans nvidia-smi ou rocm-smi à ce pas.`,
  gradual: fr`Peu à peu, c’est le plus souvent la chaleur, des lots de plus en plus longs ou un chargeur qui prend du retard. Test : température et fréquences, jetons par lot et temps de chargement à côté du temps de pas.`,
};

export const readings = {
  nothing: fr`Aucune mesure d'une exécution n'y a été trouvée.`,
  together: fr`Tous les fichiers ensemble, pire processus :`,
  labels,
  failure: (asked, free) => fr`${asked} demandés, ${free} libres`,
  warnings: {
    "nothing-read": () => fr`Aucune mesure d'une exécution n'a été trouvée dans ce fichier.`,
    binary: () => fr`Ce n'est pas un fichier texte. Envoyer le journal, le JSON ou le CSV lui-même.`,
    "cut-short": () => fr`Le fichier dépasse ce qui est lu ; seul le début a servi.`,
    truncated: () => fr`Le JSON s'interrompt ; ce qui est entier a servi.`,
    mixed: (p) =>
      fr`Plusieurs outils ont écrit dans ce fichier${when(text(p, "tools"), (x) => fr` : ${x}`)}.`,
    "several-runs": () =>
      fr`Les pas recommencent : plusieurs exécutions dans ce fichier ; la plus longue a servi.`,
    resumed: () => fr`L'exécution est une reprise : les débits depuis le début ne comptent pas.`,
    "cumulative-rate": () =>
      fr`Le débit affiché est une moyenne depuis le début ; il a été recalculé entre deux lignes.`,
    "wrong-rate": () => fr`Le débit affiché est ici connu pour être inexact : il n'a pas servi.`,
    "warm-up": () => fr`Les premiers pas sont lents (compilation, allocateur) : laissés de côté.`,
    "warm-up-included": () => fr`Trop peu de pas : l'échauffement est compris dans la durée d'un pas.`,
    "whole-run-average": (p) =>
      fr`Durée et débits couvrent toute l'exécution : échauffement, points de contrôle et évaluation${when(figure(p, "evaluation"), (n) => fr` (${f.number(n, 1)} s)`)} compris.`,
    smoothed: () => fr`La durée vient d'un affichage lissé.`,
    "per-device-batch": () => fr`Le lot affiché se compte par carte.`,
    inferred: (p) => fr`${labelOf(p) ?? "Une mesure"} : calcul d'après d'autres mesures du fichier.`,
    "tokens-may-pad": () => fr`Le nombre de jetons peut comprendre du padding.`,
    "padded-tokens": () => fr`Le débit compte le padding.`,
    "trained-tokens": (p) =>
      fr`Le débit ne compte que les jetons entraînés${when(figure(p, "share"), (n) => fr`, ici ${f.percent(n)} de tous`)} : incomparable avec d'autres outils.`,
    "tokens-of-data": () =>
      fr`Le débit compte les jetons des données, sans le padding, d'un seul processus : incomparable avec d'autres outils.`,
    "completions-batch": () =>
      fr`En GRPO, le lot par carte compte des réponses générées ; avant février 2025, des invites.`,
    "no-memory": () => fr`Aucune mesure de mémoire dans ce fichier.`,
    "gb-is-gib": () => fr`Cet outil écrit « GB » et compte en Gio (2^30).`,
    "mb-is-mib": () => fr`Cet outil écrit « MB » et compte en Mio (2^20).`,
    "gb-is-decimal": () => fr`Ici « GB » vaut 10^9 octets : converti.`,
    "unit-not-printed": () => fr`Les nombres n'ont pas d'unité ; cet outil compte en Mio.`,
    "unit-per-cell": () => fr`Chaque case de ce tableau a sa propre unité.`,
    "figures-as-text": () => fr`Les nombres sont écrits comme du texte dans ce fichier.`,
    rounded: () => fr`Mesures arrondies par l'outil.`,
    "one-rank": () =>
      fr`Ce fichier ne vient que d'un processus ou d'une carte ; un autre peut demander davantage.`,
    "rank-per-shard": () =>
      fr`La mémoire est affichée une fois, tôt, par un processus de chaque part du modèle.`,
    "reset-each-log": () => fr`Le pic repart à chaque ligne : le plus haut de toutes les lignes a été pris.`,
    "reserved-not-device": () => fr`La mémoire réservée (PyTorch) n'est pas celle que montre le driver.`,
    "after-load": () => fr`La mémoire juste après le chargement n'est pas le pic de l'entraînement.`,
    "estimate-line": () => fr`L'empreinte théorique est un calcul de l'outil, pas une mesure.`,
    "difference-not-peak": () => fr`Certaines lignes sont des différences ; le pic est le total.`,
    "host-not-device": () => fr`Le fichier contient aussi de la RAM de l'hôte ; elle est comptée à part.`,
    "cache-flushes": () =>
      fr`L'allocateur a vidé son cache : mémoire sous tension, la vitesse ne compte donc pas.`,
    "allocation-retries": (p) =>
      fr`L'allocateur a dû réessayer${when(figure(p, "count"), (n) => fr` ${f.number(n)} fois`)} : mémoire sous tension.`,
    "skipped-steps": () =>
      fr`Des pas ont été sautés (mise à l'échelle de la perte) : ils coûtent moins qu'un vrai pas.`,
    "recompute-in-flops": () => fr`Les FLOP comprennent le recalcul des activations.`,
    "mfu-denominator": (p) =>
      fr`Le MFU divise par ${when(figure(p, "tflops"), (n) => fr`${f.number(n)} TFLOP/s`) || "une valeur fixe"}, quelle que soit la carte.`,
    "mfu-not-computed": () => fr`MFU négatif = pas encore calculé.`,
    "mfu-unlikely": () => fr`Un MFU hors de 5 à 65 % est rare : vérifier par quoi il divise.`,
    impossible: () => fr`Une mesure est impossible (part hors de 0 à 100 %, ou durée négative).`,
    "above-card": (p) => fr`Le pic, ${gib(p, "peak")}, dépasse les ${gib(p, "card")} de la carte.`,
    instant: () => fr`Mémoire d'un instant, pas un pic.`,
    sampled: (p) =>
      fr`Mémoire relevée par intervalles${when(figure(p, "seconds"), (n) => fr` de ${f.rough(n)} s`)} : les pics brefs échappent.`,
    "all-processes": () => fr`La mémoire vue par le driver compte tous les processus de la carte.`,
    "processes-only": () =>
      fr`Mémoire de processus isolés, et non de toute la carte : elle n'est pas prise pour son pic.`,
    slices: () =>
      fr`La carte est découpée en tranches (MIG) : la tranche la plus remplie et sa taille ont été retenues.`,
    "idle-samples": () => fr`Des moments d'inactivité sont dans les relevés ; ils ne comptent pas.`,
    "idle-card": (p) => {
      const n = figure(p, "count") ?? 1;
      return fr`${f.number(n)} carte${many(n)} sans activité, hors du compte.`;
    },
    "slows-down": (p) => {
      const unit = text(p, "unit") === "tokens/s" ? "jetons/s" : "s";
      const one = (name: string): string => f.withUnit(f.rough(figure(p, name) ?? Number.NaN), unit);
      const why = text(p, "why") ?? "gradual";
      const step = figure(p, "step");
      const how = step === null ? "peu à peu" : fr`d’un coup, vers le pas ${f.number(step)}`;
      return fr`Les pas ont ralenti pendant l’exécution, ${how} : ${one("from")} au début, ${one("to")} à la fin (${f.number(figure(p, "percent") ?? Number.NaN)} % de temps en plus). ${slowing[why] ?? ""}`;
    },
    straggler: (p) =>
      fr`La carte n° ${f.number(figure(p, "gpu") ?? 0)} travaille bien moins que les autres : l'une attend l'autre.`,
    "utilisation-is-not-mfu": () =>
      fr`L'utilisation de la carte est le temps où un noyau CUDA ou ROCm tourne, pas une efficacité.`,
    "cuda-of-driver": () =>
      fr`« CUDA Version » est la plus récente que le driver prend en charge, pas celle qui sert.`,
    "activity-not-memory": () =>
      fr`La colonne « % mem » dit si la mémoire travaille, pas si elle est pleine.`,
    "percent-without-capacity": () =>
      fr`La mémoire est une part d'une taille inconnue : aucun chiffre ne peut être donné.`,
    "capacity-inferred": () => fr`La taille de la carte est calculée d'après une taille et sa part.`,
    "at-failure": () => fr`Mémoire au moment de la panne : il en fallait davantage.`,
    fragmentation: (p) =>
      fr`${gib(p, "reserved")} étaient réservés sans servir alors que ${gib(p, "asked")} étaient demandés : fragmentation. ${
        full(p)
          ? fr`« Expandable segments » n'en rend pas davantage ; les tenseurs occupaient déjà ${gib(p, "allocated")} des ${gib(p, "capacity")} de la carte : l'exécution elle-même est trop grosse, ou tient de justesse.`
          : fr`Essayer « expandable segments » avant un autre matériel.`
      }`,
    capped: (p) => fr`Le programme avait droit à ${gib(p, "allowed")} : un plafond, pas la carte.`,
    "several-cards": () => fr`Ce fichier contient des cartes de plusieurs tailles.`,
    "several-failures": (p) =>
      fr`${f.number(figure(p, "count") ?? 2)} allocations ont échoué ; la première compte, toutes sont listées.`,
    "mixed-units": () => fr`Mio et Gio dans un même message : convertis.`,
    "host-memory-kill": () => fr`Un processus a été tué par le système : RAM de l'hôte, pas la carte.`,
    "shared-memory-kill": () => fr`Erreur de bus : mémoire partagée (/dev/shm), pas la carte.`,
    "collective-timeout": () =>
      fr`Une communication collective a expiré : un processus, un rassemblement ou une écriture trop lents, pas la mémoire.`,
    "kv-is-what-is-left": () => fr`Le cache KV est ce qui reste, pas ce que demandent les requêtes.`,
    "blocks-of-16": (p) => fr`Blocs × ${f.number(figure(p, "size") ?? 16)} = jetons.`,
    "rank-and-group": () =>
      fr`La mémoire se compte par processus, les jetons du cache KV pour tout le groupe.`,
    "few-full-requests": () => fr`Moins de deux requêtes de pleine longueur tiennent à la fois.`,
    "does-not-start": () =>
      fr`Le serveur a refusé de démarrer : la mémoire ne suffit pas à la longueur demandée.`,
    preemptions: () => fr`Des requêtes ont été interrompues : cache KV trop petit pour cette charge.`,
    "output-tokens": () => fr`Le débit ne compte que les jetons générés.`,
    "input-and-output": () =>
      fr`Le débit total mêle entrée et sortie : ne comparer que ce qui est comparable.`,
    "load-unknown": () => fr`Ni les requêtes simultanées ni leur fréquence ne sont affichées ici.`,
    "failed-requests": (p) => {
      const n = figure(p, "count") ?? 1;
      return many(n) === "" ? fr`Une requête a échoué.` : fr`${f.number(n)} requêtes ont échoué.`;
    },
    "no-unit-column": () => fr`Le CSV n'a pas d'unité ; cet outil compte en Mio.`,
    "loss-not-finite": (p) =>
      fr`La perte vaut nan ou l’infini dans ${f.number(figure(p, "count") ?? 1)} des ${f.number(figure(p, "of") ?? 1)} lignes qui l’affichent : une telle exécution montre sa mémoire et sa vitesse, pas qu’elle entraîne.`,
    "scaling-typed": (p) =>
      fr`Des débits sur plusieurs nombres de cartes dans une même ligne : sur ${f.number(figure(p, "gpus") ?? 1)}, chacune vaut ${f.number(figure(p, "share") ?? 0, 0)} % d’une sur ${f.number(figure(p, "from") ?? 1)}. Ils n’ont été jugés comme aucune exécution : envoyez un résultat pour chacun, à taille de lot effective égale.`,
    "counter-unnamed": (p) =>
      fr`Un pic sans son compteur (${gib(p, "gib")}) : allouée ou réservée (PyTorch), ou ce que montre nvidia-smi ? Des gibioctets les séparent : il n’a été comparé à aucun.`,
    "counter-taken": (p) =>
      fr`« Torch » (${gib(p, "gib")}) : pris pour la mémoire allouée ; écrivez « réservée » si c’était elle.`,
    "typed-gb": (p) =>
      fr`Go lu comme Gio, ce que veulent dire les outils qui l’affichent : ${gib(p, "gib")}.`,
    "human-figures": () => fr`Mesures écrites à la main, non affichées par un outil.`,
    "instruction-in-log": () => fr`Le texte contient comme une consigne : elle a été ignorée.`,
  },
} satisfies typeof english;
