import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";
import { plural } from "../typography.ts";
import { typesetFindings } from "./typeset-findings.ts";

const { f, both, sold, gib, num, word, yes, when, thousand, powers } = findingFigures("fr");

const said = {
  "impossible-here": [
    (p) =>
      when(num(p, "states"), (n) => `Non : l'entraînement complet garde environ ${sold(n)} d'états, cette machine a ${when(num(p, "room"), sold)} de mémoire de carte et de RAM réunies.`),
    (p) =>
      when(num(p, "eight"), (n) => `${yes(p, "holds") ? "Ses poids FP8 prennent déjà" : "Même ses poids FP8 ne tiennent pas :"} ${sold(n)}, contre ${when(num(p, "vram"), sold)} de mémoire de carte${when(num(p, "host"), (h) => ` plus ${sold(h)} de RAM`)}.`),
    (p) =>
      when(num(p, "cards"), (n) => `Ce qu'il faudrait : ${f.number(n)} ${plural(n, "carte", "cartes")} de 80 Go au moins pour les seuls états, avant les activations ; déporter sur disque ne ferait pas tenir la date.`),
    (p) =>
      when(num(p, "years"), (n) => `Le temps l'exclut aussi : 6 × paramètres × jetons font ${when(num(p, "flops"), powers)} opérations, soit environ ${f.rough(n)} ${plural(n, "an", "ans")} sur ces cartes à ${when(num(p, "share"), f.percent)} de leur maximum dense.`),
    (p) =>
      when(num(p, "possible"), (n) => `Ce que cette machine peut faire vers le même but : ${yes(p, "pretrains") ? "poursuivre à partir d'un modèle publié, " : ""}du QLoRA sur un modèle distillé de la famille, ${when(num(p, "easily"), f.parameters)} sans peine, ${f.parameters(n)} au plus ; ou du LoRA sur le modèle entier, sur des nœuds loués.`),
  ],
  "size-unknown": [
    (p) =>
      when(word(p, "name"), (name) => `Quelle taille de ${name} ? ${when(num(p, "small"), f.parameters)} et ${when(num(p, "large"), f.parameters)} donnent des réponses très différentes.`),
    (p) =>
      when(num(p, "smallBytes"), (n) => `${yes(p, "full") ? "États d'un entraînement complet avec AdamW, avant les activations" : "Poids en 16 bits"} : environ ${sold(n)} ou ${when(num(p, "largeBytes"), sold)}${yes(p, "full") ? `, ${yes(p, "vision") ? "tour de vision et " : ""}activations en plus` : ` ; en 4 bits ${when(num(p, "smallFour"), sold)} ou ${when(num(p, "largeFour"), sold)}`}.`),
    (p) => (yes(p, "serves") ? "" : yes(p, "oneSample") ? "Un micro-lot de 1 ne réduit que les activations : les états restent." : "Un lot plus petit ne réduit que les activations : les états restent."),
    (p) =>
      when(num(p, "cardsSmall"), (n) => `Donc ${n === num(p, "cardsLarge") ? (n === 1 ? "une carte" : `${f.number(n)} cartes`) : `${f.number(n)} à ${when(num(p, "cardsLarge"), f.number)} cartes`} de ${when(num(p, "card"), sold)}${yes(p, "serves") ? " pour les poids, cache en plus. Quelle version, combien de requêtes simultanées, et quel contexte ?" : `${n === 1 && num(p, "cardsLarge") === 1 ? "" : " avec l'état partitionné"}, ou du ${yes(p, "full") ? "LoRA" : "QLoRA"} sur une seule. Quelle version, et quelle longueur d'exemples ?`}`),
  ],
  "uneven-cards": [
    (p) =>
      when(num(p, "each"), (n) => `Les parts sont égales : ${sold(n)} sur chacune des ${when(num(p, "gpus"), f.number)} cartes${yes(p, "passes") ? `, plus que les ${when(num(p, "smallest"), sold)} de la plus petite` : ""}.`),
    (p) =>
      when(num(p, "useful"), (n) => `La capacité utile est ${when(num(p, "gpus"), f.number)} × la plus petite carte = ${sold(n)}, pas ${when(num(p, "sum"), sold)} ; la grande attend les autres.`),
    (p) =>
      when(num(p, "largest"), (n) => `Mieux : la carte de ${sold(n)} seule avec un optimiseur 8 bits, du bf16 pur ou du LoRA ; ou des cartes identiques.`),
  ],
  "weights-replicated": [
    (p) =>
      when(num(p, "weights"), (n) => `DDP recopie le modèle sur chaque carte${yes(p, "likely") ? " (sauf partitionnement configuré, chaque processus porte tout)" : ""} : ${both(n)} de poids contre ${when(num(p, "card"), sold)}${yes(p, "overflows") ? ", ça ne peut pas rentrer" : ", il ne reste rien"}.`),
    () => "Aucune taille de lot n'y change rien : lancer sur plusieurs cartes sans partitionner (MULTI_GPU), c'est recopier.",
    (p) =>
      when(num(p, "sharded"), (n) => `Partitionner les poids avec ZeRO-3 ou FSDP : ${gib(n)} par carte sur ${when(num(p, "gpus"), f.number)} ; ou charger une base 4 bits, environ ${when(num(p, "fourBit"), gib)} par carte.`),
  ],
  "zero2-nothing-to-shard": [
    (p) =>
      `ZeRO-2 ne partitionne pas les poids, et les adaptateurs ne laissent presque rien d'autre à partitionner${when(num(p, "states"), (n) => ` (${gib(n)} en tout)`)}.`,
    (p) =>
      when(num(p, "weights"), (n) => `La base reste entière sur chaque carte : ${gib(n)}${when(num(p, "required"), (r) => `, ${gib(r)} avec tout le reste`)}${when(num(p, "card"), (c) => `, pour une carte de ${sold(c)}`)}.`),
    (p) =>
      when(num(p, "sharded"), (n) => `Ce qui aide : partitionner les poids (FSDP ou ZeRO-3, FSDP-QLoRA pour une base en 4 bits : ${gib(n)} par carte sur ${when(num(p, "gpus"), f.number)}), ou des cartes de 80 Go.`),
  ],
  "init-is-not-peak": [
    (p) =>
      `La mémoire après l'initialisation n'est pas le pic d'entraînement${when(num(p, "reading"), (n) => ` : ces ${gib(n)} sont le point de départ`)} ; le compteur est ensuite remis à zéro.`,
    (p) =>
      when(num(p, "layer"), (n) => `À la part de ${when(num(p, "shard"), gib)} s'ajoutent les couches rassemblées (${gib(n)} chacune, deux avec le préchargement, ${when(num(p, "ends"), gib)} pour les embeddings ou la tête), les logits, les activations, le contexte et NCCL.`) ||
      when(num(p, "shard"), (n) => `Aux poids (${gib(n)}${yes(p, "quantised") ? " en 4 bits" : ""}) s'ajoutent les activations, les logits, l'optimiseur et le contexte CUDA${when(num(p, "required"), (r) => ` ; je compte ${gib(r)} en tout`)}.`),
    (p) =>
      when(num(p, "gpus"), (n) => `Si un de mes plans disait oui d'après ce chiffre, il avait tort : ${f.number(n)} × ${when(num(p, "card"), sold)}, c'est trop juste. ${yes(p, "quantised") ? "Une longueur plus courte, un micro-lot de 1, une perte fusionnée, le déport des activations, ou une carte plus grande" : "QLoRA, FSDP avec déport, ou des cartes de 48 Go"} ; baisser le rang LoRA n'y change rien.`),
  ],
  "states-exceed": [
    (p) =>
      when(num(p, "states"), (n) => `AdamW complet en précision mixte garde environ 16 octets par paramètre : ${both(n)} avant les activations${when(num(p, "pool"), (pool) => `, contre ${sold(pool)}`)}.`),
    (p) =>
      when(num(p, "load"), (n) => `Les poids sont la petite part (${gib(n)} au chargement) ; gradients, copie fp32 et deux moments arrivent avec la première passe arrière et le premier pas.`),
    (p) =>
      yes(p, "passes") ? "Avec des états AdamW en fp32, ça ne peut pas tenir ici, quel que soit le lot : un micro-lot de 1 ne réduit que les activations." : "Un lot plus petit ne réduit que les activations, pas ces états.",
    (p) =>
      when(num(p, "lean"), (n) => `Possible seulement avec moins d'états : bf16 pur ${when(num(p, "bf16"), gib)}, avec un optimiseur 8 bits ou paginé ${gib(n)} (${when(num(p, "leanEach"), gib)} par carte) ; paginé ou déporté, il utilise la RAM de l'hôte : combien en avez-vous ? La vitesse et la précision numérique diffèrent.`),
    (p) =>
      when(num(p, "cards"), (n) => `Ou partitionner sur ${f.number(n)} ${plural(n, "carte", "cartes")} (FSDP, ZeRO-3), déporter l'optimiseur en RAM, ou passer à LoRA.`),
    () => "Un chiffre donné pour un autre modèle ou une autre version n'est pas le vôtre : un pilote d'abord.",
  ],
  "sequence-not-sharded": [
    (p) =>
      `FSDP ne coupe pas une séquence : la limite de contexte ne grandit pas avec le nombre de cartes${when(num(p, "works"), (n) => `, ${thousand(n)} reste la limite d'une carte`)}.`,
    (p) =>
      when(num(p, "logits"), (n) => `${when(num(p, "length"), f.number)} jetons × un vocabulaire de ${when(num(p, "vocabulary"), f.number)} font ${sold(n)} de logits fp32 à eux seuls, par copie.`),
    () =>
      "Il faut, dans cet ordre : attention flash ou SDPA, recalcul des activations, entropie croisée fusionnée ou découpée, puis parallélisme de séquence ou de contexte, qui la coupe vraiment.",
    () =>
      "Quel micro-lot et quel noyau d'attention utilisez-vous ? Un plafond aussi bas pour un petit modèle laisse penser que le recalcul ou la perte fusionnée est désactivé.",
  ],
  "longer-than-published": [
    (p) =>
      when(num(p, "length"), (n) => `La mémoire grandit avec le contexte : un tableau établi pour des exemples courts ne dit rien de ${f.number(n)} jetons.`),
    (p) =>
      when(num(p, "required"), (n) => `Je compte ici ${gib(n)}, jusqu'à ${when(num(p, "high"), gib)}, sur ${when(num(p, "usable"), gib)} utilisables : à la limite ou au-delà.`),
    (p) =>
      `Ce qui fait tenir ${when(num(p, "length"), f.number) || "ce contexte"} sur ${when(num(p, "card"), sold) || "cette carte"} : ${yes(p, "qlora") ? "QLoRA, " : ""}recalcul ou déport des activations, perte découpée ou fusionnée ; sinon une carte de 40 à 80 Go.`,
  ],
  "logits-dominate": [
    (p) =>
      when(num(p, "copy"), (n) => `Ce ne sont pas les poids : les logits prennent environ ${sold(n)} par copie, et plusieurs copies coexistent.`),
    (p) =>
      `${yes(p, "paired") ? "2 × " : ""}lot ${when(num(p, "batch"), f.number) || "1"}${yes(p, "assumed") ? " (supposé)" : ""} × ${when(num(p, "length"), f.number) || "1"} jetons${yes(p, "lengthAssumed") ? " (supposés)" : ""} × ${when(num(p, "vocabulary"), f.number) || "le"} de vocabulaire × 4 octets ; les poids font ${when(num(p, "weights"), sold) || "peu"}${yes(p, "quantised") ? " en 4 bits" : " même en fp32"}.`,
    (p) =>
      `Ce qui les réduit : charger en bf16, une perte fusionnée ou découpée (Liger), le recalcul des activations, un noyau d'attention économe (flash ou SDPA), un lot ou une longueur maximale plus petits${yes(p, "paired") ? ", les log-probabilités de référence calculées d'avance" : ""}.`,
    (p) =>
      `${yes(p, "assumed") ? "Quel lot, quelle longueur maximale et quel" : "Quel"} noyau d'attention aviez-vous, et le recalcul des activations est-il actif ? La carte elle-même n'est pas suspecte.`,
  ],
  "two-models": [
    (p) => (yes(p, "generates") ? "L'entraînement par préférences avec génération tient la politique, souvent une référence, et un moteur qui écrit les réponses." : "DPO tient deux modèles : la politique qui apprend et une référence gelée."),
    () =>
      "Calculer d'avance les log-probabilités de la référence, ou passer à LoRA : la référence est alors la base sans son adaptateur, et une seule copie suffit.",
    (p) =>
      yes(p, "roomy") ? `La mémoire de la carte n'est sans doute pas la limite : environ ${when(num(p, "required"), gib)} par carte de ${when(num(p, "card"), sold)} ; pas besoin de deux fois plus de cartes.` : "Cela coûte plus que le SFT du même modèle, pas deux fois plus de cartes : dimensionner d'abord la seconde copie.",
  ],
  "moe-memory": [
    (p) =>
      when(num(p, "total"), (n) => `Un MoE charge tous ses experts : ${f.parameters(n)} comptent pour la mémoire (${when(num(p, "weights"), sold)} en 16 bits), pas les ${when(num(p, "active"), f.parameters)} actifs.`),
    () => "Les paramètres actifs fixent le calcul d'un jeton, une borne inférieure de la durée.",
  ],
  "claim-is-another-format": [
    (p) =>
      when(num(p, "half"), (n) => `${yes(p, "fits") ? "Attention" : "Non"} : les poids en 16 bits font à eux seuls ${sold(n)} ; ${when(num(p, "claim"), sold)}, c'est une base en 4 bits (QLoRA).`),
    (p) =>
      when(num(p, "cards"), (n) => `Options : QLoRA sur une carte de ${when(num(p, "card"), sold)}, pilote à l'appui avec votre contexte ; ou LoRA avec les poids partitionnés sur ${f.number(n)} cartes ou plus.`),
    (p) =>
      yes(p, "lengthKnown") ? "" : "La durée suit le nombre de jetons, pas d'exemples : quelle est la longueur des exemples ?",
  ],
  "part-dominates": [
    (p) =>
      when(num(p, "size"), (n) => `${yes(p, "tight") ? "C'est de justesse, ou ça déborde" : "Ça ne tient pas"} : ${when(num(p, "required"), gib)} pour ${when(num(p, "usable"), gib) || "la carte"} ; le plus gros poste : ${when(word(p, "part"), (part) => part)} (${gib(n)}).`),
    (p) =>
      ({
        logits: "Une perte fusionnée ou découpée (Liger) en retire l'essentiel ; un micro-lot ou une longueur plus petits le réduisent d'autant ; le recalcul des activations, non.",
        activations: "D'abord le recalcul des activations, l'attention flash ou SDPA, puis un micro-lot ou une longueur plus petits ; l'accumulation garde la taille de lot effective.",
        weights: "Aucun lot ne change les poids : QLoRA ou une autre base 4 bits, partitionner sur plus de cartes (FSDP, ZeRO-3), ou une carte plus grande.",
        optimizer: "Un optimiseur 8 bits ou paginé, LoRA, des états partitionnés ou déportés le réduisent ; le lot, non.",
      })[word(p, "partId") ?? ""] ?? "Partitionner, alléger l'optimiseur, recalculer les activations et fusionner la perte le réduisent, dans l'ordre des solutions.",
    (p) => when(num(p, "secondSize"), (n) => `Vient ensuite : ${when(word(p, "second"), (part) => part)}, ${gib(n)}.`),
  ],
  "bytes-per-parameter": [
    (p) =>
      yes(p, "differ") ? `Les deux ne comptent pas la même chose : ${when(num(p, "lowEach"), f.rough)} contre ${when(num(p, "highEach"), f.rough)} octets par paramètre ; l'écart, c'est la copie fp32 des poids et la précision des gradients.` : `${when(num(p, "low"), sold) || "Cela"} fait ${when(num(p, "lowEach"), f.rough) || "autant d'"} octets par paramètre.`,
    (p) =>
      (yes(p, "bare") ? "8 = poids, gradients et les deux moments en 16 bits (bf16 pur) ; " : "") +
      "12 = poids et gradients en 16 bits avec deux moments fp32 ; 16 ajoute la copie fp32 des poids ; 18 garde aussi les gradients en fp32. Aucun ne compte les activations, les couches rassemblées ni ce que chaque carte garde pour elle.",
    (p) =>
      when(num(p, "cards"), (n) => `Diviser par la mémoire utilisable, pas par ${when(num(p, "card"), sold)} : ${when(num(p, "floor"), f.number)} ${num(p, "floor") === 1 ? "carte est" : "cartes sont"} un plancher ; compter ${f.number(n)}${n >= 8 ? ", par nœuds entiers de 8," : ""} et un pilote avant de commander.`),
    () => "Quel optimiseur et quelle précision votre framework utilise-t-il vraiment ? C'est ce qui tranche.",
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore

/** What fills memory, and what would lower it. */
export const memoryFindings = typesetFindings(said);
