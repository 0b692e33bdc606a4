import { z } from "zod";
import { estimateSchema } from "./estimate-schema.ts";
import { pilotResultSchema } from "./pilot-result-schema.ts";
import { planSchema } from "./plan-schema.ts";
import { readingSchema } from "./reading-schema.ts";
import { runSpecSchema } from "./run-spec-schema.ts";

const schemas = {
  "run-spec": { schema: runSpecSchema, io: "input" },
  estimate: { schema: estimateSchema, io: "output" },
  plan: { schema: planSchema, io: "output" },
  "pilot-result": { schema: pilotResultSchema, io: "input" },
  reading: { schema: readingSchema, io: "output" },
} as const;

export type ContractName = keyof typeof schemas;
export const contractNames = Object.keys(schemas) as readonly ContractName[];

/** JSON Schema (draft 2020-12) of one shape; readers must let unknown keys and members pass. */
export function jsonSchemaOf(name: ContractName): object {
  const { schema, io } = schemas[name];
  return openObjects(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
}

/** Shapes grow: a key that this version does not know is no fault in the eyes of a reader. */
function openObjects(json: object): object {
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) =>
      key === "additionalProperties" && value === false ? undefined : value,
    ),
  ) as object;
}
