import type { Language } from "../domain/conversation.ts";

/** What only this edge says; everything about plans comes from the shared words. */
export interface EdgeWords {
  readonly outsider: string;
  readonly shareTitle: string;
  readonly shareChannel: string;
  readonly shareSubmit: string;
  readonly shareClose: string;
  readonly sharePrivate: string;
  readonly nothingToPlan: string;
}

const en: EdgeWords = {
  outsider: "I answer members of the workspace that installed me; its plans stay inside it.",
  shareTitle: "Share the plan",
  shareChannel: "Channel",
  shareSubmit: "Share",
  shareClose: "Cancel",
  sharePrivate: "I cannot post there: invite me first with /invite @gpu-plan.",
  nothingToPlan: "This message has no text to read.",
};

const fr: EdgeWords = {
  outsider: "Je réponds aux membres de l’espace de travail qui m’a installé ; ses plans n’en sortent pas.",
  shareTitle: "Partager le plan",
  shareChannel: "Canal",
  shareSubmit: "Partager",
  shareClose: "Annuler",
  sharePrivate: "Je ne peux pas publier là : invitez-moi d’abord avec /invite @gpu-plan.",
  nothingToPlan: "Ce message n’a pas de texte à lire.",
};

const words = { en, fr } satisfies Record<Language, EdgeWords>;
export const edgeWords = (language: Language): EdgeWords => words[language];
