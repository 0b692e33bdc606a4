import type { knowledge as english } from "../en/knowledge.ts";
import { fr } from "./typography.ts";

export const knowledge = {
  evidence: {
    measured: "mesuré",
    maintainer: "parole des mainteneurs",
    arithmetic: "calcul",
    catalogue: "catalogue",
    recalled: "de mémoire, non relu",
    unknown: "non tranché",
  },
  known: (how) => fr` (${how})`,
  check: fr`À vérifier : `,
  plan: fr`Votre plan : `,
  article: (title, date) => fr`Article « ${title} », vérifié le ${date}`,
  sources: fr`sources : `,
  noSource: fr`sans autre source que les formules du moteur`,
  read: (date) => fr` (lu le ${date})`,
  recalled: fr` (de mémoire)`,
  next: fr`Ensuite : `,
  cards: {
    perSecond: (figure) => fr`${figure} Go/s`,
    kib: (figure) => fr`${figure} Kio`,
    tflops: (figure) => fr`${figure} TFLOP/s`,
    others: (n) => fr`${n} autres`,
  },
} satisfies typeof english;
