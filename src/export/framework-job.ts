import type { StackName } from "../domain/run-spec.ts";
import { acceleratedJob } from "./frameworks/accelerated.ts";
import { configJobs } from "./frameworks/by-config.ts";
import type { FrameworkJob, FrameworkRun } from "./frameworks/framework-run.ts";
import { servingJob } from "./frameworks/serving.ts";
import { torchrunJob } from "./frameworks/torchrun.ts";

/** The framework's own command for the run; a framework without one known here starts a script under torchrun. */
export function frameworkJob(run: FrameworkRun): FrameworkJob {
  const stack: StackName = run.spec.stack ?? "generic";
  if (run.spec.method === "inference") return servingJob(run, stack);
  const byConfig = configJobs[stack];
  if (byConfig !== undefined) return byConfig(run);
  if (stack === "trl" || stack === "hf-trainer" || stack === "unsloth" || stack === "fms-acceleration")
    return acceleratedJob(run, stack);
  return torchrunJob(run, stack);
}
