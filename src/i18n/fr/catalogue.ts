import type { catalogue as english } from "../en/catalogue.ts";
import { fr } from "./typography.ts";

export const catalogue = {
  title: (query) => (query === "" ? "Au catalogue" : fr`Au catalogue pour « ${query} »`),
  cards: fr`Cartes :`,
  models: fr`Modèles :`,
  columns: { card: "Carte", memory: "Mémoire à la vente", platform: "Plateforme", peak: "BF16 dense" },
  tflops: (n) => fr`${n} TFLOP/s`,
  model: (name, parameters) => fr`${name}, ${parameters}`,
  nothing: (query) => fr`Rien au catalogue pour « ${query} ». Un identifiant Hugging Face marche aussi.`,
  empty: fr`Le catalogue est vide.`,
} satisfies typeof english;
