import type { SettingsDone } from "../../domain/pilot/team-settings.ts";

/** What a team decides for all of its plans. */
export const settings = {
  title: "Settings of the team",
  changedTitle: "Changed for the whole team",
  threshold: (amount: string) => `Threshold: below ${amount} on one node the stages only advise.`,
  approvers: (names: string) => `A stage is waived by: ${names}; never by the owner of the plan.`,
  anybodyWaives: "A stage is waived by anybody in the channel but the owner of the plan.",
  changed: (who: string | null, date: string) =>
    `Last changed on ${date}${who === null ? "" : ` by ${who}`}.`,
  howTo:
    "To change them: “settings threshold €500”, “settings approvers @ana @bo”, “settings approvers everybody”.",
  form: {
    open: "Change them",
    submit: "Save",
    amount: "Threshold, excluding tax",
    amountHint: "A run that costs less, on one node, may skip the stages: they only advise.",
    currency: "Currency",
    approvers: "Who may waive a stage",
    approversHint: "Nobody named: anybody in the channel. Never the owner of the plan.",
  },
  refusals: {
    "not-admin": "Only an admin of this workspace changes these: nothing was changed.",
    unclear: "I know two settings, the threshold and the approvers: nothing was changed.",
    "impossible-threshold": "That threshold cannot be: it is an amount from 0 to 1,000,000.",
    "too-many": "At most 20 people can be named.",
  } satisfies Record<Exclude<SettingsDone, "shown" | "changed">, string>,
};
