import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";
import { capitalCard, theCard } from "../typography.ts";
import { typesetFindings } from "./typeset-findings.ts";

const { f, num, word, yes, when } = findingFigures("fr");

const said = {
  "kernel-image": [
    (p) => `La version installée ne contient pas de code pour ${when(word(p, "card"), theCard) || "cette carte"} : ni la mémoire ni votre script ne sont en cause.`,
    () =>
      "Test le moins cher : `python -c \"import torch; print(torch.cuda.get_device_capability(), torch.cuda.get_arch_list())\"`. Le numéro de la carte doit être dans la liste ; s'il y est, c'est une bibliothèque qui a ses propres noyaux CUDA (flash-attn, bitsandbytes, xformers) qui a été compilée sans lui.",
    () => "Ensuite, installer des versions de PyTorch et de cette bibliothèque faites pour la génération de la carte : récentes pour une carte récente, plus anciennes pour une carte retirée.",
  ],
  "missing-library": [
    () => "Une bibliothèque de CUDA ou de ROCm est introuvable : ce qui a été compilé pour une version en rencontre une autre, ou aucune.",
    () =>
      "Test le moins cher : `python -c \"import torch; print(torch.version.cuda, torch.version.hip)\"`, à côté de `ldconfig -p | grep -E \"cudart|cudnn|nccl\"`. Le numéro dans le nom du fichier doit être celui de la version pour laquelle PyTorch a été compilé.",
    () => "Installer le paquet de cette version, dans un environnement neuf, plutôt que de créer un lien d'un fichier à l'autre. La carte et sa mémoire n'y sont pour rien.",
  ],
  "undefined-symbol": [
    (p) => `Une extension${yes(p, "flash") ? " (flash-attn)" : ""} a été compilée pour un autre PyTorch que celui qui la charge.`,
    (p) =>
      `Test le moins cher : \`pip list | grep -iE "torch|flash|xformers|bitsandbytes"\` ; puis la réinstaller pour le PyTorch qui reste : \`pip install --no-build-isolation --force-reinstall --no-deps ${yes(p, "flash") ? "flash-attn" : "PAQUET"}\`.`,
    (p) => (yes(p, "flash") ? "Pour avancer dès aujourd'hui : `attn_implementation=\"sdpa\"`, qui ne demande aucun paquet de plus ; la mémoire reste linéaire en longueur." : "Figer les deux versions dans l'environnement du pilote : elles font partie de ce qu'il prouve."),
  ],
  "package-missing": [
    (p) => `${yes(p, "flash") ? "FlashAttention est demandée sans être installée" : "Un paquet est demandé sans être installé"} dans l'environnement qui tourne : cela n'a rien à voir avec la carte ni avec sa mémoire.`,
    () =>
      "Test le moins cher : `python -c \"import sys; print(sys.executable)\"` et `pip list` dans le travail lui-même : souvent, le lanceur ou le conteneur n'a pas le même environnement que le terminal.",
    (p) => (yes(p, "flash") ? "Soit installer la version faite pour votre PyTorch et votre CUDA, soit mettre `attn_implementation=\"sdpa\"` : la mémoire reste linéaire en longueur, la vitesse est à mesurer." : "L'installer là, version figée, et noter cette version : elle fait partie de ce que prouve le pilote."),
  ],
  "nccl-error": [
    () => "NCCL dit qu'un appel a échoué, pas pourquoi : la cause est plus haut, dans le journal d'un des processus.",
    (p) =>
      `Test le moins cher : le même lancement avec \`NCCL_DEBUG=INFO\`, puis un all-reduce seul (\`nccl-tests\`) sur deux cartes d'un même nœud${yes(p, "nodes") ? ", puis entre deux nœuds" : ""}. S'il échoue là, ni le modèle ni le script ne sont en cause.`,
    () =>
      "`system error` : le plus souvent l'interface réseau, ou un `/dev/shm` trop petit (`--ipc=host`, `NCCL_SOCKET_IFNAME`) ; `CUDA error` : la carte ou son driver NVIDIA ; `remote process exited` : un autre processus est mort avant. `NCCL_P2P_DISABLE=1` puis `NCCL_IB_DISABLE=1`, l'un après l'autre, désignent le lien fautif.",
  ],
  "device-fault": [
    () => "Un noyau CUDA a échoué sur la carte : ce message seul ne dit pas si c'est le matériel ou le programme.",
    () =>
      "Test le moins cher : `dmesg | grep -i xid` et `nvidia-smi -q -d ECC` sur le nœud, juste après. Une carte tombée du bus (`fallen off the bus`) ou des erreurs ECC non corrigées accusent le matériel : quitter la machine et prévenir le fournisseur. Une faute de page mémoire accuse le plus souvent le programme.",
    () =>
      "Puis rejouer le même lot avec `CUDA_LAUNCH_BLOCKING=1` : toujours le même pas, ce sont les données ou le code (un indice hors limites, d'ordinaire) ; toujours la même carte, c'est la carte. Le « watchdog » de NCCL ne fait que le signaler.",
  ],
  "device-mismatch": [
    () => "`device_map=\"auto\"` répartit les couches sur plusieurs périphériques, CPU compris ici : il est fait pour l'inférence, et les entrées ou les adaptateurs sont restés ailleurs.",
    () => "Test le moins cher : `print(model.hf_device_map)` ; un « cpu » ou un « disk » veut dire que les poids ne tenaient pas sur les cartes.",
    () =>
      "Pour entraîner : un processus par carte avec `torchrun` ou `accelerate launch`, et `device_map={\"\": local_rank}` si le modèle quantifié tient sur une carte, FSDP sinon.",
  ],
  "compile-failed": [
    () => "torch.compile n'a pas pu fabriquer ses noyaux : sans lui, l'entraînement est le même, avec presque la même mémoire, en moins rapide.",
    () => "Test le moins cher : `TORCH_COMPILE_DISABLE=1` ; si l'entraînement part, c'est Triton ou le compilateur de l'image qui manque ou qui ne va pas avec ce PyTorch.",
    () => "Ensuite `pip list | grep -i triton` et un compilateur C dans l'image (`gcc --version`) ; mesurer le gain sur quelques centaines de pas avant d'y compter.",
  ],
  "bf16-refused": [
    (p) => `${when(word(p, "card"), capitalCard) || "Cette carte"} n'a pas d'unités BF16 : le moteur refuse le format du modèle, et la mémoire n'est pas en cause.`,
    () => "Sortie la moins chère : `--dtype half` (vLLM) ou `torch_dtype=float16` : autant d'octets par poids.",
    () => "Un modèle entraîné en BF16 peut déborder en FP16 : comparer d'abord une vingtaine de réponses, ou prendre une carte à partir d'Ampere.",
  ],
  "time-limit": [
    () => "Toujours après la même durée ronde et rien dans les journaux : c'est la limite de l'ordonnanceur, pas un plantage.",
    () => "Test le moins cher : `sacct -j JOB --format=State,Elapsed,Timelimit` ; TIMEOUT tranche (sous Kubernetes, `activeDeadlineSeconds` ; dans le cloud, la fin de la réservation).",
    () =>
      "Demander plus avec `--time`, ou garder la limite et reprendre : un signal avant la fin (`--signal=USR1@300`), un point de contrôle à ce moment-là, et un travail qui se resoumet. Prouver la reprise une fois, tôt.",
  ],
  "cache-preempted": [
    () => "Le cache KV du moteur est plein : il suspend des requêtes puis les recalcule, donc du travail est fait deux fois. Aucune machine n'a été reprise.",
    () => "Test le moins cher : son journal donne le cache en jetons et la part occupée ; ces jetons divisés par la longueur de vos requêtes, c'est le nombre qui passe à la fois.",
    () =>
      "Dans cet ordre : ramener `--max-model-len` à ce que les gens envoient, `--gpu-memory-utilization` jusqu'à 0,95 si rien d'autre ne vit sur la carte, `--kv-cache-dtype fp8`, puis baisser `--max-num-seqs` pour que les requêtes attendent ; en dernier, une deuxième carte en parallélisme de tenseurs.",
  ],
  "input-bound": [
    () => "Une carte qui passe sans cesse de l'arrêt au plein régime attend ses données : plus de cartes attendraient aussi.",
    () =>
      "Test le moins cher : cinquante pas sur un seul lot gardé en mémoire. S'ils sont bien plus rapides que les vôtres, le chargement des données est le goulot ; sinon, non.",
    () =>
      "Ensuite, dans cet ordre : décoder et découper en jetons une fois pour toutes, davantage de processus de chargement (jusqu'au nombre de cœurs), `pin_memory`, préchargement, données sur un disque local. À côté, `htop` : des cœurs à 100 % désignent le CPU.",
  ],
  "step-slowdown": [
    (p) => {
      const factor = when(num(p, "factor"), (n) => f.number(n, 2));
      const real = num(p, "before") !== 1;
      const figures = real ? `De ${f.number(num(p, "before") ?? 0, 2)} s à ${f.number(num(p, "after") ?? 0, 2)} s par pas, c'est ${factor} fois plus long` : `Un pas ${factor} fois plus long`;
      if (num(p, "recomputation") !== null)
        return `${figures}${real ? " :" : ", c'est"} plus que n'en explique le recalcul des activations : une seconde passe avant fait environ ${f.number(num(p, "recomputation") ?? 0, 2)} fois.`;
      if (num(p, "efficiency") === null) return `${figures} : ce qui a changé à ce moment-là est le premier suspect.`;
      return `${figures}, ${(num(p, "gained") ?? 1) > 1 ? "mais pas plus lent pour autant" : "et vraiment plus lent"} : à lot égal par carte, ${f.number(num(p, "grew") ?? 2)} fois plus de cartes font ${f.number(num(p, "gained") ?? 1, 2)} fois le travail, soit ${f.percent(num(p, "efficiency") ?? 0)} d'efficacité.`;
    },
    (p) =>
      num(p, "efficiency") === null
        ? ""
        : `Les ${f.number(num(p, "added") ?? 0, 2)} s de plus par pas sont des communications${yes(p, "nodes") ? " sur le réseau entre les nœuds" : ""}${yes(p, "sharded") ? " : le partitionnement y rassemble chaque couche ; partitionner dans le nœud et recopier entre les nœuds (HSDP, hpZ)" : ""}. Si c'est le lot global qui a été gardé, c'est vraiment plus lent.`,
    (p) =>
      num(p, "recomputation") !== null
        ? "Test le moins cher : dix pas sans lui, à un lot qui tient, et les jetons/s dans les deux cas. Une attention « eager » recalculée elle aussi aggrave tout ; un recalcul sélectif, ou un micro-lot plus grand maintenant qu'il y a de la place, en rend une partie."
        : "Test le moins cher : une trace de vingt pas (`torch.profiler`), pour la part des noyaux NCCL que rien ne recouvre, et un all-reduce de `nccl-tests` entre les nœuds face à ce que le réseau devrait donner. Plus d'accumulation l'amortit : quel réseau, et quel lot ?",
  ],
  "spot-at-prices": [
    (p) => {
      const [low, high] = [f.number(num(p, "price") ?? 0, 2), f.number(num(p, "firm") ?? 0, 2)];
      return `Spot à ${low} contre ${high} : ${f.percent(num(p, "saved") ?? 0)} de moins par heure, donc gagnant tant que le travail dure moins de ${f.number(num(p, "longer") ?? 1, 2)} fois plus longtemps.`;
    },
    (p) =>
      when(num(p, "perDay"), (n) => `${f.number(n, 1)} interruptions par jour, c'est une toutes les ${f.hours(num(p, "between") ?? 0)} : chacune peut coûter jusqu'à ${f.hours(num(p, "lossEach") ?? 0)} de redémarrage, de travail refait et d'attente avant que le gain disparaisse.`),
    (p) =>
      when(num(p, "stretch"), (n) => `Pour ce plan, un redémarrage prend environ ${f.hours(num(p, "restart") ?? 0)} : à eux seuls, les redémarrages allongent le travail ${f.number(n, 2)} fois, soit ${f.number(num(p, "effective") ?? 0, 2)} par heure utile : ${yes(p, "pays") ? "le spot est gagnant, si les points de contrôle sont fréquents" : "le spot n'est pas gagnant"}.`),
    (p) => (num(p, "stretch") === null ? when(num(p, "restart"), (n) => `Un redémarrage prend ici environ ${f.hours(n)} : combien d'interruptions par jour, et un point de contrôle à quelle fréquence ? Un travail plus court que l'intervalle entre deux interruptions garde presque tout le gain.`) || "Donnez le travail, ou la durée d'un redémarrage et d'un point de contrôle, et je calcule le reste ; l'attente d'une machine coûte du temps, pas d'argent." : "Le travail refait et les sauvegardes viennent en plus : enregistrer plusieurs fois entre deux interruptions."),
  ],
  commitment: [
    (p) => {
      const prices = `${f.number(num(p, "committed") ?? 0, 2)} avec engagement contre ${f.number(num(p, "open") ?? 0, 2)} à la demande : ${f.percent(num(p, "saved") ?? 0)} de moins par heure, mais chaque heure de l'engagement est due, utilisée ou non.`;
      if (num(p, "paid") === null || num(p, "otherwise") === null)
        return `${prices} L'engagement est gagnant au-delà de ${f.percent(num(p, "ratio") ?? 1)} de ses heures utilisées.`;
      const sums = `par carte, ${f.number(num(p, "paid") ?? 0)} pour l'engagement contre ${f.number(num(p, "otherwise") ?? 0)} pour ${f.hours(num(p, "used") ?? 0)} d'utilisation à la demande`;
      return `${yes(p, "pays") ? "L'engagement coûte moins" : "À la demande, cela coûte moins"} : ${sums}. ${prices}`;
    },
    (p) => when(num(p, "breakEven"), (n) => `Seuil : ${f.hours(n)} d'utilisation sur un engagement de ${f.hours(num(p, "term") ?? 0)}, soit ${f.percent(num(p, "ratio") ?? 1)}.`),
    (p) => (num(p, "term") === null ? "Quelle est la durée de l'engagement, et combien de ses heures les cartes travailleraient-elles ?" : num(p, "used") === null ? `Les cartes travailleraient-elles plus de ${f.percent(num(p, "ratio") ?? 1)} de l'engagement ? Pendant combien de temps en avez-vous besoin ?` : ""),
    () => "D'abord un pilote : il dit combien d'heures le travail prend vraiment. Demander ce que coûte un engagement rompu avant terme, et s'il peut passer sur une autre carte.",
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore

/** Errors of the software and the machine around a run, and what made a step longer. */
export const environmentFindings = typesetFindings(said);
