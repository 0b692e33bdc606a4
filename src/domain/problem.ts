/** Input we cannot use: the field, what was read, what is allowed. Words are made in i18n. */
export const problemCodes = [
  "unknown-model", "ambiguous-model", "unknown-accelerator", "ambiguous-accelerator", "unknown-value", "wrong-type", "out-of-range", "below-one",
  "conflicting-fields", "impossible-shape", "missing-field", "unknown-key", "invalid-json", "cut-off", "text-too-long",
  "unknown-currency", "nothing-understood", "not-finite", "closed-model",
] as const; // prettier-ignore
export type ProblemCode = (typeof problemCodes)[number];

export interface Problem {
  readonly code: ProblemCode;
  /** Dotted path of the field. */
  readonly path: string;
  /** What was read, shortened. */
  readonly read: string;
  readonly allowed?: readonly string[];
  readonly nearest?: readonly string[];
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Why two settings exclude each other, where the fields alone do not say it. */
export type ConflictReason =
  | "deep-zero-with-stages"
  | "step-in-backward-accumulates"
  | "optimizer-steps-in-backward"
  | "serving-stack"
  | "pieces-without-stages"
  | "needs-generation"
  | "pretrains-text";
