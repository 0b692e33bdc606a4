import type { AllFindings } from "../finding-figures.ts";
import { environmentFindings } from "./findings/environment.ts";
import { memoryFindings } from "./findings/memory.ts";
import { phaseFindings } from "./findings/phases.ts";
import { seenFindings } from "./findings/seen.ts";

/** What is said of a report, by finding. */
export const findings = {
  title: "What I make of it",
  reported: (words: string) => `Elsewhere: ${words}`,
  byCode: {
    ...environmentFindings,
    ...memoryFindings,
    ...phaseFindings,
    ...seenFindings,
  } satisfies AllFindings as AllFindings,
};
