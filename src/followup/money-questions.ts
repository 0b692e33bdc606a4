import type { Asked } from "./intents.ts";

/** Questions about time and money that a plan answers with figures of its own. */
export const moneyQuestions: readonly Asked[] = [
  {
    about: "spot",
    wins: true,
    words:
      /(?:\bis|\bare|would|does|do|should)\b[^?]{0,30}\b(?:spot|preemptibles?)\b[^?]{0,24}\b(?:worth|pays?|cheaper|saves?|good idea|makes? sense)|\b(?:spot|preemptibles?)\b[^?]{0,24}\b(?:worth it|cheaper after|pays? off|vaut|rentable|interessant)|vaut-il[^?]{0,24}\bspot\b|(?:how much|combien)[^?]{0,24}(?:save|cost|economis\w*|coute\w*|gagn\w*)[^?]{0,16}\bspot\b|how many interruptions|combien d'interruptions/u, // prettier-ignore
  },
  {
    about: "service",
    wins: true,
    words:
      /(?:how many|combien de|number of|nombre de)\s(?:replicas?|copies|instances?|replicats?|exemplaires?)\b|(?:scale|scaling)[- ]?(?:up|out) (?:delay|time)|how (?:fast|long)[^?]{0,24}scale (?:up|out)|delai (?:de montee en charge|pour ajouter)|(?:replicas?|replicats?|copies)\s*\?+$/u, // prettier-ignore
  },
];
