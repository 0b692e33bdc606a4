import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findAssetsDir } from "./find-assets-dir.ts";
import { fontMetrics } from "./font-metrics.ts";

export const fontFamily = "Source Sans 3";
export type Weight = "normal" | "bold";

export interface Fonts {
  readonly files: readonly string[];
  /** In the unit of `size`. */
  readonly widthOf: (text: string, size: number, weight?: Weight) => number;
}

let known: Fonts | null = null;

/** The two bundled fonts; the machine's own are never used, so that a chart is the same everywhere. */
export function fonts(): Fonts {
  if (known !== null) return known;
  const dir = join(findAssetsDir(), "fonts");
  const files = [join(dir, "SourceSans3-Regular.ttf"), join(dir, "SourceSans3-SemiBold.ttf")] as const;
  const [normal, bold] = [fontMetrics(readFileSync(files[0])), fontMetrics(readFileSync(files[1]))];
  known = {
    files,
    widthOf: (text, size, weight = "normal") => (weight === "bold" ? bold : normal).widthOf(text) * size,
  };
  return known;
}
