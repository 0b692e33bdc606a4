import { writeFile } from "node:fs/promises";
import { pictureOf, voiceFor } from "../../blocks/chart.ts";
import { scene } from "../../blocks/view.ts";
import { chartKinds, type ChartKind } from "../domain/charting/chart-figures.ts";
import { chartOfPlan } from "../domain/charting/chart-of-plan.ts";
import { languages, type Language } from "../domain/conversation.ts";
import type { Plan } from "../domain/plan.ts";
import { altText } from "../i18n/chart-words.ts";
import { words } from "../i18n/messages.ts";
import { openWorld } from "./open-world.ts";
import { readPlan } from "./read-plan.ts";
import { CommandEnd, exits, languageOf, writeLine, type Exit, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface ChartOptions {
  readonly kind: string;
  /** A file with the output of `plan --json`; "-" = standard input. */
  readonly plan: string | undefined;
  /** The picture's file. */
  readonly out: string;
  readonly lang?: string;
}

/** Without case and accents, as terminals are typed into. */
const folded = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const hour = 3_600_000;

/** `chart memory --plan FILE --out FILE.png`: the picture into the file, the same figures in words on the terminal. */
export async function chartCommand(options: ChartOptions, terminal: Terminal): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const kind = kindOf(options.kind, language);
  const plan = await readPlan(options.plan, terminal, language);
  const { figures, missing } = chartOfPlan(plan, kind, startNow(plan));
  if (missing !== null) throw new CommandEnd(exits.unusable, words(language).charts.gaps[missing]);
  const { lookup } = await openWorld(terminal, language);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const s = scene(language, { lookup, showAmounts: true, followUps: "listen", timeZone });
  const { drawPicture } = await import("../charts/draw-picture.ts");
  const png = await drawPicture(pictureOf(figures, s));
  try {
    await writeFile(options.out, png);
  } catch {
    throw new CommandEnd(exits.unusable, words(language).launch.cannotWrite(options.out));
  }
  await writeLine(terminal.stdout, altText(figures, voiceFor(figures, s)));
  await writeLine(terminal.stderr, words(language).launch.written(options.out));
  return exits.done;
}

function startNow({ spec }: Plan): Parameters<typeof chartOfPlan>[2] {
  const now = Date.now();
  const hours = spec.limits?.deadlineHours;
  const deadlineAt = hours === undefined ? null : new Date(now + hours * hour).toISOString();
  return { at: new Date(now).toISOString(), reserved: false, deadlineAt };
}

function kindOf(read: string, language: Language): ChartKind {
  const typed = folded(read);
  const kind = chartKinds.find((one) => languages.some((l) => folded(cliWords(l).charts[one]) === typed));
  if (kind !== undefined) return kind;
  const { charts, unknownChart } = cliWords(language);
  throw new CommandEnd(exits.unusable, unknownChart(read, chartKinds.map((one) => charts[one]).join(", ")));
}
