import type { AllFindings } from "../finding-figures.ts";
import { environmentFindings } from "./findings/environment.ts";
import { memoryFindings } from "./findings/memory.ts";
import { phaseFindings } from "./findings/phases.ts";
import { seenFindings } from "./findings/seen.ts";

/** What is said of a report, by finding. */
export const findings = {
  title: "Ce que j’en pense",
  reported: (words: string) => `Ailleurs : ${words}`.replace(" :", "\u00A0:"),
  byCode: {
    ...environmentFindings,
    ...memoryFindings,
    ...phaseFindings,
    ...seenFindings,
  } satisfies AllFindings as AllFindings,
};
