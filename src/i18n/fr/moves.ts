import type { moves as english } from "../en/moves.ts";
import { fr } from "./typography.ts";

export const moves = {
  waived: (stage) => fr`Dérogation écrite : ${stage}.`,
  waivedReason: (reason) => fr`Motif : « ${reason} »`,
  waivedBy: "Elle ne vaut que pour cette configuration, et tombe dès que celle-ci change.",
  reserved: fr`Prêt à réserver :`,
  sheet: {
    configuration: "Configuration",
    cost: "Coût",
    window: "Fenêtre",
    options: "À ajouter",
    finished: "Terminé d’ici là",
    launch: "Fichier de lancement",
  },
  options: fr`stockage des points de contrôle et des résultats, envoi de ce qui doit rester ; demandez-en les prix au fournisseur`,
  finishedBy: (what, by) => fr`${what}, et tout hors de la machine au plus tard ${by} h après le début`,
  wholeRun: "toute l’exécution",
  cannotStop: fr`Je ne peux pas arrêter une location : qui démarre les machines les rend.`,
  closeWith: fr`Quand c’est terminé, écrivez ici « clôture : 31 h, 412 €, 1 incident ».`,
  launchWith: fr`écrivez ici « fichier de lancement slurm », ou gpu-plan launch dans le terminal (aussi pour SkyPilot, dstack, Kubernetes ou un simple shell)`,
  closed: fr`Clôture : prévu et payé.`,
  closedAgain: fr`Clôture rectifiée : prévu et payé.`,
  learnt: (list) =>
    fr`Appris pour les prochains plans avec ce framework, cette famille de modèles et cette carte : ${list}.`,
  learntNothing: fr`Comme prévu : les heures ne corrigent rien, elles rendent les prochains plans plus sûrs.`,
  silent: {
    "no-pace": null,
    incidents: fr`Des heures avec incident ne disent rien de la vitesse : rien n’en a été appris.`,
    implausible: fr`C’est plus de deux fois plus vite ou plus lent que prévu : sans doute pas toute l’exécution, ou pas elle seule. Rien n’a été appris de ces heures.`,
  },
  addLater: fr`La facture peut suivre, et une erreur se rectifier : de nouveau « clôture : 31 h, 412 € ».`,
  hours: (actual, planned, range) => fr`Heures : ${actual} payées, ${planned} prévues (${range}).`,
  ratioTotal: (ratio) => fr`Payé : × ${ratio} par rapport au plan.`,
  ratioPrice: (ratio) => fr`Prix horaire : × ${ratio} par rapport au plan.`,
  price: {
    compared: (paid, planned) => fr`Prix par heure-carte : ${paid} payés, ${planned} prévus.`,
    untaxed: (percent) => fr`La taxe de ${percent} % a été retirée.`,
    whole: fr`Toute la facture est dans ce prix, stockage et trafic compris s’ils y figurent : « clôture : dont 30 € de stockage » les retire.`,
    kept: (card, provider, tier) =>
      fr`Retenu comme ce que votre équipe paie pour ${card}, ${provider}, ${tier} : ses prochains plans en tiennent compte, et le disent.`,
    next: (before, after) =>
      fr`Cette exécution, replanifiée avec ce qui a été appris : ${before} → ${after}.`,
    nextChoice: (configuration) => fr`Le choix serait alors ${configuration}.`,
    silent: {
      "no-invoice": null,
      "no-offer": fr`Le plan ne repose sur aucune offre chiffrée à comparer à la facture : aucun prix n’a été appris.`,
      credits: fr`Une facture à zéro ne dit rien du prix : aucun prix n’a été appris.`,
      "as-planned": fr`Le prix était celui du catalogue : il ne corrige rien.`,
      "private-plan": fr`Ce plan est privé : le prix reste pour vous et n'est pas retenu pour l'équipe.`,
    },
    miss: (paid, planned) => fr`${paid} par heure-carte, pour ${planned} prévus`,
  },
  incidents: (n) => (n === 0 ? "Aucun incident." : n === 1 ? "Un incident." : fr`${n} incidents.`),
  refusals: {
    "no-plan": () => "Il n’y a pas de plan ici. Écrivez-le dans le fil de son plan.",
    "nothing-sized": () =>
      fr`Ce plan ne nomme aucune configuration qui porte l’exécution : il n’y a rien à prouver, à lever ni à réserver. « On loue quoi alors ? » donne ce qui la porte.`,
    "own-waiver": (stage) =>
      fr`${stage === null ? "À une étape" : fr`À l’étape « ${stage} »`}, le responsable du plan ne peut pas déroger : elle protège sa propre exécution, quelqu’un d’autre doit en répondre. Toute autre personne du canal le peut, ou celles que l’équipe a nommées.`,
    "no-approver": (stage) =>
      fr`Déroger ${stage === null ? "à une étape" : fr`à l’étape « ${stage} »`} revient à celles et ceux que l’équipe a nommés dans ses réglages, et vous n’en êtes pas.`,
    "no-reason": (stage) =>
      fr`Une dérogation se motive par écrit : « dérogation à l’étape ${stage ?? "passage à l’échelle"} : mesuré la semaine dernière sur le même nœud ».`,
    "no-stage": () => "Il ne reste aucune étape à laquelle déroger.",
    "not-waivable": () =>
      fr`On ne déroge pas à cela : seules les preuves s’y prêtent (pilote sur une carte, passage à l’échelle, preuve de reprise). Le budget mémoire est un calcul, réserver et clore sont des actes.`,
    "spot-restore": (stage) =>
      fr`En spot, personne ne déroge à l’étape « ${stage ?? "preuve de reprise"} » : le fournisseur reprendra la machine, et une exécution qui ne peut pas revenir perd tout ce qu’elle a coûté. Prouvez-la, ou planifiez sans spot.`,
    "stage-done": (stage) =>
      fr`L’étape « ${stage ?? "demandée"} » est faite : il n’y reste rien à quoi déroger.`,
    "stage-not-needed": (stage) =>
      fr`L’étape « ${stage ?? "demandée"} » n’est pas nécessaire ici : il n’y a rien à quoi déroger.`,
    "already-done": () => fr`C’était déjà fait : rien n’a changé.`,
    "stages-open": () =>
      fr`Pas encore : les étapes précédentes viennent d’abord. Un pilote les prouve, ou une dérogation écrite y supplée.`,
    "not-owner": () => "C’est au responsable du plan de le faire.",
    "not-reserved": () => "Rien n’est encore réservé pour ce plan.",
    "no-hours": () => fr`Combien d’heures de location ? « clôture : 31 h, 412 €, 1 incident ».`,
    "impossible-hours": () => fr`Ce nombre d’heures est impossible : plus de 0, au plus 100 000.`,
    "hours-beyond-window": () =>
      fr`C’est plus de dix fois la plus longue fenêtre prévue pour cette exécution : ce ne peut pas être elle seule. Rien n’a changé ; vérifiez les heures.`,
    "impossible-price": (price) =>
      fr`Les heures et la facture ne peuvent pas être d’une même location de ce plan : ${price ?? "le prix horaire est bien trop loin"}. Rien n’a changé : vérifiez les deux, et écrivez-les dans un même message.`,
    "tax-included": () =>
      fr`Le montant est TTC, et je ne retire pas de taxe sans son taux : « clôture : 31 h, 494 € TTC, TVA 20 % », ou le montant HT. Rien n’a changé.`,
    "impossible-invoice": () =>
      fr`Cette facture est impossible : c’est une somme, qui n’est pas négative et dépasse ce qu’elle compte de stockage ou de trafic.`,
    "closed-already": () => fr`Il est déjà clos avec ces chiffres mêmes : rien n’a changé.`,
  },
  open: (stages) => fr`Restent : ${stages}.`,
} satisfies typeof english;
