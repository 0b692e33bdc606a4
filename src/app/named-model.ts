import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { MessageReading } from "../domain/conversation.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { withoutSecrets } from "../followup/secrets.ts";

/** owner/name as a sentence holds it; a digit, a hyphen or a capital inside keeps "train/eval" and "km/h" out. */
const ownerAndName =
  /(?<![\w/.:@-])[A-Za-z0-9][\w-]{1,95}\/(?=[\w.-]*(?:\d|-|[a-z][A-Z]))[A-Za-z0-9][\w.-]{2,94}[A-Za-z0-9](?![\w/])/gu;

/**
 * The spec with the model that a message names and the catalogue does not know, or knows several of: the hub may. A size read from the
 * name ("frobnicator-1b") stays in the reading, for when the hub does not know it either.
 */
export function withNamedModel(
  spec: RunSpec,
  reading: MessageReading,
  text: string,
  lookup: CatalogueLookup,
): RunSpec {
  const unclear = reading.problems.find(({ path }) => path === "model");
  if (unclear !== undefined) return { ...spec, model: unclear.read };
  if (typeof reading.understood.model === "string") return spec;
  const named = [...withoutSecrets(text).matchAll(ownerAndName)]
    .map(([name]) => name)
    .find((name) => lookup.resolveModel(name).kind === "none");
  return named === undefined ? spec : { ...spec, model: named };
}
