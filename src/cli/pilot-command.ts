import { readPilotFile } from "../app/read-pilot-file.ts";
import type { Language } from "../domain/conversation.ts";
import type { PilotReading, Readings, ReadingWarning } from "../domain/pilot-reading.ts";
import { wording } from "../i18n/messages.ts";
import { acrossFiles } from "../readings/across-files.ts";
import { openInput, type Input } from "./open-input.ts";
import { makeProgress } from "./progress.ts";
import {
  CommandEnd,
  exits,
  languageOf,
  write,
  writeJson,
  writeLine,
  type Exit,
  type Terminal,
} from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface PilotReadOptions {
  readonly json: boolean;
  readonly lang?: string;
}

/** `pilot read FILE…`: what each log or result says, one answer a file; several are also taken together. */
export async function pilotRead(
  files: readonly string[],
  options: PilotReadOptions,
  terminal: Terminal,
): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const read: PilotReading[] = [];
  for (const file of files) {
    const opened = openOrSay(file, terminal, language);
    if ("message" in opened) {
      if (options.json) {
        const error = { code: "unreadable-file", path: file, message: opened.message };
        await writeJson(terminal.stdout, { id: file, error });
      } else await writeLine(terminal.stderr, opened.message);
      continue;
    }
    const reading = await readPilotFile(counted(opened, terminal));
    read.push(reading);
    const { m } = wording(language);
    const warnings = reading.warnings.map(({ code, params }) => ({
      code,
      text: m.readings.warnings[code](params),
    }));
    if (options.json) {
      const { tool, readings } = reading;
      await writeJson(terminal.stdout, { file, tool, readings, warnings });
    } else await write(terminal.stdout, inWords(file, reading, language));
  }
  if (!options.json && read.filter(({ tool }) => tool !== null).length > 1)
    await write(terminal.stdout, togetherInWords(acrossFiles(read), language));
  return read.some(({ tool }) => tool !== null) ? exits.done : exits.unusable;
}

function openOrSay(
  file: string,
  terminal: Terminal,
  language: Language,
): Input | { readonly message: string } {
  try {
    return openInput(file, terminal, language);
  } catch (cause) {
    if (cause instanceof CommandEnd) return { message: cause.message };
    throw cause;
  }
}

async function* counted(input: Input, terminal: Terminal): AsyncGenerator<Buffer | string> {
  const progress = makeProgress(terminal.stderr, input.size);
  try {
    for await (const chunk of input.stream) {
      progress.add(chunk.length);
      yield chunk;
    }
  } finally {
    progress.end();
  }
}

function inWords(file: string, { tool, readings, warnings }: PilotReading, language: Language): string {
  const { m } = wording(language);
  const say = (warning: ReadingWarning): string => `  ! ${m.readings.warnings[warning.code](warning.params)}`;
  const head = tool === null ? file : `${file} · ${tool}`;
  return `${[head, ...figures(readings, language), ...warnings.map(say)].join("\n")}\n`;
}

const togetherInWords = (readings: Readings, language: Language): string =>
  `${[wording(language).m.readings.together, ...figures(readings, language)].join("\n")}\n`;

const inGib = new Set<string>([
  "peakAllocatedGib",
  "peakReservedGib",
  "peakDeviceGib",
  "weightsGib",
  "kvCacheGib",
  "capacityGib",
]);

function figures(readings: Readings, language: Language): readonly string[] {
  const { m, f } = wording(language);
  const { labels, failure } = m.readings;
  return (Object.keys(labels) as (keyof typeof labels)[]).flatMap((key) => {
    const value = readings[key];
    if (value === null) return [];
    const written = ((): string => {
      if (key === "versions")
        return Object.entries(readings.versions ?? {})
          .map((pair) => pair.join(" "))
          .join(", ");
      if (key === "outOfMemory") {
        const size = (gib: number | null | undefined): string =>
          typeof gib === "number" ? f.gib(gib) : f.unknown;
        return failure(size(readings.outOfMemory?.requestedGib), size(readings.outOfMemory?.freeGib));
      }
      if (typeof value === "string") return value;
      if (typeof value !== "number") return f.unknown;
      if (inGib.has(key)) return f.gib(value);
      if (key === "modelFlopsUtilisation") return f.percent(value);
      if (key === "stepSeconds" || key === "runtimeSeconds") return `${f.rough(value)} s`;
      return f.number(value);
    })();
    return [`  ${labels[key]}${cliWords(language).colon} ${written}`];
  });
}
