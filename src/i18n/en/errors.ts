/** What is said when something on our side or on Slack's fails; never a stack trace. */
export const errors = {
  internal: (id: string) => `Something broke on our side; nothing you wrote is lost. Reference: ${id}.`,
  tooSlow: "This takes longer than it should. The answer will come here.",
  retryLater: "Slack or a source does not answer. Please try again in a minute.",
  notInChannel: "I cannot post there: invite me with /invite @gpu-plan.",
  privateDm: "The plan is in our direct message, visible to you only.",
  conflict:
    "Somebody changed the plan at the same moment. Here is the newest revision; say it again if it still applies.",
  stale: "This button belongs to an older revision of the plan.",
  planGone: "This plan no longer exists.",
  commandInThread: "Commands do not work in threads: write the same words after @gpu-plan.",
  notOwner: "Only the owner and the editors can do that.",
  hubUnreachable:
    "The model hub does not answer. Give the size or the shape of the model, or a name of the catalogue.",
  formClosed: "The form took too long to open. Open it again:",
  silenced: "I stay silent in this thread. Write “resume” to me to take it up again.",
  resumed: "I follow this thread again.",
  languageSet: "From now on in English.",
  notYet: "I cannot do this yet.",
};
