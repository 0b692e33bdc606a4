import { pilotResultSchema } from "../contract/pilot-result-schema.ts";
import type { World } from "../domain/catalogue.ts";
import { judge, type JudgeContext } from "../domain/pilot/judge.ts";
import type { KitResult, PilotEvidence, PilotVerdict } from "../domain/pilot/pilot.ts";
import type { Plan } from "../domain/plan.ts";
import { acrossFiles } from "../readings/across-files.ts";
import { readPilotFile } from "./read-pilot-file.ts";

/** A kit's result is small; anything longer is a log. */
const mostKitBytes = 1 << 20;

function kitResult(text: string): KitResult | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const read = pilotResultSchema.safeParse(JSON.parse(text));
    return read.success ? (read.data as KitResult) : null;
  } catch {
    return null;
  }
}

/** One file as evidence: its readings, and the kit's own document where it is one. */
export async function readEvidence(
  name: string,
  source: AsyncIterable<Uint8Array | string>,
): Promise<PilotEvidence> {
  const decoder = new TextDecoder();
  let head = "";
  async function* copied(): AsyncGenerator<Uint8Array | string> {
    for await (const chunk of source) {
      if (head.length <= mostKitBytes)
        head += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      yield chunk;
    }
  }
  const reading = await readPilotFile(copied());
  return { name, reading, result: head.length > mostKitBytes ? null : kitResult(head) };
}

const order = ["one-gpu-pilot", "scaling-step", "restore-proof"] as const;

/** Files of the smallest group and of all cards may come together: what is judged first is the baseline of what follows. */
export function judgeFiles(
  plan: Plan,
  files: readonly PilotEvidence[],
  world: World,
  context: JudgeContext = {},
): PilotVerdict {
  const stages = order.filter((stage) => files.some(({ result }) => result?.run === stage));
  const verdictOn = (own: readonly PilotEvidence[], baseline: PilotVerdict | null): PilotVerdict =>
    judge(plan, { files: own, together: acrossFiles(own.map(({ reading }) => reading)) }, world, {
      ...context,
      baseline,
    });
  if (stages.length < 2) return verdictOn(files, context.baseline ?? null);
  const [first, ...rest] = stages.map((stage) =>
    files.filter(({ result }) => result === null || result.run === stage),
  );
  return rest.reduce(
    (baseline, own) => verdictOn(own, baseline),
    verdictOn(first ?? [], context.baseline ?? null),
  );
}
