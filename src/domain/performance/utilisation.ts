import type { FilledRun } from "../filled-run.ts";
import type { Accelerator } from "../accelerator.ts";
import type { AchievedShare } from "../stack-profile.ts";
import { cardFamily } from "./peaks.ts";
import { practiceOf } from "./practice.ts";

/** Without a calibration file: what the step model leaves out costs a quarter, give or take a third. */
const uncalibrated: AchievedShare = { low: 0.5, likely: 0.75, high: 1.05, rows: 0, sources: 0 };

/** The same likely value, wider on the scale of ratios. */
const widened = ({ low, likely, high, ...counts }: AchievedShare, exponent: number): AchievedShare => ({
  low: likely * (low / likely) ** exponent,
  likely,
  high: likely * (high / likely) ** exponent,
  ...counts,
});

/**
 * Measured rate ÷ rate of the step model that comparable teams reach: 90 % interval and middle, from
 * catalog/calibration/throughput.yaml. Card families without published rows get a wider one.
 */
export function achieved(
  run: Pick<FilledRun, "stack" | "attention" | "profile">,
  card: Pick<Accelerator, "architecture">,
): AchievedShare {
  const calibration = run.profile.throughput;
  if (calibration === undefined) return uncalibrated;
  const share = calibration[practiceOf(run)];
  return calibration.families.includes(cardFamily(card)) ? share : widened(share, calibration.unseen);
}
