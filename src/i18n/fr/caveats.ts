import type { caveats as english } from "../en/caveats.ts";
import { format } from "../format.ts";
import { figure, text, when, type Params } from "../params.ts";
import { capitalCard, fr, plural, theCard } from "./typography.ts";

const f = format("fr");
const onCard = (p: Params): string => when(text(p, "card", "accelerator"), theCard) || "cette carte";
const itsCard = (p: Params): string => when(text(p, "card", "accelerator"), capitalCard) || "Cette carte";
const lacking = (p: Params): string | null => {
  const parts = [
    ...(p["flashAttention"] === false ? ["FlashAttention"] : []),
    ...(p["quantisation"] === false ? ["bitsandbytes 4 bits"] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
};
const tiers: Readonly<Record<string, string>> = {
  spot: "spot (interruptible)",
  community: "communautaire",
  reserved: "avec engagement",
  "on-demand": "à la demande",
};
const tier = (p: Params): string => tiers[text(p, "tier") ?? "spot"] ?? "spot (interruptible)";

export const caveats = {
  "lower-bound-only": {
    short: (p) =>
      p["bounded"] === true
        ? fr`mémoire d'une forme courante de cette taille`
        : fr`mémoire : borne inférieure`,
    full: (p) =>
      p["bounded"] === true
        ? fr`La mémoire est celle d'une forme courante de cette taille, et sa fourchette est élargie d'autant : le nom du modèle ou son config.json la resserre.`
        : fr`La mémoire annoncée est une borne inférieure : ${text(p, "what") ?? "une partie du travail"} n'est pas connue, le pic réel sera au moins celui-ci et aucune borne haute ne garantit que ça tient. Un pilote tranchera.`,
  },
  "ran-out-elsewhere": {
    short: () => fr`mémoire épuisée par ce travail sur une autre carte`,
    full: (p) =>
      fr`Ce travail a épuisé la mémoire sur ${onCard(p)} : ses tenseurs, les mêmes sur toute carte, demandent au moins ${when(figure(p, "neededGib"), f.gib) || "ce qu'offre cette carte"}. La valeur annoncée ici est relevée d'autant ; personne n'a vu le pic.`,
  },
  "ddp-no-pooling": {
    short: () => fr`DDP recopie le modèle, la mémoire ne s'additionne pas`,
    full: (p) =>
      fr`DDP recopie le modèle sur chaque carte${when(figure(p, "gpus"), (n) => fr` (${f.number(n)} ici)`)} ; la mémoire ne s'additionne pas. C'est le partitionnement (FSDP, ZeRO-3, parallélisme de tenseurs ou de pipeline) qui répartit l'état, et il ajoute des communications.`,
  },
  "rocm-validation": {
    short: () => "pile ROCm à valider sur la machine réelle",
    full: (p) =>
      fr`${itsCard(p)} demande une version de ROCm validée, des opérateurs pris en charge et des dépendances assorties : noyaux d'attention, bibliothèque de quantification, framework. Vérifier l'accélérateur et la pile installés, pas le nom du produit.${when(lacking(p), (x) => fr` Rien n'indique que ceci fonctionne pour ce travail : ${x}.`)}`,
  },
  "no-native-bf16": {
    short: () => "pas de BF16 natif sur cette carte",
    full: (p) =>
      fr`${itsCard(p)} n'a pas de BF16 natif : le calcul en BF16 y est émulé et lent, ou échoue. ${text(p, "instead") === "fp32" ? fr`Le FP16 n'y est pas une issue non plus : FP32, ou une carte plus récente.` : fr`À la place : FP16 avec mise à l'échelle de la perte.`}`,
  },
  "no-fp8": {
    short: () => "pas de FP8 sur cette carte",
    full: (p) =>
      fr`${itsCard(p)} ne calcule pas en FP8 : l'exécution échoue ou revient à 16 bits. À la place : BF16, ou une carte qui a le FP8.`,
  },
  "kernel-support": {
    short: (p) => fr`noyau à vérifier : ${(text(p, "part") ?? "attention").slice(0, 35)}`,
    full: (p) =>
      fr`Rien n'établit que tous les noyaux demandés tournent sur ${onCard(p)}${when(text(p, "part"), (x) => fr` : ${x}`)}. À vérifier avant le pilote${when(text(p, "instead"), (x) => fr` ; sinon : ${x}`)}.`,
  },
  "memory-headroom-late-phases": {
    short: () => fr`une phase tardive dépasse l'entraînement`,
    full: (p) =>
      fr`Le pic vient tard : la phase « ${text(p, "phase") ?? "évaluation, écriture du point de contrôle ou reprise"} » demande ${when(figure(p, "overGib"), (n) => fr`${f.gib(n)} `)}de plus que l'entraînement. Le pilote doit passer par là.`,
  },
  "longest-batch": {
    short: () => "vos exemples les plus longs",
    full: (p) =>
      fr`Les longueurs varient : le pilote doit passer le lot réel le plus long${when(figure(p, "longest"), (n) => fr`, jusqu'à ${f.tokens(n)}`)}. Un lot moyen ne prouve rien sur le pic.`,
  },
  "host-memory": {
    short: (p) =>
      fr`RAM de l'hôte ${when(figure(p, "hostGib"), (has) => fr`de ${f.gib(has)}`) || "peut-être"} trop petite${when(figure(p, "neededGib"), (n) => fr`, il en faut environ ${f.gib(n)}`)}`,
    full: (p) =>
      fr`L'hôte demande environ ${when(figure(p, "neededGib"), f.gib) || "davantage"} de RAM pour préparer les poids${when(figure(p, "hostGib", "hostRamGib"), (n) => fr` ; cette machine en a ${f.gib(n)}`)}.`,
  },
  "disk-space": {
    short: () => "place sur le disque pour les points de contrôle",
    full: (p) =>
      fr`Les points de contrôle et les poids demandent environ ${when(figure(p, "neededGib"), f.gib) || "davantage"} de disque${when(figure(p, "diskGib"), (n) => fr` ; cette machine en a ${f.gib(n)}`)}.`,
  },
  "pcie-only": {
    short: () => "cartes reliées par PCIe seulement",
    full: () =>
      fr`Les cartes communiquent par PCIe : le partitionnement y perd du débit. Mesurer un pas sur une carte, puis sur toutes, avant de louer la durée.`,
  },
  "no-nvlink": {
    short: () => "NVLink seulement par pont",
    full: (p) =>
      fr`${itsCard(p)} n'a de NVLink que par un pont entre deux cartes, que peu de machines louées portent : sans lui, couches rassemblées et gradients passent par PCIe, plus lentement. Vérifier l'accès direct entre cartes sur la machine réelle.`,
  },
  "multi-node-network": {
    short: () => "réseau entre les nœuds",
    full: (p) =>
      fr`Le travail s'étend sur ${when(figure(p, "nodes"), f.number) || "plusieurs"} nœuds : le débit dépend de l'interconnexion. Vérifier son type et sa bande passante, et mesurer deux nœuds avant d'en prendre plus.`,
  },
  "many-cards": {
    short: () => "tant de cartes, rarement libres",
    full: (p) =>
      fr`${when(figure(p, "gpus"), f.number) || "Autant de"} cartes sont rarement libres en même temps, et le prix de quelques-unes n'est pas celui d'autant : demander d'abord au vendeur un quota, l'interconnexion et une réservation.`,
  },
  "unmeasured-card": {
    short: () => "rien de mesuré sur cette carte",
    full: (p) => fr`Aucune mesure sur ${onCard(p)} pour un tel travail : l'intervalle est plus large.`,
  },
  "unmeasured-stack": {
    short: () => "rien de mesuré avec cette pile",
    full: (p) =>
      fr`Aucune mesure pour un tel travail avec sa pile logicielle${when(text(p, "stack"), (x) => fr` (${x})`)} : l'intervalle est plus large. Le pilote tranchera.`,
  },
  "prove-restore": {
    short: () => "reprise non prouvée",
    full: () =>
      fr`Un point de contrôle écrit ne prouve rien. Reprendre dans un nouveau processus et vérifier cinq points : modèle, optimiseur, scheduler, état aléatoire, position dans les données.`,
  },
  "scaling-not-linear": {
    short: (p) =>
      fr`${when(figure(p, "gpus"), f.number) || "plusieurs"} cartes ne vont pas ${when(figure(p, "gpus"), (n) => fr`${f.number(n)} fois `)}plus vite`,
    full: (p) =>
      fr`${when(figure(p, "gpus"), (n) => fr`${f.number(n)} cartes ne vont pas d'office ${f.number(n)} fois plus vite`) || "Plusieurs cartes ne vont pas d’office plus vite en proportion"} : vérifier d'abord la topologie, l'affinité des processus et les communications collectives, puis comparer le débit utile à la référence mono-GPU.`,
  },
  "price-age": {
    short: (p) =>
      when(figure(p, "ageDays"), (n) => fr`prix vieux de ${f.number(n)} ${plural(n, "jour", "jours")}`) ||
      "prix non daté",
    full: (p) =>
      fr`${when(figure(p, "ageDays"), (n) => fr`Le prix date de ${f.number(n)} ${plural(n, "jour", "jours")}`) || "Le prix n’est pas daté"}${when(text(p, "observedAt"), (d) => fr` (${f.date(d, { year: true })})`)} : la fourchette de coût en tient compte. Redemander au fournisseur avant de payer.`,
  },
  "price-tier": {
    short: (p) => fr`prix ${tier(p)}`,
    full: (p) =>
      fr`C'est un prix ${tier(p)} : la machine peut être reprise ou n'est pas garantie. Enregistrer souvent, et prouver la reprise d'abord.`,
  },
  "price-parts": {
    short: () => "des éléments du prix sont inconnus",
    full: (p) =>
      p["priced"] === false
        ? fr`Aucun prix connu pour cette configuration. Inconnu ne veut pas dire gratuit.`
        : fr`Hors de ce prix : ${text(p, "parts") ?? "stockage, trafic sortant"}. Inconnu ne veut pas dire gratuit.`,
  },
  "architecture-not-speed": {
    short: () => "gain de la carte récente avec vos noyaux",
    full: (p) =>
      fr`${itsCard(p)} ne va plus vite que si les noyaux et les formats s'en servent. Mesurer les vôtres : le même code atteint souvent une part plus faible d'un maximum plus haut.`,
  },
  "allocator-vs-device": {
    short: () => "les chiffres de PyTorch ne sont pas ceux de la carte",
    full: () =>
      fr`Les statistiques de PyTorch laissent de côté le contexte, les communications collectives et les autres bibliothèques. Comparer à la carte le chiffre de nvidia-smi ou rocm-smi, pas la mémoire allouée.`,
  },
  "scratch-not-backup": {
    short: () => "le disque local part avec la machine",
    full: (p) =>
      fr`Le disque de travail local part avec la machine : envoyer les fichiers ailleurs avant la fin de la location${when(figure(p, "hours", "uploadHours"), (h) => fr` (l'envoi prend environ ${f.hours(h)})`)}.`,
  },
  "cpu-feed": {
    short: () => "le CPU peut ne pas suivre la carte",
    full: (p) =>
      fr`Le CPU prépare les données et les découpe en jetons : ${when(figure(p, "vcpusPerCard"), (n) => fr`${f.rough(n)} vCPU par carte peuvent ne pas suffire`) || "un processeur faible ne suffit pas"} à nourrir la carte. Surveiller les attentes de données pendant le pilote.`,
  },
  "gated-model": {
    short: () => fr`modèle à accès restreint, licence à accepter`,
    full: (p) =>
      fr`${text(p, "model") ?? "Le modèle"} est à accès restreint : accepter sa licence et donner une clé d'accès à la machine avant le téléchargement.`,
  },
  licence: {
    short: () => "licence du modèle",
    full: (p) =>
      fr`Vérifier que la licence${when(text(p, "licence"), (l) => fr` (${l})`)} permet votre usage.`,
  },
  "vendor-claim": {
    short: () => fr`un chiffre vient du vendeur`,
    full: (p) =>
      fr`Un chiffre vient d'un vendeur${when(text(p, "figure"), (x) => fr` (${x})`)} : une annonce, pas une mesure.`,
  },
} satisfies typeof english;
