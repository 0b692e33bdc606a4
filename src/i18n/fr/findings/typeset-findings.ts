import type { FindingCode } from "../../../domain/finding.ts";
import type { FindingWords } from "../../finding-figures.ts";
import { typeset } from "../typography.ts";

/** Sentences with their figures in, typeset as French wants it. */
export const typesetFindings = <Code extends FindingCode>(
  said: Readonly<Record<Code, FindingWords>>,
): Readonly<Record<Code, FindingWords>> =>
  Object.fromEntries(
    Object.entries<FindingWords>(said).map(([code, lines]) => [
      code,
      lines.map(
        (line): FindingWords[number] =>
          (p) =>
            typeset(line(p)),
      ),
    ]),
  ) as unknown as Readonly<Record<Code, FindingWords>>;
