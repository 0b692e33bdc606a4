import type { Charted, ChartKind } from "./charting/chart-figures.ts";
import type { Launcher, LaunchFile } from "./launch.ts";
import type { PilotStage } from "./pilot/pilot.ts";

/** An answer with files below its words. */
export type FileAnswer =
  | {
      /** What to run, what it must show, and the kit for it. */
      readonly about: "pilot-plan";
      readonly run: PilotStage;
      readonly launcher: Launcher;
    }
  | { readonly about: "chart"; readonly charted: Charted }
  | {
      readonly about: "launch-file";
      readonly launcher: Launcher;
      /** A tool that no launch file is written for, as it was named. */
      readonly unknown?: string;
      /** Null = the plan recommends nothing that could be launched. */
      readonly file: LaunchFile | null;
    };

/** What is asked for; null = not said which. */
export type FileIntent =
  | { readonly kind: "chart"; readonly chart: ChartKind | null }
  | { readonly kind: "launch-file"; readonly launcher: Launcher | null; readonly unknown?: string };
