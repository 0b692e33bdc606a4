import type { questions as english } from "../en/questions.ts";
import { fr } from "./typography.ts";

export const questions = {
  byField: {
    model: fr`Quel modèle ?`,
    method: fr`Fine-tuning complet, LoRA ou inférence ?`,
    accelerator: fr`Laquelle de ces cartes ?`,
    gpus: fr`Combien de cartes au total ?`,
    sequenceLength: fr`Quelle longueur de séquence ?`,
    microBatch: fr`Quel micro-lot ?`,
    data: fr`Quelle quantité de données ?`,
    "data.tokens": fr`Sur combien de jetons ?`,
    "data.samples": fr`Combien d'exemples ?`,
    "data.epochs": fr`Au total ou par époque ?`,
    "data.longestSample": fr`Longueur de l'exemple le plus long ?`,
    "data.tokensPerSample": fr`Combien de jetons par exemple ?`,
    "limits.budget": fr`Y a-t-il un plafond ?`,
    "limits.budget.tax": fr`Plafond HT ou TTC ?`,
    "limits.deadlineHours": fr`Y a-t-il une échéance ?`,
    "limits.regions": fr`Quelles régions sont permises ?`,
    "limits.spot": fr`Le spot (interruptible) est-il permis ?`,
    stack: fr`Quelle pile logicielle ?`,
    "serving.concurrency": fr`Combien de requêtes simultanées ?`,
    "serving.promptTokens": fr`Longueur des entrées ?`,
    "serving.outputTokens": fr`Longueur des réponses ?`,
  },
  generic: (label) => fr`Quelle valeur pour « ${label} » ?`,
  effect: (label, effect) => fr`${label} : ${effect}`,
  keeps: "ne change rien",
  becomes: (facts) => facts,
  title: fr`Une réponse suffit à trancher :`,
} satisfies typeof english;
