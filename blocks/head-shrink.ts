/** Which row gives way first and comes back last; a row named again goes to its next shorter form. */
export const shrinkOrder = [
  "evidence", "evidence", "note", "date", "faster", "faster", "title", "reason", "check", "reason", "faster", "check",
  "stage", "lever", "title", "stage", "billed", "memory", "money", "money", "against", "title", "premise", "advice", "stage",
] as const; // prettier-ignore

/** Rows that give way before the run does. */
const shrinkFirst = shrinkOrder.filter(
  (name) => name !== "title" && name !== "money" && name !== "premise" && name !== "advice",
);
/** An edited head has to show what it was edited to: its title keeps the run as long as anything else can go. */
export const shrinkEdited = [
  ...shrinkFirst,
  ...shrinkFirst,
  "money",
  "money",
  ...shrinkFirst,
  "title",
  "title",
  "premise",
  "advice",
] as const;
