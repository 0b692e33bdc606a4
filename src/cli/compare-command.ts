import { plainText } from "../../blocks/plain-text.ts";
import type { View } from "../../blocks/view.ts";
import { cardMeant, runOnMachine } from "../app/compare.ts";
import type { World } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import type { Plan } from "../domain/plan.ts";
import { comparePlans, sideOf, type ComparedSide, type MachineName } from "../domain/planning/compare.ts";
import { machinesCompared } from "../followup/machines-compared.ts";
import { makeInlineEngine } from "../engine/inline-engine.ts";
import { openKnowledge } from "../engine/open-knowledge.ts";
import { words } from "../i18n/messages.ts";
import { catalogueDirOf, openWorld } from "./open-world.ts";
import { readPlan } from "./read-plan.ts";
import { stderrLog } from "./stderr-log.ts";
import { CommandEnd, exits, languageOf, writeJson, writeLine, type Exit, type Terminal } from "./terminal.ts";
import { terminalHub } from "./terminal-hub.ts";
import { cliWords } from "./words.ts";

export interface CompareOptions {
  /** One or two files with the output of `plan --json`. */
  readonly files: readonly string[];
  /** Machines that the run of the first plan is held on: a card, with its count, nodes, tier and seller where they are said. */
  readonly cards: readonly string[];
  readonly json: boolean;
  readonly lang?: string;
}

const viewOf = ({ lookup }: World): View => ({
  lookup,
  showAmounts: true,
  followUps: "listen",
  timeZone: null,
});

/** `compare PLAN OTHER`, `compare PLAN --card A100`, `compare PLAN --card H100 --card MI300X`. */
export async function compareCommand(options: CompareOptions, terminal: Terminal): Promise<Exit> {
  const language = languageOf(options.lang, terminal.env);
  const { files, cards } = options;
  const [file, otherFile] = files;
  const say = cliWords(language);
  const sides = (otherFile === undefined ? 1 : 2) + cards.length;
  if (
    file === undefined ||
    files.length > 2 ||
    (otherFile !== undefined && cards.length > 0) ||
    sides < 2 ||
    sides > 3
  )
    throw new CommandEnd(exits.unusable, say.sayTwoSides);
  const plan = await readPlan(file, terminal, language);
  const world = await openWorld(terminal, language);
  const [first, second] = cards.map((card) => machineOf(card, world, language));
  const named = (of: Plan): ComparedSide => sideOf({ kind: "plan", spec: of.spec }, of);
  const left = second === undefined || first === undefined ? named(plan) : await sized(first);
  const other = second ?? first;
  const right =
    other === undefined ? named(await readPlan(otherFile ?? file, terminal, language)) : await sized(other);
  const comparison = comparePlans(left, right, world.catalogue.rates);
  if (options.json) await writeJson(terminal.stdout, comparison);
  else {
    const reply = {
      language,
      reading: null,
      kind: "answer",
      answer: { about: "compare", comparison },
      plan,
      ref: null,
    } as const;
    await writeLine(terminal.stdout, plainText(reply, viewOf(world)));
  }
  return exits.done;

  async function sized(machine: MachineName): Promise<ComparedSide> {
    const log = stderrLog(terminal.stderr);
    const deps = {
      engine: makeInlineEngine(world),
      knowledge: openKnowledge(catalogueDirOf(terminal, language), world, log),
      lookup: world.lookup,
      hub: terminalHub(terminal.env),
      newId: () => "terminal",
      log,
    };
    const on = await runOnMachine(deps, plan.spec, machine);
    if (on.kind === "failure")
      throw new CommandEnd(exits.ourFault, words(language).errors.internal(on.incident));
    if (on.kind === "problems") throw new CommandEnd(exits.unusable, say.notAPlan(file ?? "-"));
    return on.side;
  }
}

/** "2 H200 spot at RunPod"; a name that no card answers to is refused with the nearest ones. */
function machineOf(text: string, world: World, language: Language): MachineName {
  const { machines, problems } = machinesCompared(text, {
    lookup: world.lookup,
    current: null,
    threadLanguage: language,
    locale: language,
    now: `${world.today}T00:00:00Z`,
    timeZone: null,
  });
  const [machine] = machines;
  const counted = problems.filter(({ path }) => path !== "accelerator");
  if (counted.length > 0)
    throw new CommandEnd(
      exits.unusable,
      plainText({ language, reading: null, kind: "problem", problems: counted }, viewOf(world)),
    );
  if (machine !== undefined && machines.length === 1 && problems.length === 0) return machine;
  return { accelerator: cardOf(text, world, language) };
}

function cardOf(text: string, { lookup }: World, language: Language): string {
  const found = lookup.resolveAccelerator(text);
  const meant = cardMeant(lookup, found);
  if (meant !== null) return meant;
  const near = found.kind === "several" ? found.matches : found.kind === "none" ? found.nearest : [];
  const { nearest } = words(language).problems;
  const message = cliWords(language).unknownCard(text);
  throw new CommandEnd(
    exits.unusable,
    near.length === 0 ? message : `${message} ${nearest(near.map(({ name }) => name).join(", "))}`,
  );
}
