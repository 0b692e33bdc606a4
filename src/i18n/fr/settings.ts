import type { settings as english } from "../en/settings.ts";
import { fr } from "./typography.ts";

export const settings = {
  title: "Réglages de l’équipe",
  changedTitle: "Changé pour toute l’équipe",
  threshold: (amount) =>
    fr`Seuil : en dessous de ${amount} sur un seul nœud, les étapes sont seulement conseillées.`,
  approvers: (names) => fr`Peuvent déroger à une étape : ${names} ; jamais la personne responsable du plan.`,
  anybodyWaives: fr`Peut déroger à une étape : toute personne du canal, sauf la personne responsable du plan.`,
  changed: (who, date) => fr`Dernier changement le ${date}${who === null ? "" : `, par ${who}`}.`,
  howTo: fr`Pour les changer : « réglages seuil 500 € », « réglages approbateurs @ana @bo », « réglages approbateurs tout le monde ».`,
  form: {
    open: "Les changer",
    submit: "Enregistrer",
    amount: "Seuil, hors taxes",
    amountHint: fr`Une exécution qui coûte moins, sur un seul nœud, peut se passer des étapes : elles sont seulement conseillées.`,
    currency: "Devise",
    approvers: "Qui peut déroger à une étape",
    approversHint: fr`Personne de nommé : toute personne du canal. Jamais la personne responsable du plan.`,
  },
  refusals: {
    "not-admin": fr`Seule l’administration de cet espace de travail les change : rien n’a changé.`,
    unclear: fr`Je connais deux réglages, le seuil et les approbateurs : rien n’a changé.`,
    "impossible-threshold": fr`Ce seuil n’est pas possible : c’est un montant de 0 à 1 000 000.`,
    "too-many": "Vingt personnes au plus peuvent être nommées.",
  },
} satisfies typeof english;
