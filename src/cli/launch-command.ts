import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchFileOfPlan } from "../app/launch-file.ts";
import { launchers, type Launcher } from "../domain/launch.ts";
import { words } from "../i18n/messages.ts";
import { openWorld } from "./open-world.ts";
import { readPlan } from "./read-plan.ts";
import { CommandEnd, exits, languageOf, write, writeLine, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface LaunchOptions {
  /** A file with the output of `plan --json`; "-" = standard input. */
  readonly plan: string | undefined;
  readonly launcher: string | undefined;
  /** A folder; without one the file goes to standard output. */
  readonly out?: string;
  readonly lang?: string;
}

/** `launch --plan FILE --launcher NAME`: the plan's job as the file that a launcher takes. */
export async function launchCommand(options: LaunchOptions, terminal: Terminal): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const say = words(language).launch;
  const launcher = launcherOf(options.launcher, language);
  const plan = await readPlan(options.plan, terminal, language);
  const { catalogue } = await openWorld(terminal, language);
  const file = launchFileOfPlan(plan, launcher, { catalogue, language });
  if (file === null) throw new CommandEnd(exits.unusable, say.nothingToLaunch);
  if (options.out === undefined) await write(terminal.stdout, file.text);
  else await writeLine(terminal.stdout, say.written(await written(options.out, file.fileName, file.text)));
  const { colon } = cliWords(language);
  await writeLine(terminal.stderr, `${say.notes.start.replace(/\s*:$/u, colon)} ${file.start}`);
  if (file.open.length > 0)
    await writeLine(terminal.stderr, say.stillOpen(file.open.map((part) => say.open[part]).join(", ")));
  return exits.done;

  async function written(folder: string, name: string, text: string): Promise<string> {
    const path = join(folder, name);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(path, text);
    } catch {
      throw new CommandEnd(exits.unusable, say.cannotWrite(path));
    }
    return path;
  }
}

export function launcherOf(read: string | undefined, language: Parameters<typeof words>[0]): Launcher {
  const known = launchers.find((launcher) => launcher === read?.toLowerCase());
  if (known !== undefined) return known;
  throw new CommandEnd(
    exits.unusable,
    words(language).launch.unknownLauncher(read ?? "", launchers.join(", ")),
  );
}
