import type { errors as english } from "../en/errors.ts";
import { fr } from "./typography.ts";

export const errors = {
  internal: (id) =>
    fr`Quelque chose a cassé de notre côté ; rien de ce que vous avez écrit n'est perdu. Référence : ${id}.`,
  tooSlow: fr`C'est plus long que prévu. La réponse viendra ici.`,
  retryLater: fr`Slack ou une source ne répond pas. Réessayez dans une minute.`,
  notInChannel: fr`Je ne peux pas publier là : invitez-moi avec /invite @gpu-plan.`,
  privateDm: fr`Le plan est dans notre message direct, visible de vous seul.`,
  conflict: fr`Une autre personne a modifié le plan au même moment. Voici la dernière révision ; redites-le si cela vaut toujours.`,
  stale: fr`Ce bouton appartient à une révision plus ancienne du plan.`,
  planGone: fr`Ce plan n'existe plus.`,
  commandInThread: fr`Les commandes ne marchent pas dans les fils : écrivez les mêmes mots après @gpu-plan.`,
  notOwner: fr`Seuls le responsable du plan et les personnes autorisées peuvent le faire.`,
  hubUnreachable: fr`Le hub de modèles ne répond pas. Indiquez la taille ou la forme du modèle, ou un nom du catalogue.`,
  formClosed: fr`Le formulaire a mis trop de temps à s'ouvrir. À rouvrir :`,
  silenced: fr`Je reste silencieux dans ce fil. Écrivez-moi « reprendre » pour que je le suive de nouveau.`,
  resumed: fr`Je suis de nouveau ce fil.`,
  languageSet: fr`Désormais en français.`,
  notYet: fr`Je ne sais pas encore le faire.`,
} satisfies typeof english;
