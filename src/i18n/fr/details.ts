import type { details as english } from "../en/details.ts";
import { fr } from "./typography.ts";

export const details = {
  read: (list) => fr`Lu : ${list}.`,
  assumed: (list) => fr`Retenu par défaut : ${list}.`,
  understood: (list) => fr`Compris : ${list}.`,
  contradiction: (field, readings, chosen) =>
    fr`Deux lectures pour « ${field} » : ${readings}. Retenu : ${chosen}.`,
  unread: fr`Pas compris : `,
  caveats: "À vérifier avant de payer",
  premisesTitle: fr`Petite précision : `,
  partsMissing: (list) => fr`Hors de ce prix : ${list}.`,
  price: (amount, provider, region, tier, date) =>
    fr`Prix : ${amount} chez ${provider}, ${region}, ${tier}, ${date} ; disponibilité non vérifiée.`,
  regionUnknown: "région inconnue",
  undated: "non daté",
  dated: (date, days) =>
    days === null
      ? fr`relevé le ${date}`
      : fr`relevé le ${date}, il y a ${days <= 1 ? `${days} jour` : `${days} jours`}`,
  whole: (configuration) => fr`Configuration : ${configuration}.`,
  layout: (strategy, microBatch, accumulation) =>
    fr`Répartition : ${strategy}, micro-lot ${microBatch}, accumulation ${accumulation}`,
  host: (ram, disk) => fr`Hôte : ${ram} de RAM, ${disk} de disque.`,
  columns: { card: "Carte", time: "Durée", cost: "Coût", memory: "Mémoire par carte" },
  chosen: (card) => fr`${card} (retenue)`,
  rocmCell: "ROCm à valider",
  tableTitle: "Autres configurations, même travail",
  noAlternatives: fr`Aucune autre configuration trouvée dans vos limites.`,
  tryMention: fr`Répondez ici avec @gpu-plan : « et en 8k ? », « pourquoi pas la H100 ? ».`,
  tryListen: fr`Répondez ici : « et en 8k ? », « pourquoi pas la H100 ? ».`,
  sources: fr`Sources : `,
  noRate: fr`Taux d'erreur : aucun, rien de comparable n'a été mesuré.`,
  rate: (n, wrong) =>
    fr`Taux d'erreur : sur ${n} exécutions publiées mises de côté (pile connue), ce verdict a été démenti ${wrong} fois.`,
  warnings: {
    "length-above-model-maximum": fr`La longueur dépasse celle pour laquelle le modèle est prévu.`,
    "qlora-on-prequantised": fr`QLoRA sur des poids déjà quantifiés : calculé comme des adaptateurs sur ces poids.`,
    "sharding-on-one-gpu": fr`Le partitionnement ne change rien sur une seule carte.`,
    "no-output-tokens": fr`Aucun jeton de sortie : seule l'entrée est calculée.`,
    "kv-heads-replicated": fr`Plus de processus en parallélisme de tenseurs que de têtes KV : le cache KV est recopié, pas partagé.`,
    "lora-ignored": fr`Les réglages LoRA ne concernent pas cette méthode ; ils sont laissés de côté.`,
    "serving-ignored": fr`Les réglages d'inférence ne concernent pas un entraînement ; ils sont laissés de côté.`,
    "model-reading-chosen": fr`Le nom du modèle a plusieurs lectures ; une a été retenue.`,
    "memory-tight": fr`Le haut de la fourchette de mémoire dépasse ce qu'offre la carte : un pilote tranche avant toute réservation.`,
    "budget-not-verified": fr`Sans prix connu, le plafond n'a pas été vérifié.`,
    "budget-may-be-exceeded": fr`Le haut de la fourchette de coût dépasse le plafond.`,
    "deadline-may-be-missed": fr`Le haut de la fourchette de durée dépasse l'échéance.`,
    "shape-assumed": fr`Seule la taille du modèle est connue : une forme courante est retenue et l'intervalle élargi.`,
  },
} satisfies typeof english;
