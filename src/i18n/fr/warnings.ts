import type { warnings as english } from "../en/warnings.ts";
import { format } from "../format.ts";
import { figure, text, when } from "../params.ts";
import { fr } from "./typography.ts";

const f = format("fr");

export const warnings = {
  "length-above-model-maximum": (p) =>
    fr`La longueur dépasse celle pour laquelle le modèle est prévu${when(figure(p, "maximum"), (n) => fr` (${f.number(n)} jetons)`)}.`,
  "qlora-on-prequantised": () =>
    fr`QLoRA sur des poids déjà quantifiés : calculé comme des adaptateurs sur ces poids.`,
  "sharding-on-one-gpu": () => fr`Le partitionnement ne change rien sur une seule carte.`,
  "no-output-tokens": () => fr`Aucun jeton de sortie : seule l'entrée est calculée.`,
  "kv-heads-replicated": (p) =>
    fr`Plus de processus en parallélisme de tenseurs que de têtes KV${when(figure(p, "keyValueHeads"), (n) => fr` (${f.number(n)})`)} : le cache KV est recopié, pas partagé.`,
  "latent-cache-replicated": (p) =>
    fr`Ce modèle met en cache un seul vecteur latent pour toutes ses têtes : chaque carte du groupe${when(figure(p, "tensor"), (n) => fr` (${f.number(n)})`)} garde le cache KV entier. Avec l'attention en parallélisme de données et des experts répartis, chaque carte ne garde que celui de ses propres requêtes.`,
  "lora-ignored": () => fr`Les réglages LoRA ne concernent pas cette méthode ; ils sont laissés de côté.`,
  "serving-ignored": () =>
    fr`Les réglages d'inférence ne concernent pas un entraînement ; ils sont laissés de côté.`,
  "model-reading-chosen": (p) =>
    fr`Le nom du modèle a plusieurs lectures ; une a été retenue${when(text(p, "others"), (others) => fr`. Les autres : ${others}`)}.`,
  "memory-tight": (p) =>
    fr`Le haut de la fourchette de mémoire dépasse${when(figure(p, "overGib"), (n) => fr` de ${f.gib(n)}`)} ce qu'offre la carte : un pilote tranche avant toute réservation.`,
  "budget-not-verified": (p) =>
    fr`Le plafond n'a pas été vérifié : il manque ${text(p, "missing") ?? "le prix"}.`,
  "budget-may-be-exceeded": () => fr`Le haut de la fourchette de coût dépasse le plafond.`,
  "deadline-may-be-missed": (p) =>
    fr`Le haut de la fourchette de durée${when(figure(p, "high"), (h) => fr`, ${f.hours(h)},`)} dépasse l'échéance.`,
  "latency-may-be-missed": (p) => {
    const [worst, asked] = [figure(p, "worst"), figure(p, "asked")];
    if (worst === null || asked === null) return fr`Le bas de la fourchette de vitesse manque l'objectif.`;
    const unit = { ttft: " s avant le premier jeton", rate: " jetons/s par utilisateur", traffic: " requêtes par seconde" }[text(p, "what") ?? ""] ?? ""; // prettier-ignore
    return fr`Au pire de la fourchette ≈ ${f.rough(worst)}${unit}, ${f.rough(asked)} demandés : à mesurer avant de s'engager.`;
  },
  "slow-answers": (p) =>
    fr`Chaque utilisateur reçoit ≈ ${when(figure(p, "rate"), f.rough) || "peu de"} jetons/s, moins vite qu'on ne lit (≈ ${when(figure(p, "reading"), f.number) || "5"}) : indiquez la vitesse voulue (« au moins 15 jetons/s par utilisateur »), le plan en tiendra compte.`,
  "shape-assumed": () =>
    fr`Seule la taille du modèle est connue : une forme courante est retenue et l'intervalle élargi.`,
  "shape-incomplete": (p) =>
    fr`La forme du modèle est incomplète${when(text(p, "missing"), (keys) => fr` (il manque : ${keys})`)} : une forme courante de cette taille est retenue.`,
  "parameters-differ": (p) =>
    fr`La taille donnée et la forme ne concordent pas${when(figure(p, "counted"), (n) => fr` : la forme donne ${f.parameters(n)}`)}.`,
  "unknown-model-key": (p) =>
    fr`Un champ du modèle n'a pas été lu${when(text(p, "key"), (key) => fr` : ${key}`)}${when(text(p, "nearest"), (nearest) => fr` (au plus proche : ${nearest})`)}.`,
  "unknown-key": (p) =>
    fr`Un champ n'a pas été lu${when(text(p, "path"), (path) => fr` : ${path}`)}${when(text(p, "nearest"), (nearest) => fr` (au plus proche : ${nearest})`)}.`,
  "activations-not-modelled": () =>
    fr`Les activations de ce genre de modèle ne sont pas connues : la mémoire est une borne inférieure.`,
  "unknown-provider": (p) => {
    const nearest = text(p, "nearest") ?? "";
    const sentence = fr`Je ne connais aucun prix chez ${text(p, "read") ?? ""}.`;
    return nearest === "" ? sentence : fr`${sentence} Connus et proches : ${nearest}.`;
  },
  "vision-tower-frozen": () => fr`La partie vision est supposée gelée : l'entraîner demande plus de mémoire.`,
  "vision-images-unsized": () =>
    fr`La partie vision est entraînée, mais la taille de ses images n'est pas connue : ses états sont comptés, ses activations ne le sont pas, et la mémoire est une borne inférieure. Donnez vision.imageSize en pixels.`,
  "vision-ignored": (p) =>
    fr`${text(p, "model") ?? "Le modèle"} n'a pas de partie vision à entraîner ici ; les réglages de vision sont laissés de côté.`,
  "rollout-unmeasured": () =>
    fr`La mémoire et la durée de GRPO sont calculées par formule, sans exécution publiée à l'appui : leurs intervalles sont larges, et un pilote tranchera. Quand les réponses sont rédigées sur ces cartes, leur durée est comptée : toutes celles d'un pas à la fois, chacune de la longueur donnée.`,
  "rollout-server-apart": () =>
    fr`Le moteur qui rédige les réponses demande ses propres cartes : ni elles ni l'attente de leurs réponses ne sont comptées ici.`,
  "rollout-ignored": () => fr`Les réglages de génération ne concernent que GRPO ; ils sont laissés de côté.`,
  "not-in-stack": (p) =>
    fr`Rien n'indique que ${text(p, "stack") ?? "ce framework"} prenne ceci en charge : ${text(p, "path") ?? "le réglage"} ${text(p, "value") ?? figure(p, "value") ?? ""} ; les tailles sont celles de la formule.`,
  "sequence-without-tensor": () =>
    fr`Le parallélisme de séquence n'agit qu'avec le parallélisme de tenseurs : il ne change rien ici.`,
  "experts-left-16-bit": (p) => {
    const added = when(figure(p, "addedGib"), (n) => fr` (${f.gib(n)} de plus par GPU)`);
    return text(p, "counted") === "yes"
      ? fr`Depuis sa version 5, transformers laisse en 16 bits les experts d'une base en 4 ou 8 bits${added} : c'est compté ici.`
      : fr`Depuis sa version 5, transformers laisse en 16 bits les experts d'une base en 4 ou 8 bits${added} ; ils sont comptés ici en poids étroits. Précisez la version utilisée, ou quantifiez les experts à part.`;
  },
} satisfies typeof english;
