import type { problems as english } from "../en/problems.ts";
import { fr } from "./typography.ts";

export const problems = {
  title: fr`Je n'ai pas pu utiliser ceci :`,
  byCode: {
    "unknown-model": (_field, read) => fr`Je ne connais pas le modèle ${read}.`,
    "ambiguous-model": (_field, read) =>
      fr`${read} désigne plusieurs modèles : donner le nom complet de celui que vous voulez dire.`,
    "unknown-accelerator": (_field, read) => fr`Je ne connais pas la carte ${read}.`,
    "ambiguous-accelerator": (_field, read) => fr`${read} désigne plusieurs cartes.`,
    "unknown-value": (field, read) => fr`${field} : je ne connais pas la valeur ${read}.`,
    "wrong-type": (field, read) => fr`${field} : ${read} n'est pas du genre attendu.`,
    "out-of-range": (field, read) => fr`${field} : ${read} est hors des bornes.`,
    "conflicting-fields": (field, read) => fr`${field} : ${read} contredit un autre réglage.`,
    "impossible-shape": (field, read) => fr`${field} : ${read} ne peut pas se répartir sur ce modèle.`,
    "missing-field": (field) => fr`Il manque : ${field}.`,
    "unknown-key": (field, read) => fr`${field} : je ne connais pas le champ ${read}.`,
    "invalid-json": (_field, read) => fr`Ce n'est pas du JSON valide : ${read}.`,
    "text-too-long": () => fr`Ce texte est trop long.`,
    "unknown-currency": (_field, read) => fr`Je ne connais pas la devise ${read}.`,
    "nothing-understood": (_field, read) => fr`Je n'ai rien compris à ${read}.`,
  },
  nearest: (list) => fr`Au plus proche : ${list}.`,
  allowed: (list) => fr`Permis : ${list}.`,
  between: (low, high) => fr`Permis : de ${low} à ${high}.`,
  with: (field) => fr`Voir aussi : ${field}.`,
  types: {
    number: "un nombre",
    boolean: "oui ou non",
    string: "un mot",
    array: "une liste",
    object: "un groupe de réglages",
    integer: "un nombre entier",
  },
  nothing: "votre message",
  example: fr`Par exemple : « llama 3.1 8b lora, 4k, micro-lot 2, 200 M de jetons, moins de 300 € ».`,
} satisfies typeof english;
