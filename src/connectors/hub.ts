import { z } from "zod";
import type { ModelHub } from "../app/ports.ts";
import { foreign, getJson, type Fetched, type HubHttp } from "./hub-http.ts";
import { hubFields } from "./hub-fields.ts";

export interface HubOptions {
  readonly fetch?: typeof fetch;
  /** A read token (HF_TOKEN); anything that does not look like one is not sent. */
  readonly token?: string;
  readonly base?: string;
  readonly timeoutMs?: number;
}

type Found = Awaited<ReturnType<ModelHub["find"]>>;

/** Owner and name; the hub's oldest models have no owner. */
const repository = /^(?:[\w.-]{1,96}\/)?[\w.-]{1,96}$/u;
const remembered = 200;
const adapterHops = 2;

/** Sizes a model from what its repository publishes: never its weights, never its code. */
export function makeModelHub(options: HubOptions = {}): ModelHub {
  const found = new Map<string, Found>();
  return {
    async find(id) {
      const known = found.get(id);
      if (known !== undefined) return known;
      const http: HubHttp = {
        fetch: options.fetch ?? fetch,
        base: new URL(options.base ?? "https://huggingface.co"),
        token: /^hf_\w+$/u.test(options.token ?? "") ? (options.token ?? null) : null,
        signal: AbortSignal.timeout(options.timeoutMs ?? 1_800),
      };
      const answer = await look(http, id, adapterHops);
      if (answer.kind === "found") {
        if (found.size >= remembered) found.clear();
        found.set(id, answer);
      }
      return answer;
    },
  };
}

const expanded = ["safetensors", "config", "gated", "gguf", "cardData"]
  .map((key) => `expand=${key}`)
  .join("&");

const infoSchema = z.object({
  gated: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  safetensors: z
    .object({
      parameters: z.record(z.string(), z.number().nonnegative()).optional(),
      total: z.number().optional(),
    })
    .optional()
    .catch(undefined),
  gguf: z.object({ total: z.number().positive().optional() }).optional().catch(undefined),
  config: z
    .object({ peft: z.object({ base_model_name_or_path: z.string().optional() }).optional() })
    .optional()
    .catch(undefined),
  cardData: z
    .object({ base_model: z.union([z.string(), z.array(z.string())]).optional() })
    .optional()
    .catch(undefined),
});
export type HubInfo = z.output<typeof infoSchema>;

async function look(http: HubHttp, id: string, hopsLeft: number): Promise<Found> {
  if (!repository.test(id) || id.includes("..")) return { kind: "not-found" };
  const [infoAnswer, configAnswer] = await Promise.all([
    getJson(http, `/api/models/${id}?${expanded}`),
    getJson(http, `/${id}/resolve/main/config.json`),
  ]);
  if (infoAnswer.kind !== "json") return notFound(infoAnswer);
  const parsed = infoSchema.safeParse(infoAnswer.value);
  if (!parsed.success) return foreign("the hub's answer has another shape");
  const info = parsed.data;
  const base = info.config?.peft?.base_model_name_or_path;
  if (base !== undefined && hopsLeft > 0 && base !== id) return look(http, base, hopsLeft - 1);
  const config = configAnswer.kind === "json" && isTree(configAnswer.value) ? configAnswer.value : null;
  const fields = hubFields(info, config);
  if (fields !== null) return { kind: "found", model: fields };
  if (configAnswer.kind === "refused" && [401, 403].includes(configAnswer.status)) return { kind: "gated" };
  return configAnswer.kind === "unreachable" ? configAnswer : { kind: "not-found" };
}

/** Without a token the hub answers 401 for what is missing and for what is private alike. */
function notFound(answer: Exclude<Fetched, { kind: "json" }>): Found {
  if (answer.kind === "unreachable") return answer;
  const { status, code } = answer;
  if (status === 403 || code === "GatedRepo") return { kind: "gated" };
  if (status === 401) return { kind: "not-found", mayBePrivate: true };
  if (status === 404 && code !== null) return { kind: "not-found" };
  const why = `status ${status}`;
  if (status === 429) return { kind: "unreachable", why, fault: "too-many-requests" };
  return status >= 500 ? { kind: "unreachable", why, fault: "down" } : foreign(why);
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
