import type { World } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import type { Launcher, LaunchFile } from "../domain/launch.ts";
import { specOfPilot } from "../domain/pilot/spec-of-pilot.ts";
import type { Plan } from "../domain/plan.ts";
import { jobOfPilot, kitFileName, outFolder, specFileName, type PilotJob } from "../export/job-of-pilot.ts";
import { launchFile } from "../export/launch-file.ts";
import { words } from "../i18n/messages.ts";
import { cardsOf } from "./launch-file.ts";

export interface KitFile {
  readonly name: string;
  readonly text: string;
}

export interface PilotKit {
  readonly files: readonly KitFile[];
  readonly launch: LaunchFile;
}

export interface KitAsked {
  readonly launcher: Launcher;
  readonly run: PilotJob["run"];
  readonly language: Language;
  /** Where the bot takes results over HTTP; null = nowhere. */
  readonly postTo: string | null;
  /** The text of the kit's one Python file. */
  readonly source: string;
}

/** The three lines in a training script. */
const recorder = `from gpu_plan_pilot import Pilot; pilot = Pilot("${specFileName}")
with pilot.step(tokens=batch["input_ids"].numel()):
    ...
pilot.save(write_checkpoint, model=model, optimizer=optimizer, schedule=schedule, data_position=step)`;

/** Makes the result of a run once more, whether it was read or not, and posts it. */
export const collectCommand = (address: string): string =>
  `python3 ${kitFileName} --out ${outFolder} --collect --post ${address}`;

/** Everything that a person needs to run the pilot of a plan: the kit, the run, how to start it, how to read it. */
export function pilotKitOf(plan: Plan, { lookup, catalogue }: World, asked: KitAsked): PilotKit {
  const { launcher, run, language, source, postTo } = asked;
  const spec = specOfPilot(plan, modelOf(plan, lookup), run);
  // The price is of the plan's own machines: another count is rented elsewhere.
  const offer = plan.best !== null && plan.best.gpus === spec.gpus ? plan.best.offer : null;
  const job = jobOfPilot(spec, { launcher, run, offer, cards: cardsOf(offer, catalogue) });
  const { notes } = words(language).launch;
  const launch = launchFile({ ...job, launcher }, (note) => notes[note]);
  const readme = words(language).kit.readme(
    launch.start,
    launch.fileName,
    recorder,
    postTo === null ? null : collectCommand(postTo),
  );
  return {
    launch,
    files: [
      { name: kitFileName, text: source },
      { name: specFileName, text: `${JSON.stringify(spec, null, 2)}\n` },
      { name: launch.fileName, text: launch.text },
      { name: "README.md", text: readme },
    ],
  };
}

function modelOf({ spec }: Plan, lookup: World["lookup"]) {
  if (typeof spec.model !== "string") return null;
  const resolved = lookup.resolveModel(spec.model);
  return resolved.kind === "one" ? (lookup.model(resolved.match.id) ?? null) : null;
}
