import type { ChartKind } from "../domain/charting/chart-figures.ts";
import type { Launcher } from "../domain/launch.ts";
import { fold } from "./normalize.ts";

/** A chart or a launch file that somebody asks for; null = they did not say of which kind. */
export type FileWish =
  | { readonly wants: "chart"; readonly chart: ChartKind | null }
  | { readonly wants: "launch-file"; readonly launcher: Launcher | null }
  /** For a tool that no launch file is written for, as it was named. */
  | { readonly wants: "launch-file"; readonly launcher: null; readonly unknown: string };

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Words around what is meant; they say nothing of which file. */
const around = set(
  `me us i we you it the a an this that these our my its of for to in as on from with and please pls can could would
   want need like have get see look at here now let's plan plan's run run's job's one another new same thread
   le la les l' un une des du de d' au aux ce cet cette mon ma mes notre nos son sa en sous forme pour avec et sur dans moi nous je on tu vous
   veux voudrais voudrait aimerais peux peut pouvez avoir voir vois merci stp svp s'il te plait si possible ici maintenant celui
   autre nouveau fil run`,
);
const show = set(
  `show give send display make post share print produce
   montre montrez montrer montre-moi montrez-moi affiche affichez afficher donne donnez donner envoie envoyez envoyer fais faites faire
   partage publie sors sortir sortez`,
);
const write = set(
  `write generate export create ecris ecrivez ecrire genere generez generer exporte exportez prepare prepares preparez`,
);
const draw = set(`draw plot graph chart dessine dessinez dessiner trace tracez tracer`);
const charts = set(
  `chart charts graph graphs plot plots diagram diagrams graphique graphiques graphe graphes diagramme diagrammes`,
);
const pictures = set(`picture image figure schema courbe visual visuel`);
const memory = set(`memory vram memoire`);
const phases = set(
  `phase phases part parts poste postes by per par card cards carte cartes gpu usable utilisable breakdown detail`,
);
const cost = set(`cost costs price prices money cout couts prix tarif argent`);
const time = set(`time duration speed throughput temps duree vitesse debit rapidite hours heures`);
const against = set(`against vs versus contre face fonction over x`);
const front = set(`pareto trade-off tradeoff tradeoffs compromis front frontier frontiere`);
const timeline = set(`timeline timelines gantt chronologie frise chronologique`);
const window = set(`window schedule calendar fenetre calendrier planning rental location dates`);
const file = set(
  `file files script scripts yaml manifest config configuration task job template fichier fichiers manifeste tache travail modele`,
);
const launch = set(`launch launcher launching lancement lancer lanceur`);

const launchers: readonly (readonly [Launcher, ReadonlySet<string>])[] = [
  ["skypilot", set("skypilot sky")],
  ["dstack", set("dstack")],
  ["slurm", set("slurm sbatch")],
  ["kubernetes", set("kubernetes k8s kube")],
  ["shell", set("shell bash sh")],
];

const tokens = (text: string): readonly string[] =>
  fold(text)
    .replaceAll(/[’ʼ`]/gu, "'")
    .replaceAll(/(?<![\p{L}])([ld])'/gu, "$1' ")
    .replaceAll(/-(?=(?:moi|nous|tu|vous|on|le|la|les)\b)/gu, " ")
    .replaceAll(/\btime line\b/gu, "timeline")
    .replaceAll(/\btrade off\b/gu, "trade-off")
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word !== "" && word !== "-");

const most = 14;

/**
 * A message that asks for a chart or a launch file and for nothing else: every word of it must belong to such a wish,
 * so that a change or a question beside it is never lost.
 */
export function fileWish(raw: string): FileWish | null {
  const words = tokens(raw);
  if (words.length === 0 || words.length > most) return null;
  return chartWish(words) ?? launchWish(words);
}

const only = (words: readonly string[], ...allowed: readonly ReadonlySet<string>[]): boolean =>
  words.every((word) => allowed.some((one) => one.has(word)));
const any = (words: readonly string[], of: ReadonlySet<string>): boolean =>
  words.some((word) => of.has(word));

function chartWish(words: readonly string[]): FileWish | null {
  const known = only(words, around, show, draw, write, charts, pictures, memory, phases, cost, time, against, front, timeline, window); // prettier-ignore
  if (!known) return null;
  const drawn = any(words, draw) || any(words, charts) || any(words, pictures);
  const asked = drawn || any(words, show);
  if (any(words, timeline) || (asked && any(words, window))) return { wants: "chart", chart: "window" };
  if (any(words, front) || (any(words, cost) && any(words, time) && (asked || any(words, against))))
    return { wants: "chart", chart: "cost" };
  if (drawn && any(words, cost)) return { wants: "chart", chart: "cost" };
  if (asked && any(words, memory)) return { wants: "chart", chart: "memory" };
  const bare = any(words, charts) && only(words, around, show, draw, write, charts, pictures);
  return bare ? { wants: "chart", chart: null } : null;
}

function launchWish(words: readonly string[]): FileWish | null {
  const tools = launchers.filter(([, names]) => any(words, names));
  const all = [around, show, write, file, launch, ...launchers.map(([, names]) => names)];
  const stranger = tools.length === 0 ? strangerIn(words, all) : null;
  if (stranger !== null) return { wants: "launch-file", launcher: null, unknown: stranger };
  const known = only(words, ...all);
  // "Fais-moi le sbatch": the tool stands for its file.
  const namesFile = any(words, file) || (tools.length === 1 && (any(words, show) || any(words, write)));
  if (!known || tools.length > 1 || !namesFile || (tools.length === 0 && !any(words, launch))) return null;
  return { wants: "launch-file", launcher: tools[0]?.[0] ?? null };
}

const before = set(`for with in as under pour sous en avec de`);

/** The one word that nobody knows, where the name of a launcher is expected: last, after "for". */
function strangerIn(words: readonly string[], known: readonly ReadonlySet<string>[]): string | null {
  const last = words.at(-1) ?? "";
  const rest = words.slice(0, -1);
  const named = before.has(rest.at(-1) ?? "") || launch.has(rest.at(-1) ?? "") || file.has(rest.at(-1) ?? "");
  const asks = any(rest, launch) && any(rest, file) && only(rest, ...known);
  const unknown = !known.some((one) => one.has(last)) && /^\p{L}[\p{L}-]*$/u.test(last);
  return asks && named && unknown ? last : null;
}
