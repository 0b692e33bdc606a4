/** Why a file that somebody dropped cannot be read. */
export const fileFaults = [
  "no-scope", "other-organisation", "elsewhere", "gone", "too-large", "not-text", "unreachable",
] as const; // prettier-ignore
export type FileFault = (typeof fileFaults)[number];
