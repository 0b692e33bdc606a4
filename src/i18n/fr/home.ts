import type { home as english } from "../en/home.ts";
import { fr } from "./typography.ts";

export const home = {
  title: "Plans",
  mine: "Mes plans",
  team: fr`Les plans de l'équipe`,
  noneMine: fr`Pas encore de plan. Commencez par le formulaire, ou décrivez le travail en message direct.`,
  noneTeam: fr`Pas encore de plan partagé.`,
  plan: (model, method, revision) => fr`${model} · ${method} · rév. ${revision}`,
  stage: (stage) => fr`étape : ${stage}`,
  waits: (who) => fr`attend ${who}`,
  updated: (at) => fr`modifié ${at}`,
  newPlan: "Nouveau plan",
  archived: "archivé",
  mineTitle: (n) => (n === 1 ? fr`Votre plan :` : fr`Vos ${n} derniers plans :`),
} satisfies typeof english;
