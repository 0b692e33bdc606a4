import type { edges as english } from "../en/edges.ts";
import { fr } from "./typography.ts";

export const edges = {
  outsider: fr`Je réponds aux membres de l'espace de travail qui m'a installé ; ses plans n'en sortent pas.`,
  shareTitle: fr`Partager le plan`,
  shareChannel: fr`Canal`,
  shareSubmit: fr`Partager`,
  shareClose: fr`Annuler`,
  nothingToPlan: fr`Ce message n'a pas de texte à lire.`,
} satisfies typeof english;
