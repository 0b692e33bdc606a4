/** An entry of catalog/sources.yaml. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** ISO date the source was read or published. */
  readonly date: string | null;
}

/** How a catalogue value is known. `general` = common knowledge, in no cited source. */
export type FieldEvidence = "read" | "recalled" | "general";

/** Where an answer comes from, strongest first. */
export const evidenceGrades = ["team", "published", "stack", "generic"] as const;
export type EvidenceGrade = (typeof evidenceGrades)[number];

export interface EvidenceLink {
  readonly title: string;
  readonly url: string;
  /** What differs between the linked run and this one, as field names. */
  readonly differs: readonly string[];
}

export interface Evidence {
  readonly grade: EvidenceGrade;
  readonly links: readonly EvidenceLink[];
  /** Of the grade `team`: how many of its own runs, and who posted the newest and when (ISO); null = not known. */
  readonly team?: { readonly runs: number; readonly by: string | null; readonly at: string | null };
}
