import type { Problem } from "../domain/problem.ts";
import type { InlineModel, RunSpec } from "../domain/run-spec.ts";
import type { ConversationDeps } from "./conversation-port.ts";
import type { ModelHub } from "./ports.ts";

/** Owner and name as the hub writes them; anything else is not asked for. */
const hubId = /^[\w.-]{1,96}\/[\w.-]{1,96}$/u;
const hubPatience = 2_000;

type Found = { readonly spec: RunSpec } | { readonly problems: readonly Problem[] };

/**
 * A model that the catalogue does not know and that looks like a hub id is sized from its published shape, else
 * from the size in its name, else it is a problem.
 */
export async function resolveModel(
  { lookup, hub }: Pick<ConversationDeps, "lookup" | "hub">,
  spec: RunSpec,
  guess: InlineModel | null = null,
): Promise<Found> {
  const { model } = spec;
  if (typeof model !== "string") return { spec };
  const resolution = lookup.resolveModel(model);
  if (resolution.kind === "one") return { spec };
  const nearest = (resolution.kind === "several" ? resolution.matches : resolution.nearest)
    .slice(0, 3)
    .map((match) => match.name);
  if (resolution.kind === "several") {
    return { problems: [{ ...unknownModel(model, nearest), code: "ambiguous-model" }] };
  }
  if (!hubId.test(model)) return { problems: [unknownModel(model, nearest)] };
  const found = await withinPatience(hub.find(model));
  if (found.kind === "found") return { spec: { ...spec, model: { ...found.model, name: model } } };
  if (guess !== null) return { spec: { ...spec, model: { ...guess, name: model } } };
  return { problems: [unknownModel(model, nearest, reasonOf(found))] };
}

type NotFound = Exclude<Awaited<ReturnType<ModelHub["find"]>>, { kind: "found" }>;

function reasonOf(found: NotFound): string {
  if (found.kind === "unreachable") return found.fault ?? found.kind;
  return found.kind === "not-found" && found.mayBePrivate === true ? "private-or-missing" : found.kind;
}

/** `hub` in the params says why its shape is not known: gated, not there, or the fault of the hub; absent = not asked. */
function unknownModel(read: string, nearest: readonly string[], hub?: string): Problem {
  return {
    code: "unknown-model",
    path: "model",
    read: read.slice(0, 100),
    nearest,
    ...(hub === undefined ? {} : { params: { hub } }),
  };
}

type Late = { readonly kind: "unreachable"; readonly why: string; readonly fault: "too-slow" };

async function withinPatience<T>(asked: Promise<T>): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Late>((resolve) => {
    timer = setTimeout(() => {
      resolve({ kind: "unreachable", why: "no answer in time", fault: "too-slow" });
    }, hubPatience);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
