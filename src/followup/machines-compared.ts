import type { MachineName } from "../domain/planning/compare.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { ReadContext } from "./draft.ts";
import { fold } from "./normalize.ts";
import { parseCount } from "./numbers.ts";
import { readMessage } from "./read-message.ts";

const joins =
  /\s*(?:[,;&/]|(?<![\p{L}\d-])(?:and|et|with|avec|vs\.?|versus|against|contre|face a|to|a|or|ou)(?![\p{L}\d-]))\s*/gu;
const bareCount = /^(?:(?:une?|an?|the|la|le|les)\s+)?(\d{1,4}|\p{L}+)\s*(?:x|×|fois)?$/u;

interface Piece {
  readonly text: string;
  readonly run: RunSpec;
  readonly count: number | null;
  readonly problems: readonly Problem[];
}

function pieceOf(text: string, context: ReadContext): Piece {
  const { understood, problems } = readMessage(text, { ...context, current: {}, addressed: true });
  const bare = bareCount.exec(fold(text.trim()))?.[1];
  const count = bare === undefined ? NaN : parseCount(bare);
  return {
    text,
    run: understood,
    count: Number.isInteger(count) && count > 0 ? count : null,
    problems: problems.filter(({ path }) => ofAMachine.has(path)),
  };
}

/** Fields that name a machine: one that cannot be used leaves none to compare. */
const ofAMachine: ReadonlySet<string> = new Set(["accelerator", "gpus", "nodes"]);

const namesCard = ({ run, problems }: Piece): boolean => run.accelerator !== undefined || problems.length > 0;

/** Where it is to be rented, or how many of them: enough to tell it from the other side of the same card. */
const tellsApart = ({ run: { gpus, nodes, limits }, count }: Piece): boolean =>
  gpus !== undefined ||
  nodes !== undefined ||
  count !== null ||
  limits?.spot !== undefined ||
  limits?.community !== undefined ||
  limits?.providers !== undefined ||
  limits?.regions !== undefined;

/**
 * The words as sides: cut where "and", "vs", "à" … stand, put together again where a cut left no machine by itself ("à la
 * demande"). Of two that share one card ("1 and 2 H100", "H100 at RunPod and Lambda") a count or a seller makes a side.
 */
function piecesOf(typed: string, context: ReadContext): readonly Piece[] {
  const words = typed.replace(/[()]/gu, " ");
  const folded = fold(words);
  const cuts = folded.length === words.length ? [...folded.matchAll(joins)] : [];
  const starts = [0, ...cuts.map(({ index, 0: join }) => index + join.length)];
  const ends = [...cuts.map(({ index }) => index), words.length];
  const atoms = starts.map((start, i) => ({ start, end: ends[i] ?? words.length }));
  const read = (start: number, end: number): Piece => pieceOf(words.slice(start, end), context);
  const several = atoms.filter(({ start, end }) => namesCard(read(start, end))).length > 1;
  const sides: { start: number; end: number }[] = [];
  for (const { start, end } of atoms) {
    const piece = read(start, end);
    const opens = namesCard(piece) || (tellsApart(piece) && (!several || piece.count !== null));
    const last = sides.at(-1);
    if (last === undefined || opens) sides.push({ start, end });
    else last.end = end;
  }
  return sides.map(({ start, end }) => read(start, end)).filter((one) => namesCard(one) || tellsApart(one));
}

function machineOf(piece: Piece, other: Piece | undefined): MachineName | null {
  const { run, count } = piece;
  const accelerator = run.accelerator ?? other?.run.accelerator;
  if (accelerator === undefined) return null;
  const counted = other?.run.gpus !== undefined || other?.count != null;
  const own = run.gpus ?? count ?? undefined;
  const shared = run.accelerator === undefined ? other?.run.gpus : counted ? 1 : undefined;
  const gpus = own ?? shared;
  const { spot, community, providers, regions } = run.limits ?? {};
  const limits = {
    ...(spot === undefined ? {} : { spot }),
    ...(community === undefined ? {} : { community }),
    ...(providers === undefined ? {} : { providers }),
    ...(regions === undefined ? {} : { regions }),
  };
  return {
    accelerator,
    ...(gpus === undefined ? {} : { gpus }),
    ...(run.nodes === undefined ? {} : { nodes: run.nodes }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  };
}

/**
 * The machines that a comparison names, in their order: "1 H100 and 2 H200", "un DGX H100 contre 8 MI300X en spot". Where
 * one has a count, another without is one card. `problems`: names that are several cards, counts that no machine has.
 */
export function machinesCompared(
  words: string,
  context: ReadContext,
): { readonly machines: readonly MachineName[]; readonly problems: readonly Problem[] } {
  const pieces = piecesOf(words, context);
  return {
    machines: pieces.flatMap((piece) => machineOf(piece, otherThan(piece, pieces)) ?? []),
    problems: pieces.flatMap(({ problems }) => problems),
  };
}

/** The side from which a name or a count is borrowed: the nearest that has a card, one with a count first. */
const otherThan = (piece: Piece, pieces: readonly Piece[]): Piece | undefined => {
  const others = pieces.filter((one) => one !== piece);
  const named = others.filter(namesCard);
  return named.find(({ run, count }) => run.gpus !== undefined || count !== null) ?? named[0] ?? others[0];
};
