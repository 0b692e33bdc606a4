/**
 * What SkyPilot's YAML reference says a task may hold (docs/source/reference/yaml-spec.rst and its checks in
 * sky/utils/schemas.py at 00052df, read and put in our own words): anything else is refused before a machine starts.
 */
const text = { type: "string" } as const;
const whole = { type: "integer", minimum: 1 } as const;
const yes = { type: "boolean" } as const;
const size = { anyOf: [whole, { type: "string", pattern: "^[0-9]+(?:[kmgtpKMGTP][bB])?$" }] } as const;
/** A count, or a least one. */
const least = {
  anyOf: [{ type: "number" }, { type: "string", pattern: "^[0-9.]+(?:[kmgtpKMGTP][bB])?\\+?$" }],
} as const;
const port = { anyOf: [whole, { type: "string", pattern: "^[0-9]+(?:-[0-9]+)?$" }] } as const;
/** null = given on the command line. */
const variables = {
  type: "object",
  propertyNames: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
  additionalProperties: { type: ["string", "number", "null"] },
} as const;
const accelerator = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*(?::[0-9.]+)?$" } as const;

const clouds =
  "aws|azure|gcp|ibm|lambda|scp|oci|runpod|vast|vsphere|cudo|fluidstack|paperspace|do|nebius|ssh|hyperbolic|seeweb";

const single = {
  infra: {
    type: "string",
    pattern: `^(?:(?:${clouds})(?:/[^/]+){0,2}|\\*(?:/[^/]+){0,2}|(?:kubernetes|k8s)(?:/.+)?)$`,
  },
  accelerator_args: { type: "object" },
  cpus: least,
  memory: least,
  instance_type: text,
  use_spot: yes,
  disk_size: size,
  disk_tier: { enum: ["low", "medium", "high", "ultra", "best"] },
  network_tier: { enum: ["standard", "best"] },
  ports: { anyOf: [port, { type: "array", items: port }] },
  image_id: { anyOf: [text, { type: "object", additionalProperties: text }] },
  labels: { type: "object", additionalProperties: text },
  autostop: {
    anyOf: [
      yes,
      { type: "integer", minimum: 0 },
      { type: "string", pattern: "^[0-9]+[mhdw]?$" },
      {
        type: "object",
        additionalProperties: false,
        properties: { idle_minutes: { type: "integer", minimum: 0 }, down: yes, wait_for: text },
      },
    ],
  },
  job_recovery: {
    anyOf: [
      { enum: ["FAILOVER", "EAGER_NEXT_REGION", "none"] },
      {
        type: "object",
        additionalProperties: false,
        properties: {
          strategy: { enum: ["FAILOVER", "EAGER_NEXT_REGION"] },
          max_restarts_on_errors: { type: "integer", minimum: 0 },
          recover_on_exit_codes: {
            anyOf: [
              { type: "integer", minimum: 0, maximum: 255 },
              { type: "array", items: { type: "integer", minimum: 0, maximum: 255 }, uniqueItems: true },
            ],
          },
        },
      },
    ],
  },
} as const;

const one = {
  type: "object",
  additionalProperties: false,
  properties: { ...single, accelerators: { anyOf: [accelerator, { type: "object", maxProperties: 1 }] } },
} as const;

const mount = {
  anyOf: [
    text,
    {
      type: "object",
      additionalProperties: false,
      properties: {
        name: text,
        source: { anyOf: [text, { type: "array", minItems: 1, items: text }] },
        store: { enum: ["s3", "gcs", "azure", "r2", "oci", "ibm", "nebius", "volume"] },
        persistent: yes,
        mode: { enum: ["MOUNT", "COPY", "MOUNT_CACHED"] },
        config: { type: "object" },
      },
    },
  ],
} as const;

export const skypilotTask = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string", pattern: "^[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$" },
    workdir: text,
    num_nodes: whole,
    resources: {
      type: "object",
      additionalProperties: false,
      properties: {
        ...single,
        accelerators: {
          anyOf: [
            accelerator,
            { type: "array", minItems: 1, items: accelerator },
            { type: "object", additionalProperties: { type: ["number", "null"] } },
          ],
        },
        any_of: { type: "array", items: one },
        ordered: { type: "array", items: one },
      },
      // Managed jobs alone recover; they stop by themselves.
      dependentSchemas: { job_recovery: { properties: { autostop: false } } },
    },
    envs: variables,
    secrets: variables,
    file_mounts: { type: "object", additionalProperties: mount },
    setup: text,
    run: text,
    config: { type: "object" },
    service: {
      type: "object",
      required: ["readiness_probe"],
      properties: {
        readiness_probe: { type: ["string", "object"] },
        replicas: whole,
        replica_policy: { type: "object" },
      },
    },
  },
} as const;
