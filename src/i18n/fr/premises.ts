import type { premises as english } from "../en/premises.ts";
import { format } from "../format.ts";
import { figure, text, when } from "../params.ts";
import { fr } from "./typography.ts";

const f = format("fr");

export const premises = {
  "summed-memory-ddp": (p) => {
    const [gpus, each] = [figure(p, "gpus", "count"), figure(p, "eachGb", "perGpuGb", "gb")];
    const sum = gpus !== null && each !== null ? fr`${f.number(gpus)} × ${f.gb(each)}` : "plusieurs cartes";
    return fr`${sum} ne font pas ${when(figure(p, "totalGb", "sumGb"), f.gb) || "une seule mémoire"} d'un seul tenant ; avec DDP, chaque carte porte tout.`;
  },
  "moe-active-memory": (p) =>
    fr`tous les experts restent en mémoire${when(figure(p, "parametersTotal", "total"), (n) => fr` (${f.parameters(n)})`)} ; les actifs${when(figure(p, "parametersActive", "active"), (n) => fr` (${f.parameters(n)})`)} ne fixent que le calcul.`,
  "params-times-two": () =>
    fr`deux octets par paramètre, ce sont les poids seuls ; gradients, état de l'optimiseur, activations et logits s'ajoutent.`,
  "zero2-shards-weights": () =>
    fr`ZeRO-2 partitionne les gradients et l'état de l'optimiseur, pas les poids ; ZeRO-3 ou FSDP les partitionnent aussi.`,
  "allocator-is-device": () =>
    fr`la mémoire allouée de PyTorch laisse de côté le contexte et les communications collectives ; la carte en montre plus.`,
  "full-utilisation": (p) =>
    p["counter"] === true
      ? fr`une utilisation de 100 % dit qu'un noyau tournait, pas quelle part du maximum il employait ; les jetons par seconde rapportés au maximum le disent, et 30 à 50 % est bon.`
      : fr`aucun entraînement n'atteint le maximum de la fiche technique ; 30 à 50 % est un bon résultat, moins en LoRA ou en séquences courtes.`,
  "tokens-vs-samples": () =>
    fr`jetons et exemples ne se comptent pas pareil ; la longueur d'un exemple fait le lien.`,
  "sparse-peak": (p) =>
    when(
      figure(p, "claimedTflops"),
      (n) =>
        fr`${f.number(n)} TFLOP/s compte la parcimonie : en dense c'est ${f.number(n / 2)}, dont un bon entraînement atteint 30 à 50 % ; une durée calculée avec ce chiffre est environ 5 fois trop courte.`,
    ) || fr`le chiffre cité compte la parcimonie ; pour un calcul dense, le maximum est la moitié.`,
  "thirty-percent-rule": () =>
    fr`« paramètres × octets plus 30 à 40 % » donne un ordre de grandeur quand peu de paramètres sont entraînés et que les séquences sont courtes ; AdamW complet demande environ 16 octets par paramètre avant les activations.`,
  "lora-saves-flops": () =>
    fr`LoRA économise de la mémoire, peu de calcul : environ un tiers, car les passes avant et arrière traversent toujours tout le modèle.`,
  "newer-is-twice-as-fast": () =>
    fr`une carte plus récente ne va pas d'office deux fois plus vite ; le même code utilise une part plus faible d'un maximum plus haut.`,
  "qlora-always-smaller": () =>
    fr`QLoRA ne réduit que les poids ; quand activations ou logits dominent, il peut demander autant que LoRA, ou plus.`,
  "lora-takes-more": () =>
    fr`LoRA prend moins de mémoire qu'un fine-tuning complet à réglages égaux : il ne garde ni gradients ni état de l'optimiseur pour la base. S'il affiche plus, les réglages diffèrent : optimiseur paginé ou 8 bits, ou pas de l'optimiseur fait dans la passe arrière, du côté du complet ; pas de recalcul des activations du côté de LoRA ; ou un long contexte dont les activations dépassent tout le reste. À comparer : \`print_trainable_parameters()\` et les deux configurations.`,
  "accumulation-multiplies": () =>
    fr`l'accumulation passe un micro-lot à la fois, donc les activations ne s'additionnent pas : 16 pas demandent la mémoire d'un seul, plus au pire un tampon de gradients. Qu'est-ce qui a changé d'autre : le micro-lot, la longueur d'un exemple, le lot d'évaluation ?`,
  "qlora-is-faster": () =>
    fr`QLoRA économise de la mémoire, pas du temps : ses poids sur 4 bits repassent en 16 bits à chaque passe, donc un pas dure autant qu'en LoRA, ou plus. Il n'est plus rapide que si la place libérée permet de se passer du recalcul ou d'augmenter le micro-lot.`,
  "fp8-is-one-byte": () =>
    fr`l'entraînement en FP8 accélère les produits de matrices et ne réduit guère la mémoire : les poids restent en 16 ou 32 bits, gradients et état de l'optimiseur aussi, donc un AdamW complet garde environ 16 octets par paramètre.`,
  "batch-stabilises": () =>
    fr`une plus grande taille de lot effective ne demande pas forcément plus de mémoire : l'accumulation de gradients donne la même.`,
  "four-cards-four-times": (p) =>
    fr`${when(figure(p, "gpus"), f.number) || "plusieurs"} cartes ne vont pas d'office ${when(figure(p, "gpus"), (n) => fr`${f.number(n)} fois`) || "d’autant"} plus vite ; les communications prennent leur part.`,
  "ppo-as-grpo": (p) =>
    fr`calculé comme GRPO, sans les modèles de récompense et de valeur de PPO. PPO garde quatre modèles, la politique, une référence figée, un modèle de récompense et un modèle de valeur, entraîné lui aussi${when(figure(p, "parameters"), (n) => fr` ; à taille égale, cela ajoute environ ${f.gib((n * 2) / 2 ** 30)} pour un modèle de récompense en 16 bits et environ ${f.gib((n * 16) / 2 ** 30)} d'états pour un modèle de valeur entraîné en entier, à diviser par le nombre de cartes s'ils sont partitionnés`)}.`,
  "gb-vs-gib": (p) =>
    when(
      figure(p, "gb"),
      (n) => fr`${f.gb(n)} à la vente font ${f.gib((n * 1e9) / 2 ** 30)} pour les logiciels.`,
    ) || fr`les Go de la vente et les Gio des logiciels diffèrent de 7 %.`,
  "date-past": (p) =>
    fr`« ${text(p, "read") ?? "cette date"} » est déjà passé${when(figure(p, "days"), (n) => (n < 1 ? "" : n === 1 ? " depuis un jour" : ` depuis ${f.number(n)} jours`))} : aucune échéance n'est retenue. Quelle date est voulue ?`,
  "not-in-catalogue": (p) =>
    fr`${text(p, "read") ?? "cette machine"} n'est pas dans mon catalogue : rien n'y est mesuré, chiffré ni profilé, je ne peux donc pas dire ce que cela donnerait. ${p["sized"] === true ? "Le calcul vaut pour une carte de cette mémoire" : "Le calcul porte sur les cartes connues"} ; sur la machine elle-même, 20 pas du lot le plus long trancheront.`,
  "other-software": (p) =>
    fr`${text(p, "accelerator") ?? "cet accélérateur"} demande ses propres logiciels${when(text(p, "software"), (name) => ` (${name})`)} : aucun des frameworks que je chiffre n'y tourne et rien n'y est mesuré, je ne me prononce donc pas. Un portage et 20 pas sur la machine trancheraient ; ci-dessous, le plus proche que je sache calculer.`,
  "not-a-text-model": (p) =>
    p["kind"] === "speech"
      ? fr`${text(p, "model") ?? "ce modèle"} écoute de la parole, pas du texte : les jetons n'y mesurent rien, et la mémoire est un minimum.`
      : fr`${text(p, "model") ?? "ce modèle"} travaille sur des images, pas du texte : les jetons n'y mesurent rien, et la mémoire est un minimum.`,
} satisfies typeof english;
