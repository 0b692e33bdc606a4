import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";
import { plural, theCard } from "../typography.ts";
import { typesetFindings } from "./typeset-findings.ts";

const { f, sold, gib, kib, num, word, yes, when, times, thousand } = findingFigures("fr");

/** "8 × A100 80 Go|fp8-tight|false" → words. */
function claimed(p: Parameters<FindingWords[number]>[0]): string {
  const rows = (word(p, "rows") ?? "").split(";").filter((row) => row.includes("|"));
  const says = { none: "ne tient pas les poids FP8", "fp8-tight": "FP8, juste", fp8: "FP8", bf16: "bf16" };
  return rows
    .map((row) => {
      const [label = "", holds = "", native] = row.split("|");
      const known = Object.entries(says).find(([key]) => key === holds)?.[1] ?? holds;
      return `${label} : ${known}${native === "false" && holds.startsWith("fp8") ? " (sans calcul FP8 : stockage seul)" : ""}`;
    })
    .join(" ; ");
}

const said = {
  "embedded-instruction": [
    () => "Une ligne de ce texte est une consigne, pas une donnée : je l'ai vue et ignorée ; rien des autres plans n'est montré.",
  ],
  "log-read": [
    (p) =>
      `Lu dans le journal : ${[when(num(p, "tokens"), (n) => `environ ${thousand(n)} jetons/s par carte`), when(num(p, "memory"), (n) => `${gib(n)} réservés`), when(num(p, "utilisation"), (n) => `${f.percent(n)} de MFU`)].filter((x) => x !== "").join(", ")}.`,
    (p) =>
      when(num(p, "capacity"), (n) => `Son pourcentage implique des cartes d'environ ${gib(n)} : confirmez de quelle carte il s'agit, ce n'est pas une 80 Go si cela diffère.`),
    (p) => (yes(p, "modelKnown") ? "" : "Pour le situer, il me faut le modèle, le nombre de cartes et la longueur de séquence."),
  ],
  calm: [
    () => "C'est agaçant, et cela mérite d'être tiré au clair. Il me faut peu de faits.",
    () => "De quel plan s'agit-il, et qu'avez-vous vu à la place : un chiffre, une erreur, les heures payées ? Je dis où il se trompait ; un résultat posté dans le fil du plan le corrige sur place, devant vous.",
  ],
  "fp16-overflow": [
    (p) =>
      `Oui, c'est attendu : ${yes(p, "lacksBf16") ? "cette carte n'a pas de bf16, et " : ""}un modèle entraîné en bf16 dépasse la plage du fp16 (65 504), en entraînement comme en inférence.`,
    () =>
      "Pistes : attention et accumulation en fp32 (fp32 partiel), des versions récentes qui le font, QLoRA avec calcul en fp32, ou des cartes Ampere ou plus récentes, qui ont le bf16. Un taux d'apprentissage plus bas ne guérit pas l'inférence.",
    (p) =>
      when(num(p, "doubled"), (n) => `Tout en fp32 : ${gib(n)} de poids au lieu de ${when(num(p, "half"), gib)}, donc mémoire et temps à peu près doublés ; à chiffrer avant de choisir.`),
  ],
  "fp8-storage-only": [
    (p) =>
      `Pas de calcul FP8 sur ${when(word(p, "card"), theCard) || "cette carte"}, mais un vLLM récent stocke les poids en FP8 et calcule en 16 bits (weight-only) : les deux affirmations que l'on lit sont justes.`,
    () => "Le gain est en mémoire, pas en vitesse ; INT4 (AWQ, GPTQ) est l'alternative quand la vitesse compte.",
    (p) =>
      when(num(p, "weights"), (n) => `Poids ${sold(n)} sur ${when(num(p, "room"), sold)} : ${when(num(p, "left"), (l) => (l > 0 ? `il reste ${sold(l)} pour le cache KV et le reste` : "ils ne tiennent pas"))}.`),
    (p) =>
      `Je suppose vLLM ${word(p, "version") ?? "0.5.3 ou plus récent (juillet 2024)"} : les plus anciens refusaient, et transformers demande une compute capability 8.9 ou 9.0. À vérifier sur votre version.`,
  ],
  "rocm-conditional": [
    () => "Oui sous condition, après un essai de 20 pas sur la machine réelle ; non avec le même YAML tel quel.",
    () =>
      "La prise en charge dépend des versions et des dates : quel ROCm, quel bitsandbytes, quel flash-attn ? En 2024, il manquait aux versions AMD ce que FSDP-QLoRA demande ; en 2026, plusieurs bibliothèques déclarent AMD pris en charge. Vérifier ce qui est installé avant de s'engager.",
    (p) =>
      when(num(p, "weights"), (n) => `${yes(p, "quantised") ? "QLoRA n'est pas nécessaire ici : " : ""}${gib(n)} de poids bf16 pour ${when(num(p, "sold"), sold)} par carte, donc LoRA en bf16 tient ${yes(p, "one") ? "partitionné ou même sur une seule carte" : "partitionné"}.`),
    (p) =>
      when(num(p, "chiplets"), (n) => `Cette carte se présente comme ${f.number(n)} unités : sa mémoire n'est pas d'un seul tenant, compter chacune à part.`),
  ],
  "measured-scaling": [
    (p) =>
      `${num(p, "planned") === null ? "" : "Non : "}${when(num(p, "gpus"), f.number)} cartes atteignent au mieux ${when(num(p, "best"), f.percent)} du linéaire${when(num(p, "base"), (n) => (n > 1 ? ` par rapport aux ${f.number(n)} mesurées d'abord` : ""))}${when(num(p, "planned"), (n) => ` ; ${thousand(n)} sur ${when(num(p, "plannedGpus"), f.number)} en suppose ${when(num(p, "plannedEfficiency"), f.percent)}`)}.`,
    (p) =>
      when(num(p, "less"), (n) => `L'accumulation compte : ${when(num(p, "accumulation"), f.number)} micro-lots amortissent l'all-reduce, à ${when(num(p, "lessAccumulation"), f.number)} on tombe à ${f.percent(n)}${n < 0.5 ? ", moins qu'une carte" : ""}.`),
    (p) =>
      when(num(p, "shardedEfficiency"), (n) => `${(word(p, "sharded") ?? "le partitionnement").replace("zero", "ZeRO-")} ajoute du trafic ici : ${f.percent(n)}. Il économise de la mémoire, pas du temps.`),
    (p) =>
      `Mettre le plan à jour avec ces mesures${when(num(p, "atBest"), (n) => ` : à la même efficacité ${thousand(n)} jetons/s, moins si elle baisse encore`)} ; un point à 4 ou 8 cartes et \`nvidia-smi topo -m\` trancheraient.`,
  ],
  "one-rate": [
    (p) =>
      when(num(p, "share"), (n) => (yes(p, "impossible") ? `Impossible : ${when(num(p, "rate"), thousand)} jetons/s par carte feraient ${f.percent(n)} de son maximum dense (${when(num(p, "peak"), f.number)} TFLOP/s). Toutes les cartes, ou du remplissage, sont-ils comptés ?` : `${n >= 0.5 ? "Très bien" : n >= 0.33 ? "Bien" : n >= 0.22 ? "Courant, avec de la marge" : "Faible"} : ${num(p, "rate") === null ? `${f.percent(n)} de MFU` : `${when(num(p, "rate"), thousand)} jetons/s par carte font environ ${f.percent(n)} de MFU (maximum dense ${when(num(p, "peak"), f.number)} TFLOP/s)`} ; un entraînement dense bien réglé atteint 30 à 50 %.`)),
    (p) =>
      when(num(p, "share"), (n) => (n >= 0.33 ? "Un seul chiffre prouve peu : le prendre après l'échauffement, sur des exemples réels sans remplissage, et regarder sa dispersion." : "Dans l'ordre : noyau d'attention (flash ou SDPA), séquences mises bout à bout au lieu de remplissage, micro-lot, puis chargement des données et recalcul. Un profil de dix pas dit lequel.")),
    (p) => (yes(p, "methodKnown") && !yes(p, "adapts") ? "" : "LoRA calcule environ un tiers de moins par jeton qu'un entraînement complet : un script qui compte 6 × paramètres × jetons surestime, 4 est juste et 2 de plus sont du recalcul. Plusieurs cartes en perdent en communications, de petits micro-lots davantage."),
  ],
  "low-one-card": [
    (p) =>
      when(num(p, "share"), (n) => `Une carte seule est lente : ${when(num(p, "rate"), thousand)} jetons/s font environ ${f.percent(n)} de MFU (maximum dense ${when(num(p, "peak"), f.number)} TFLOP/s). Régler d'abord la carte seule : noyau d'attention, micro-lot, chargement des données.`),
  ],
  "step-is-not-throughput": [
    (p) =>
      num(p, "rate") === null
        ? `Pas plus lent : par pas, le grand travail en fait plus ; accélération ${when(num(p, "speedup"), times)}.`
        : `Pas plus lent : comparer taille de lot effective ÷ durée du pas : ${when(num(p, "rate"), f.rough)} contre ${when(num(p, "oneRate"), f.rough)} exemples/s, soit ${when(num(p, "speedup"), times)} fois.`,
    (p) =>
      `Cela fait ${when(num(p, "efficiency"), f.percent)} du linéaire sur ${when(num(p, "gpus"), f.number)} cartes : améliorable, mais pas un ralentissement.`,
    (p) =>
      `Je prends ${when(num(p, "batch"), f.number) || "le lot"} pour le lot par carte${when(num(p, "global"), (n) => `, donc ${f.number(n)} en tout`)} ; si c'est la taille de lot effective, dites-le : alors c'est plus lent.`,
  ],
  "nodes-slower": [
    (p) =>
      `${when(num(p, "gained"), (n) => `Vos nœuds atteignent ${f.percent(n)} du linéaire. `)}Un nœud de plus aggrave : ${yes(p, "sharded") ? "le partitionnement (ZeRO-3, FSDP) rassemble les poids de chaque couche" : "les gradients passent"} à travers le réseau à chaque passe.`,
    () =>
      "Le partitionnement hiérarchique (hpZ de ZeRO++, hybrid shard de FSDP) garde une copie des poids par nœud : seuls les gradients traversent. Combiné au déport, il n'a pas été éprouvé.",
    (p) =>
      when(num(p, "share"), (n) => `Vérifier que ${gib(n)} (${sold(n)}) de poids par carte laissent de quoi vivre sur ${when(num(p, "card"), sold) || "la carte"}.`),
    (p) =>
      `Quel réseau entre les nœuds (type, débit)${yes(p, "methodKnown") ? "" : ", et est-ce du complet ou du LoRA"} ?`,
  ],
  "slower-with-more": [
    () => "Deux chiffres suffisent : les exemples/s (ou la durée d'une époque) sur une carte et sur plusieurs, et le modèle avec son lot.",
    () =>
      "Vérification rapide : débit = taille de lot effective ÷ durée du pas, car le lot est d'ordinaire par carte ; puis `nvidia-smi topo -m` montre comment les cartes se parlent. Sans cela je n'affirme aucune cause.",
  ],
  "moe-loops": [
    (p) =>
      `Non : le code de transformers boucle sur les ${when(num(p, "experts"), f.number)} experts, en petits noyaux qui laissent la carte sous-utilisée. Phénomène connu, votre carte n'y est pour rien.`,
    (p) =>
      when(num(p, "total"), (n) => `La mémoire compte les ${f.parameters(n)} (${when(num(p, "weights"), sold)} en bf16), pas les ${when(num(p, "active"), f.parameters)} actifs.`),
    () =>
      "Prendre une couche MoE fusionnée ou un grouped GEMM (Megatron, ou un autre framework qui les a), ou un modèle dense de cette taille. Ne jamais prédire le temps d'un MoE par ses paramètres actifs sans pilote.",
  ],
  "batch-divides": [
    () =>
      "Le réglage a changé de sens selon les versions : des invites par carte avant, des générations par carte après. Quelle version de TRL à chaque fois ?",
    (p) =>
      when(num(p, "global"), (n) => `${when(num(p, "processes"), f.number)} × ${when(num(p, "batch"), f.number)} = ${f.number(n)} ${yes(p, "divides") ? "est" : "n'est pas"} un multiple de ${when(num(p, "generations"), f.number)} : mettre ${when(num(p, "fewer"), (n) => `${f.number(n)} générations, ou `)}${when(num(p, "perDevice"), f.number)} par carte${when(num(p, "otherProcesses"), (n) => `, ou ${f.number(n)} processus d'entraînement avec vLLM sur les mêmes cartes`)}.`),
    () => "La mémoire se compte désormais en réponses par carte × leur longueur (invite comprise), et non plus en invites × générations.",
  ],
  "spot-arithmetic": [
    () => "Il manque de quoi chiffrer : la carte, son prix, les heures de travail utile et les heures perdues.",
    () => "Coût = prix spot × (heures utiles + heures rejouées + attente de capacité).",
    (p) =>
      yes(p, "never") ? `D'abord le rythme : un point de contrôle toutes les ${when(num(p, "each"), f.hours)} pour une interruption toutes les ${when(num(p, "between"), f.hours)}, c'est n'arriver jamais au bout, chaque reprise repart du début. Enregistrer tous les N pas, plusieurs fois entre deux interruptions, avant toute relance.`
        : when(num(p, "replayed"), (n) => `À ce rythme, environ ${f.percent(n)} du travail est fait deux fois : un demi-intervalle par interruption, démarrage en plus.`),
    (p) =>
      when(num(p, "discount"), (n) => `Seuil : à −${f.percent(n)}, une exécution qui dure ${when(num(p, "breakEven"), f.rough)} fois plus longtemps (×${when(num(p, "breakEven"), f.rough)}) annule le gain ; rien n'est promis.`),
    () =>
      "Le défaut de l'orchestrateur est à vérifier selon sa version ; prévoir une attente maximale et un repli à la demande.",
  ],
  "mfu-impossible": [
    (p) =>
      when(num(p, "share"), (n) => `${f.percent(n)} de MFU ${yes(p, "possible") ? "n'est pas le vôtre" : "est impossible"} : le script divise par ${when(num(p, "assumed"), f.number)} TFLOP/s, ${num(p, "assumed") === 312 ? "le maximum de l'A100" : "le maximum d'une autre carte"}.`),
    (p) =>
      when(num(p, "corrected"), (n) => `Avec le maximum dense de ${when(word(p, "card"), theCard) || "cette carte"} (${when(num(p, "peak"), f.number)} TFLOP/s, si c'est bien la vôtre), cela fait environ ${f.percent(n)}.`),
    () => "Extrapoler plutôt des jetons/s ou de la durée d'un pas après échauffement, jamais de ce pourcentage.",
  ],
  "mfu-unlikely": [
    (p) =>
      `${when(num(p, "share"), f.percent) || "Un tel chiffre"} de MFU serait exceptionnel : vérifier le dénominateur avant d'y croire (le maximum dense de votre carte, pas celui d'une plus ancienne).`,
    () =>
      "Le HFU compte le recalcul et sort plus haut ; 6 × paramètres × jetons surestime LoRA. Ce sont les jetons/s après échauffement qui servent à prévoir. Quelle formule et quel maximum le script utilise-t-il ?",
  ],
  "three-counters": [
    () => "Trois chiffres sont à relever : le maximum alloué, le maximum réservé, et le pic de la carte (`nvidia-smi` ou `mem_get_info`).",
    (p) =>
      `Ce qui décide si ça tient : la mémoire réservée plus ce que PyTorch ne voit pas (contexte, NCCL, cuBLAS)${when(num(p, "gap"), (n) => ` ; une partie de l'écart de ${f.gb(n)} est un cache qui pourrait rétrécir`)}.`,
    (p) =>
      num(p, "reservedGib") !== null ? `Chez vous : ${when(num(p, "allocated"), f.gib) || "moins"} alloués, ${when(num(p, "reservedGib"), f.gib)} réservés, ${when(num(p, "device"), f.gib) || "davantage"} sur la carte${when(num(p, "beside"), (n) => (n > 0 ? `, donc ${f.gib(n)} hors PyTorch` : ""))}. C'est ce dernier chiffre qui se compare à la carte${when(num(p, "sold"), (n) => ` (${sold(n)})`)} : la part réservée sans être allouée peut rétrécir, le reste non.` :
      "Que dit `max_memory_reserved` ? Si la mémoire réservée dépasse de loin l'allouée, essayer `expandable_segments` avant une plus grosse carte.",
  ],
  "kv-capacity": [
    (p) =>
      when(num(p, "held"), (n) => `${yes(p, "tooShort") ? "Le cache est plus petit qu'une seule requête de la longueur permise : baisser `--max-model-len` à ce qui est réellement envoyé, ou relever `--gpu-memory-utilization`. " : "Non : "}${yes(p, "tooShort") ? "Cette" : "cette"} ligne vaut pour des requêtes de ${when(num(p, "tokens"), f.number)} jetons ; le cache tient environ ${thousand(n)} jetons.`),
    (p) =>
      when(num(p, "requests"), (n) => `Soit environ ${f.number(n)} requêtes de ${when(num(p, "each"), f.number)} jetons${when(num(p, "wanted"), (w) => ` : ${f.number(w)}, c'est ${w > n ? "à la limite, le surplus attend ou est préempté" : "en dessous, au-delà le surplus attendrait ou serait préempté"}`)}.`),
    (p) =>
      `La place en cache n'est pas la latence : quel objectif de latence${yes(p, "modelKnown") && yes(p, "cardKnown") ? "" : ", quel modèle et quelle carte"} ? Puis un essai en charge.`,
  ],
  "kv-arithmetic": [
    (p) =>
      yes(p, "latent")
        ? `Ce modèle garde un latent compressé : ${when(num(p, "each"), kib)} par jeton.`
        : `Le cache compte ${when(num(p, "heads"), f.number)} têtes clé-valeur × ${when(num(p, "headDim"), f.number)} = ${when(num(p, "width"), f.number)}, pas les ${when(num(p, "hidden"), f.number)} de la couche : ${when(num(p, "each"), kib)} par jeton.`,
    (p) =>
      yes(p, "narrow") || num(p, "measured") !== null ? "Des poids quantifiés (int8, int4) ne changent pas le format du cache, toujours en 16 bits ici ; et 8 bits font 1 octet, pas 8." : when(num(p, "factor"), (n) => (n > 1.5 && !yes(p, "latent") ? `Compter la largeur de la couche, c'est ${f.rough(n)} fois trop : voilà ce qu'économise l'attention groupée (GQA). Un cache en FP8 divise encore par deux.` : "")),
    (p) =>
      when(num(p, "whole"), (n) => `Pour ${when(num(p, "tokens"), f.number)} jetons : ${f.number(n / 1e9, 3)} Go${when(num(p, "measured"), (m) => ` ; vos ${f.number(m / 1e9, 2)} Go ${yes(p, "agrees") ? "concordent, car une requête atteint rarement la longueur entière" : "sont au-dessus : arrondi des blocs ou invite plus longue"}`)}.`),
  ],
  "engine-preallocates": [
    (p) =>
      `Non : le moteur réserve environ ${when(num(p, "share"), f.percent)} de chaque carte par défaut, quel que soit le besoin ; ce n'est ni un besoin ni une fuite.`,
    (p) =>
      `${when(num(p, "weights"), (n) => `Les poids font ${sold(n)} (${yes(p, "narrow") ? "4" : "16"} bits) sur l'ensemble des cartes ; `)}le reste est du cache KV pour les requêtes simultanées, réglable par \`gpu_memory_utilization\`.`,
    (p) =>
      `${yes(p, "oneEnough") ? "Une seule de ces cartes peut suffire selon la charge" : "Le nombre de cartes dépend de la charge"} : quel contexte et combien de requêtes simultanées ?`,
  ],
  "serving-margin": [
    (p) =>
      when(num(p, "weights"), (n) => `${yes(p, "exceeds") ? "Ça ne tient pas" : yes(p, "marginal") ? "Très juste" : "À compter"} : ${gib(n)} de poids pour ${when(num(p, "room"), gib)} sur ${when(num(p, "gpus"), f.number)} × ${when(word(p, "card"), (c) => c) || "carte"}${when(num(p, "left"), (l) => (l > 0 ? `, il reste ${gib(l)} avant contexte et activations` : ""))}.`),
    (p) =>
      yes(p, "deviceMap") ? "`device_map=auto` déporte vers le CPU ou le disque en silence : que ça charge ne prouve pas que ça tient." : "Que ça charge ne prouve pas que ça sert : le moteur veut de la place pour son cache.",
    (p) =>
      when(num(p, "twice"), (n) => `${f.number(n)} cartes sont à l'aise, ou une version 4 bits (environ ${when(num(p, "fourBit"), gib)}) sur celles-ci ; ce qui reste sert de cache KV et fait le débit.`),
  ],
  "claims-by-precision": [
    (p) =>
      `Chacun de ces chiffres vaut pour une précision : poids FP8 ${when(num(p, "eight"), sold)}, bf16 ${when(num(p, "half"), sold)}${when(num(p, "eightSmall"), (n) => ` ; 8 × 80 Go (${gib(n)}) ${yes(p, "holdsEight") ? "ne tiennent que le FP8, avec ce qui reste pour le cache" : "ne tiennent ni l'un ni l'autre"}`)}.`,
    (p) => when(claimed(p) === "" ? null : claimed(p), (rows) => `${rows}.`),
    (p) =>
      when(num(p, "small"), (n) => `${sold(n)}, c'est environ ${when(num(p, "smallBits"), f.rough)} ${plural(num(p, "smallBits") ?? 2, "bit", "bits")} par poids (quantification dynamique) : un autre niveau de qualité.`),
    (p) =>
      when(num(p, "ofLarge"), (n) => `En une ligne : ${f.number(n)} × H200${when(num(p, "ofSmall"), (m) => ` ou ${m > 8 ? `${f.number(m / 8)} × 8` : f.number(m)} × H100`)} pour le FP8, un cinquième restant pour le cache.`),
    (p) =>
      `Combien de requêtes simultanées, et quel contexte ? Le cache KV et le débit décident du reste${when(num(p, "active"), (n) => ` ; les ${f.parameters(n)} actifs ne réduisent pas la mémoire`)}.`,
  ],
  "hourly-prices": [
    (p) =>
      when(num(p, "highEach"), (n) => `À l'heure-carte : ${f.amount(n, word(p, "currency") ?? "USD")} contre ${f.amount(num(p, "lowEach") ?? n, word(p, "currency") ?? "USD")}, un rapport de ${when(num(p, "ratio"), f.rough)} : ${f.amount(num(p, "high") ?? n, word(p, "currency") ?? "USD")} est le prix de ${when(num(p, "highGpus"), f.number)} cartes.`),
    (p) =>
      when(num(p, "hours"), (n) => `${f.number(n)} heures-carte : ${f.amount(num(p, "lowTotal") ?? n, word(p, "currency") ?? "USD")} contre ${f.amount(num(p, "highTotal") ?? n, word(p, "currency") ?? "USD")}, en ${word(p, "currency") ?? "USD"} et non dans une autre devise.`),
    () => "Les prix bougent : noter la date de chacun et demander un devis.",
    (p) =>
      when(num(p, "whole"), (n) => `Minimum de facturation : l'une se loue par ${f.number(n)} cartes ; l'interconnexion, le stockage et la disponibilité diffèrent aussi.`),
  ],
  "given-utilisation": [
    (p) => {
      const share = f.percent(num(p, "share") ?? 0);
      const cards = num(p, "cards");
      const hours = f.hours(num(p, "hours") ?? 0);
      const work = `À ${share} de MFU, les pas d'entraînement prennent ${f.number(num(p, "cardHours") ?? 0)} heures-carte`;
      return cards === null
        ? `${work} : ${hours} sur ${f.number(num(p, "gpus") ?? 1)} × ${word(p, "card") ?? "carte"}. Ce plan compte ${f.percent(num(p, "predicted") ?? 0)}.`
        : `${work} : au moins ${f.number(num(p, "least") ?? 0)} × ${word(p, "card") ?? "carte"} en ${f.hours(num(p, "deadline") ?? 0)}, donc ${f.number(cards)} par machines entières, ${hours}. Ce plan compte ${f.percent(num(p, "predicted") ?? 0)} et en prend ${f.number(num(p, "gpus") ?? 1)}.`;
    },
    (p) => (yes(p, "beyond") ? "Une telle part est rarement atteinte : un entraînement bien réglé de modèle dense atteint 30 à 50 %." : "Démarrage, validation, points de contrôle et pannes viennent en plus ; un pilote mesure cette part avant de réserver autant de cartes."),
  ],
  "purchase-prices": [
    (p) => {
      const [low, high, budget] = [num(p, "low"), num(p, "high"), num(p, "budget")];
      const about = (n: number): string => f.moneyAbout(n, word(p, "currency") ?? "USD");
      if (low === null || high === null) return `À l'achat : le prix de la ${word(p, "card") ?? "carte"} n'est pas connu ici ; les prix de ce plan sont des locations.`;
      const pays = budget === null ? "" : budget >= high ? ` ${about(budget)} suffisent.` : budget >= low ? ` ${about(budget)} peuvent suffire : demander un devis.` : ` ${about(budget)} ne suffisent pas : nommez une carte plus petite pour voir ce qu'elle contient.`;
      return `À l'achat : ${about(low)} à ${about(high)} pour ${f.number(num(p, "gpus") ?? 1)} × ${word(p, "card") ?? "carte"} avec leur hôte, en neuf.${pays} Les prix de ce plan sont des locations.`;
    },
    (p) =>
      `${yes(p, "used") ? "D'occasion : les prix ne sont pas connus ici. Essayer la mémoire et la température en charge pendant une heure avant de payer ; une carte d'occasion n'a pas de garantie. " : ""}« louer ou acheter » dans ce fil compare l'achat à la location selon les heures d'utilisation.`,
  ],
  "memory-share": [
    (p) => {
      const [taken, needs] = [num(p, "taken") ?? 0, num(p, "needs") ?? 0];
      const opening = `À ${f.number(num(p, "share") ?? 0, 2)}, le moteur prend ≈ ${f.gib(taken)} de chaque carte`;
      if (yes(p, "trains")) return `${opening} et laisse ≈ ${f.gib(num(p, "left") ?? 0)} à l'entraînement ; ce plan compte ≈ ${f.gib(needs)} pour les deux, avec un moteur qui prend ce dont il a besoin.`;
      return needs <= taken ? `${opening} ; les requêtes de ce plan demandent ≈ ${f.gib(needs)} : elles tiennent, et le reste est du cache en plus.` : `${opening} ; les requêtes de ce plan demandent ≈ ${f.gib(needs)} : le moteur ne démarre que si les poids tiennent, et sert moins de requêtes à la fois.`;
    },
  ],
  "encoder-corpus": [
    (p) =>
      `Vectoriser un corpus est un passage de l'encodeur, sans entraînement : 2 × ${f.parameters(num(p, "parameters") ?? 0)} × ${f.tokens(num(p, "tokens") ?? 0)} font ${f.hours(num(p, "likely") ?? 0)} (${f.hours(num(p, "low") ?? 0)} à ${f.hours(num(p, "high") ?? 0)}) d'une ${word(p, "card") ?? "carte"}${when(num(p, "cards"), (n) => `, donc ${f.number(n)} en ${f.hours(num(p, "deadline") ?? 0)}`)}.`,
    () => "Les cartes travaillent séparément, chacune sur sa part des documents : la durée se divise par leur nombre, sans lien rapide entre elles. Trier par longueur, remplir les lots, et chronométrer dix mille documents avant le tout.",
  ],
  electricity: [
    (p) =>
      `${when(num(p, "gpus"), f.number)} × ${when(num(p, "watts"), f.number)} W pendant ${when(num(p, "hours"), f.hours)} font ${when(num(p, "kwh"), f.rough)} kWh à pleine puissance des cartes, ${when(num(p, "least"), f.rough)} à ${when(num(p, "most"), f.rough)} kWh avec l'hôte${when(num(p, "costLeast"), (n) => ` : ${f.moneyAbout(n, word(p, "currency") ?? "EUR")} à ${f.moneyAbout(num(p, "costMost") ?? n, word(p, "currency") ?? "EUR")}`)}.`,
    (p) =>
      `${yes(p, "day") ? "Par jour de marche. " : yes(p, "asked") ? "En marche sans arrêt. " : ""}${num(p, "tariff") === null ? "À quel prix du kWh ? " : ""}La climatisation s'ajoute là où la salle en a une (10 à 80 % de plus) ; une carte qui attend ses données consomme moins.`,
  ],
  "offload-unproven": [
    () => "Le déport de l'optimiseur avec ZeRO-2 a été suggéré pour de tels travaux, jamais mesuré par ceux qui le suggéraient : un pilote avant d'y compter.",
  ],
  "published-conditions": [
    (p) =>
      `Un chiffre publié vaut pour ses propres réglages : souvent une longueur courte, un lot de 1, une autre précision, ${yes(p, "several") ? "un modèle partitionné ou quantifié" : "un optimiseur plus léger"}. Comparer d'abord ces conditions (précision, longueur, lot, partitionnement).`,
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore

/** What was measured, quoted or asked, put right. */
export const seenFindings = typesetFindings(said);
