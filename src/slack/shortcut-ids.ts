/** Callback ids of the shortcuts in the manifest. */
export const shortcutIds = {
  form: "gp_shortcut_form",
  message: "gp_shortcut_message",
  pilot: "gp_shortcut_pilot",
} as const;
