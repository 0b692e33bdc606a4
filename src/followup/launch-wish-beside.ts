import type { FileBeside } from "../domain/conversation.ts";
import { fileWish } from "./file-wish.ts";
import { fold } from "./normalize.ts";
import { matches } from "./prefilter.ts";

/** What a launch file is called by. */
const named =
  /(?<!\w)(?:slurm|sbatch|skypilot|dstack|kubernetes|k8s|launch|lanc\w+|manifeste?s?|yaml)(?!\w)/u;
const border =
  /[,;.!?\n]+\s*|(?<!\w)(?:and|then|also|plus|with|et|puis|aussi|avec)(?!\w)\s*(?:also\s|then\s|aussi\s|ensuite\s)?/gu;

/** How far a wish reaches around the name of its tool, and the longest message in which one is looked for. [characters] */
const reach = 120;
const longest = 4000;

export interface LaunchWish {
  /** The message without the wish; positions stay. */
  readonly rest: string;
  readonly asked: FileBeside;
}

/** "…, 2 epochs and give me the slurm script": a run, and a file of it in the same breath. */
export function launchWishBeside(text: string): LaunchWish | null {
  const folded = fold(text);
  if (folded.length !== text.length || folded.length > longest || !matches(named, folded)) return null;
  const at = named.exec(folded)?.index ?? 0;
  const borders = [...folded.matchAll(border)].filter(({ index }) => Math.abs(index - at) <= reach);
  for (const { index, 0: joint } of borders) {
    const start = index + joint.length;
    if (start > at) break;
    for (const end of [...borders.map((one) => one.index).filter((stop) => stop > at), text.length]) {
      if (end - start > reach) continue;
      const wish = fileWish(text.slice(start, end));
      if (wish?.wants !== "launch-file" || "unknown" in wish) continue;
      const blank = " ".repeat(end - index);
      return {
        rest: text.slice(0, index) + blank + text.slice(end),
        asked: {
          text: text.slice(start, end).trim(),
          file: { kind: "launch-file", launcher: wish.launcher },
        },
      };
    }
  }
  return null;
}
