import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";
import { typesetFindings } from "./typeset-findings.ts";

const { f, both, sold, gib, num, word, yes, when } = findingFigures("fr");

const said = {
  "conversion-in-host-memory": [
    (p) =>
      when(num(p, "needed"), (n) => `Non, c'est la RAM de l'hôte (CPU) : convertir ces poids en demande environ ${sold(n)}${when(num(p, "host"), (h) => `, cette machine en a ${sold(h)}`)}.`),
    () => "Le GPU n'intervient pas dans une conversion : une plus grosse carte n'y change rien, et le swap la rend seulement très lente.",
    () => "Les poids déjà convertis sont publiés pour la plupart des modèles : les prendre évite l'étape.",
  ],
  "killed-is-host-memory": [
    () => "« Killed » sans erreur CUDA accuse la RAM de l'hôte : le noyau Linux arrête le processus, la mémoire de la carte n'est pas en cause.",
    () =>
      "Test le moins cher : recommencer avec `free -h` à côté, et lire `dmesg` ; une ligne de l'OOM killer tranche. La mémoire partagée (`/dev/shm`) et les processus du chargeur y comptent aussi.",
  ],
  "host-copies": [
    (p) =>
      when(num(p, "all"), (n) => `Une copie fp32${num(p, "models") === 2 ? " des deux modèles" : ""} dans chacun des ${when(num(p, "ranks"), f.number)} processus ferait ${f.number(num(p, "ranks") ?? 1)} × ${when(num(p, "single"), sold)} = ${sold(n)} de RAM${yes(p, "passes") ? `, plus que les ${when(num(p, "host"), sold)} de ce nœud` : ""}.`),
    () =>
      "Charger sobrement : le processus n° 0 lit les poids, les autres démarrent sur le périphérique meta, et FSDP diffuse les modules (`cpu_ram_efficient_loading` avec `sync_module_states`).",
    (p) =>
      when(num(p, "half"), (n) => `Charger en bf16 divise par deux : ${sold(n)}. Quelles options de chargement utilisez-vous, et dans quel format ?`),
  ],
  "host-smaller-than-weights": [
    (p) =>
      when(num(p, "copy"), (n) => `Oui, la RAM de l'hôte joue : ${when(num(p, "host"), sold)}, c'est à peu près une copie bf16 du modèle (${sold(n)}).`),
    (p) =>
      `C'est trop peu pour un chargement par le CPU ou un déport en RAM${when(num(p, "ranks"), (n) => (n > 1 ? `, et ${f.number(n)} processus peuvent préparer chacun leur copie (${when(num(p, "all"), sold)})` : ""))} : prendre un hôte qui en a plusieurs fois autant.`,
  ],
  "host-room": [
    (p) =>
      when(num(p, "host"), (n) => `La RAM de l'hôte est une limite à part : ${sold(n)}, quand le déport ou l'enregistrement des poids fusionnés y tient ${when(num(p, "copy"), sold)} en 16 bits.`),
  ],
  "save-gathers": [
    (p) =>
      `Le pic d'entraînement n'est pas le pic du travail : l'écriture du point de contrôle rassemble le modèle entier${when(num(p, "weights"), (n) => `, ${both(n)}`)}, sur une seule carte si elle n'est ni partitionnée ni déportée.`,
    (p) =>
      `Écrire un point de contrôle partitionné (sharded state dict) ; ou le processus n° 0 seul avec déport en RAM, si l'hôte le permet${when(num(p, "weights"), (n) => ` (au moins ${gib(n)})`)}${yes(p, "adapters") ? " ; ou n'enregistrer que les adaptateurs" : ""}. Un lot plus petit n'y change rien.`,
    () => "Pour le dimensionner, le tester : enregistrer (et reprendre) aux pas 1 à 5 du pilote, mémoire de la carte et RAM relevées.",
  ],
  "evaluation-peak": [
    (p) =>
      `L'évaluation a son propre pic : son lot${when(num(p, "batch"), (n) => ` (${f.number(n)})`)} et ses logits ne sont pas ceux de l'entraînement.`,
    () =>
      "Mettre le lot d'évaluation à 1, ne pas renvoyer les logits (`prediction_loss_only`), les sortir au fur et à mesure (`eval_accumulation_steps`), et ne pas générer dans la boucle.",
    () => "Test le moins cher : évaluer au pas 1, avant d'entraîner ; si cela passe, c'est la mémoire gardée par l'entraînement.",
  ],
  "resume-peak": [
    () => "Une reprise peut prendre plus que l'entraînement : le point de contrôle est lu à côté du modèle déjà en place.",
    (p) =>
      `Le charger sur le CPU (\`map_location\`) ou partitionné, puis le libérer avant le premier pas${when(num(p, "weights"), (n) => ` ; les poids font à eux seuls ${gib(n)}`)}.`,
    () => "Test le moins cher : enregistrer au pas 2, arrêter, reprendre dans un nouveau processus, et comparer le pic au premier démarrage.",
  ],
  "first-step-peak": [
    (p) =>
      `L'optimiseur alloue ses états au premier pas${when(num(p, "moments"), (n) => ` : deux moments fp32 font ${both(n)}`)} ; que les passes avant et arrière tiennent ne prouve encore rien.`,
    () => "Un optimiseur 8 bits ou paginé, des états partitionnés ou déportés le réduisent ; le lot, non.",
  ],
  "load-peak": [
    (p) =>
      `Cela casse au chargement : les poids${when(num(p, "weights"), (n) => `, ${both(n)} en 16 bits`)}, avant que le moindre lot compte.`,
    () =>
      "Vérifier le format réellement chargé (fp32 double), une seconde copie gardée pendant la quantification, et les autres processus sur la carte (`nvidia-smi`).",
  ],
  "late-long-sample": [
    (p) =>
      `Sans doute un exemple long plutôt qu'une fuite : des pas réussis${when(num(p, "step"), (n) => ` (${f.number(n)})`)} ne prouvent rien sur le plus long. Noter le nombre de jetons du pas fautif.`,
    (p) =>
      `Faire le pilote avec les exemples les plus longs d'abord${yes(p, "generates") ? ", et la longueur de réponse maximale forcée" : ""}, pas au hasard : cela casse alors tout de suite, ou jamais.`,
    () =>
      "Pour exclure une fuite, tracer la mémoire allouée sur des lots égaux : une dérive lente est une fuite, une mémoire réservée bien au-dessus de l'allouée est de la fragmentation (`expandable_segments`).",
  ],
  "data-position": [
    () => "Le matériel n'est pas en cause : la position dans les données n'a pas été restaurée, l'exécution a relu des fragments déjà vus.",
    () =>
      "Une validation qui s'améliore après une reprise peut venir de données répétées ; l'effondrement arrive avec les données nouvelles.",
    () =>
      "Un point de contrôle doit tenir le fragment, la position dedans, l'époque et l'état aléatoire. Test : N pas doivent égaler N/2, arrêt, reprise dans un nouveau processus, N/2.",
    (p) =>
      `Une partie du budget est allée à des données répétées${when(num(p, "from"), (n) => ` (tout est suspect depuis le pas ${f.number(n)})`)} : compter ces pas avant d'acheter. Plus de cartes ou un plus gros lot n'y auraient rien fait.`,
  ],
  "resume-loss": [
    () => "Ne pas repartir de zéro tout de suite : d'abord savoir si c'est l'ordre des données ou l'état qui diffère.",
    (p) =>
      yes(p, "known")
        ? "transformers 4.30 à 4.32 avec accelerate avait une régression connue de l'ordre des données à la reprise, corrigée ensuite : mettre à jour, ou reprendre la version du premier passage. Un point de contrôle corrompu n'est pas la cause probable."
        : "Certaines versions ont changé l'ordre des données à la reprise sans toucher aux poids : lire d'abord les notes des deux versions.",
    (p) =>
      `Quelle version a écrit le point de contrôle${when(word(p, "transformers"), (v) => ` (vous êtes en transformers ${v})`)}, et y a-t-il eu une mise à jour entre-temps ?`,
    () =>
      "Test peu cher : reprendre 20 à 50 pas et comparer la perte sur les mêmes lots. De petits écarts sont du bruit ; un retour à la perte des premiers pas veut dire que poids ou optimiseur n'ont pas été chargés.",
  ],
  "checkpoint-size": [
    (p) =>
      when(num(p, "optimizer"), (n) => `Normal, ce n'est pas une anomalie : 12 octets × ${when(num(p, "parameters"), f.parameters)} = ${sold(n)} = ${gib(n)} d'état d'optimiseur en entraînement complet.`),
    (p) =>
      when(num(p, "weights"), (n) => `Les poids ajoutent ${sold(n)} (${gib(n)}) en 16 bits : ${when(num(p, "whole"), sold)} en tout. \`du -h\` et \`ls -h\` comptent en Gio et écrivent G.`),
    (p) =>
      when(num(p, "claimed"), (n) => `Je ne suivrais pas les ${sold(n)} : cela ferait ${when(num(p, "bytesClaimed"), f.rough)} octets par paramètre, pas la copie fp32 et les deux moments qu'il faut pour reprendre.`),
    (p) =>
      when(num(p, "whole"), (n) => `Prévoir le disque : ${gib(n)} × points de contrôle gardés (${gib(num(p, "keptBytes") ?? n)} pour ${when(num(p, "kept"), f.number)}), plus un en cours d'écriture. En garder moins, ou n'enregistrer que le modèle si rien ne sera repris.`),
  ],
  "collective-timeout": [
    (p) => `Une communication collective expire quand un processus n'est jamais venu : mort, en retard ou dans une autre branche du code${yes(p, "nodes") ? ", ou des nœuds qui ne se joignent pas" : ""}.`,
    () =>
      "Tests les moins chers : la première erreur dans le journal de chaque processus (les autres ne font qu'attendre), puis un all-reduce seul (`nccl-tests`) sur les mêmes cartes, avec `NCCL_DEBUG=INFO` pour voir l'interface et le transport.",
    () =>
      "Au pas 0, soupçonner l'interface réseau ou les ports ; à un point de contrôle ou une évaluation, un processus seul au travail : un délai plus long aide là, et là seulement. Plus de mémoire n'y fait rien.",
  ],
  "shared-memory": [
    () => "Une « bus error » ou un processus de chargement tué accuse la mémoire partagée (`/dev/shm`) : un conteneur n'en a que 64 Mo par défaut.",
    () =>
      "Lancer le conteneur avec `--ipc=host` ou un `--shm-size` de plusieurs Go. Test le moins cher : `num_workers=0` ; si cela tourne, ni le modèle ni la carte n'étaient en cause.",
  ],
  "fragmented": [
    (p) => `Fragmentation : ${when(num(p, "reserved"), (n) => `${gib(n)} sont`) || "de la mémoire est"} réservés et libres, en morceaux trop petits${when(num(p, "requested"), (n) => ` pour un tenseur de ${gib(n)}`)}.`,
    () =>
      "Test le moins cher : `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`. Des longueurs qui varient d'un pas à l'autre en sont la cause : les ramener à quelques tailles par du padding, ou mettre les séquences bout à bout.",
    () => "Si cela casse encore, c'est le pic lui-même qui est trop haut : un pas sur le lot le plus long le dira.",
  ],
  "out-of-memory-figures": [
    (p) => {
      const [allocated, requested] = [num(p, "allocated"), num(p, "requested")];
      const needed = num(p, "needed");
      if (allocated === null || requested === null || needed === null)
        return `La carte est pleine${when(requested, (n) => ` : un tenseur de plus, de ${gib(n)}, a été demandé`)}.`;
      return `La carte était pleine au moment de l'échec : les tenseurs occupaient ${gib(allocated)}, un de plus de ${gib(requested)} a été demandé ; ce moment à lui seul voulait donc au moins ${gib(needed)}, en plus de ce que prennent le driver et les bibliothèques.`;
    },
    (p) =>
      p["inPieces"] === null
        ? "Le message entier dit si la mémoire n'était qu'en morceaux : ce qui est réservé face à ce qui est alloué."
        : p["inPieces"] === true
        ? "Il y avait davantage de mémoire réservée et libre, en morceaux trop petits : essayer d'abord `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`, qui ne coûte rien."
        : `Réservée sans servir ou libre, il restait ${when(num(p, "unused"), gib)} de mémoire, moins que ce qui était demandé : la fragmentation n'est pas la cause, c'est le travail lui-même qui est trop gros.`,
    (p) =>
      `Donnez le modèle, la méthode, la longueur et le micro-lot${p["phase"] === null ? ", et dites où cela casse (chargement, première passe arrière, pas d'optimiseur, évaluation, sauvegarde, après combien de pas)" : ""} : je nomme ce qui remplit la carte et la sortie la moins chère. En attendant, dans cet ordre : micro-lot 1 avec accumulation, recalcul complet des activations, longueur plus courte.`,
  ],
  "cause-open": [
    (p) =>
      `La cause n'est pas établie : je compte ${when(num(p, "required"), gib) || "moins"} par carte sur ${when(num(p, "usable"), gib) || "davantage"}, cela devrait tenir.`,
    () =>
      "À quel moment cela casse-t-il (chargement, première passe arrière, pas d'optimiseur, évaluation, point de contrôle, après combien de pas), et quel est le message exact ? « Tried to allocate » et « reserved but unallocated » distinguent un gros tenseur d'une fragmentation.",
    () => "Test le moins cher : un pas au quart de la longueur. S'il passe, ce sont les activations ou les logits ; sinon, l'état.",
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore

/** Where in its life a job failed, and the cheapest test that tells causes apart. */
export const phaseFindings = typesetFindings(said);
