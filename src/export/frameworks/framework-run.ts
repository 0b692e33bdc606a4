import type { Candidate } from "../../domain/plan.ts";
import type { RunSpec } from "../../domain/run-spec.ts";
import type { LaunchRequest, Word } from "../launch-request.ts";

/** One run on one candidate; `model: null` = the person names it at the start. */
export interface FrameworkRun {
  readonly spec: RunSpec;
  readonly candidate: Candidate;
  readonly model: string | null;
  readonly rocm: boolean;
}

export type FrameworkJob = Pick<
  LaunchRequest,
  "image" | "setup" | "files" | "steps" | "variables" | "port" | "notes" | "keeps"
>;

/** The model as a word of a command. */
export const modelWord = ({ model }: FrameworkRun): Word => model ?? { shell: '"$MODEL"' };

/** `flag=value` as one word: a value that begins with a dash stays a value. */
export const option = (flag: string, value: string | number | boolean): string =>
  `${flag}=${typeof value === "boolean" ? (value ? "True" : "False") : value}`;

export const modelOption = (flag: string, { model }: FrameworkRun): Word =>
  model === null ? { shell: `${flag}="$MODEL"` } : option(flag, model);

/** A package at the version that was planned with; without one, the current release. */
export const installed = (name: string, { spec }: FrameworkRun): readonly string[] => [
  "pip",
  "install",
  /^[\w.+!-]+$/u.test(spec.stackVersion ?? "") ? `${name}==${spec.stackVersion ?? ""}` : name,
];

export const trainingImage = (run: FrameworkRun): string =>
  run.rocm ? "docker.io/rocm/pytorch" : "docker.io/pytorch/pytorch";
