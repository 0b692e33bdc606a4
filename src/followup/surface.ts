/** What people type for one value of one field; spaces also match hyphens, underscores or nothing. */
export interface SurfaceForm {
  readonly forms: readonly string[];
  readonly states: Readonly<Record<string, unknown>>;
}

export interface Lexicon {
  readonly forms: readonly SurfaceForm[];
  /** Words that carry no fact: they count as read. */
  readonly noise: readonly string[];
  /** Words that betray the language. */
  readonly telling: readonly string[];
}
