/** What Slack refuses beyond; docs.slack.dev/reference/block-kit unless the comment says otherwise. */
export const limits = {
  messageBlocks: 50,
  viewBlocks: 100,
  sectionText: 3000,
  headerText: 150,
  contextElements: 10,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2000,
  optionText: 75,
  optionValue: 75,
  options: 100,
  overflowOptions: 5,
  placeholder: 150,
  label: 2000,
  hint: 2000,
  actionId: 255,
  blockId: 255,
  modalTitle: 24,
  privateMetadata: 3000,
  tableRows: 100,
  tableColumns: 20,
  /** Of all cells of a message together; seen in two published clients, not in the reference. */
  tableText: 10_000,
  /** Undocumented ceiling near 13,200 for all blocks of a message: github.com/slackapi/bolt-js/issues/2509. */
  messageText: 12_000,
  /** Ours: the notification that a phone shows in full. */
  notification: 149,
  /** Ours: lines of a head message on a phone. */
  headLines: 8,
} as const;
