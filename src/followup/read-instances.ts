import { has, state, take, type Draft } from "./draft.ts";
import { parseCount } from "./numbers.ts";
import { allMatches } from "./prefilter.ts";

/** Names that clouds give their machines with GPUs: "p4de.24xlarge", "a3-highgpu-8g", "Standard_ND96isr_H100_v5". */
const instance =
  /(?<![\w./-])(?:(?<n>\d{1,3}|one|two|three|four|une?|deux|trois|quatre)\s?x?\s)?(?<name>(?:p[3-6][a-z-]{0,5}|g[4-7][a-z]{0,2})(?:\.(?:metal|\d{0,2}xlarge))?|a[234][a-z]?-(?:high|mega|ultra|edge)gpu-\d{1,2}g|g[24]-standard-\d{1,3}|standard_n[a-z0-9_]{5,40})(?:\s(?:instances?|machines?|nodes?|noeuds?|box(?:es)?))?(?![\w/-]|\.\w)/gu;
/** A family by itself, "p4de": with a word of a machine before it. */
const leads = /(?<!\w)(?:our|my|an?|one|two|the|on|with|aws|ec2|nos|notre|mon|une?|deux|sur|avec|la|le|les|des|\d{1,3}\s?x?)\s$/u; // prettier-ignore

/** What a machine is set against is not the one that runs. */
const against =
  /(?<!\w)(?:vs\.?|versus|against|than|contre|que)\s(?:an?\s|une?\s|the\s|la\s|le\s)?(?:aws\s|gcp\s|azure\s)?$/u;

/** "On our p4de": the cards of a machine that is named as its cloud names it, and how many such machines. */
export function readInstances(draft: Draft): void {
  if (has(draft, "accelerator")) return;
  for (const found of allMatches(instance, draft.folded)) {
    const { n, name = "" } = found.groups ?? {};
    const machine = draft.context.lookup.machine(name);
    if (machine === undefined || machine.gpus < 1) continue;
    const at = found.index + found[0].indexOf(name);
    if (!/[._-]/u.test(name) && !leads.test(draft.folded.slice(Math.max(0, at - 8), at))) continue;
    if (against.test(draft.folded.slice(Math.max(0, found.index - 24), found.index))) continue;
    if (draft.taken.subarray(found.index, found.index + found[0].length).some((flag) => flag === 1)) continue;
    const match = { start: at, end: at + name.length, text: name, group: () => undefined, named: {} };
    const nodes = n === undefined ? 1 : parseCount(n);
    state(draft, match, "accelerator", machine.accelerator);
    state(draft, match, "gpus", machine.gpus * nodes);
    if (nodes > 1) state(draft, match, "nodes", nodes);
    const of = { id: machine.accelerator, name: machine.accelerator, score: 1 };
    draft.names.push({ kind: "accelerator", start: at, end: at + name.length, text: name, resolution: { kind: "one", match: of, alternatives: [] } }); // prettier-ignore
    take(draft, found.index, found.index + found[0].length);
    return;
  }
}
