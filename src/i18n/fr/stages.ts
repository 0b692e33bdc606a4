import type { stages as english } from "../en/stages.ts";
import { fr } from "./typography.ts";

export const stages = {
  names: {
    budget: "budget mémoire",
    "one-gpu-pilot": "pilote sur une carte",
    "scaling-step": "passage à l’échelle",
    "restore-proof": "preuve de reprise",
    reserve: "réserver la durée",
  },
  states: {
    done: "fait",
    next: "à faire maintenant",
    shut: "pas encore",
    "not-needed": "inutile ici",
    advised: "conseillé",
  },
  line: (stages) => fr`Étapes : ${stages}`,
  one: (n, name, state) => fr`${n}/5 ${name} : ${state}`,
  restoreNotProven: "reprise non prouvée",
  window: (total, parts) => fr`Fenêtre de location ${total} : ${parts}.`,
  windowTotal: (total) => fr`Fenêtre de location : ${total}.`,
  parts: {
    "start-up": "démarrage",
    load: "chargement",
    "warm-up": "échauffement",
    steps: "pas d’entraînement",
    evaluation: "validation",
    checkpoints: "points de contrôle",
    "restore-proof": "preuve de reprise",
    "export-upload": "export et envoi",
    "billing-unit": "minimum facturé",
    slack: "marge",
  },
  artefactsOut: (time) => fr`Sortir les fichiers de la machine avant l'heure ${time}.`,
  pilot: (what) => fr`Pilote : ${what}.`,
} satisfies typeof english;
