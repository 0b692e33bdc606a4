/** What is said at Slack's own edges: sharing, shortcuts, people of other organisations. */
export const edges = {
  outsider: "I answer members of the workspace that installed me; its plans stay inside it.",
  shareTitle: "Share the plan",
  shareChannel: "Channel",
  shareSubmit: "Share",
  shareClose: "Cancel",
  nothingToPlan: "This message has no text to read.",
};
