import type { posting as english } from "../en/posting.ts";
import { fr } from "./typography.ts";

export const posting = {
  howTo: (until) =>
    fr`Pour vous seul : depuis la machine où le kit a tourné, ceci envoie son résultat ici. Une seule fois, jusqu'au ${until} ; quiconque détient le jeton d'accès peut le faire.`,
  unknownToken: fr`Ce jeton d'accès n'est pas l'un des miens. Redemandez le kit dans le fil de son plan.`,
  expired: (until) =>
    fr`Ce jeton d'accès a expiré le ${until}. Redemandez le kit dans le fil de son plan, ou déposez-y le fichier.`,
  planGone: fr`Le plan de ce jeton d'accès n'est plus là, ou il ne vous revient pas d'y envoyer un résultat.`,
  used: (at, verdict) =>
    fr`Ce jeton d'accès a servi le ${at} : ${verdict} Rien ne change ; un autre résultat demande un autre kit.`,
  tooLarge: fr`Le résultat dépasse 1 Mio. Rien n'a été lu ; le jeton d'accès peut encore servir.`,
  notTheKits: fr`Ce n'est pas un résultat du kit de pilote.`,
  onlyPost: fr`Un résultat s'envoie avec POST.`,
  starting: fr`Je démarre. Renvoyez-le dans une minute ; le jeton d'accès peut encore servir.`,
} satisfies typeof english;
