import { cardNames } from "./card-names.ts";
import { askedVariables, gpusPerNode, jobScript, pinned, type Say } from "./job-script.ts";
import type { LaunchRequest } from "./launch-request.ts";
import type { Written } from "./launch-file.ts";
import { cardsToAsk, dstackBackend, instanceOf, regionOf } from "./providers.ts";
import { checkedName, commandText } from "./quote.ts";
import { yamlText } from "./yaml-text.ts";

/** A dstack run configuration (`dstack apply`): a task, or a service where the job serves on a port. */
export function dstackFile(request: LaunchRequest, name: string, say: Say): Written {
  const { offer, image, port } = request;
  const each = gpusPerNode(request);
  const card = cardNames(request.accelerator)?.dstack ?? null;
  const backend = offer == null ? null : dstackBackend(offer.provider);
  const region = offer == null ? null : regionOf(offer);
  const instance = offer == null || backend === null ? null : instanceOf(offer, each);
  const spot = offer?.tier === "spot";
  const service = port !== undefined && request.nodes === 1;
  const needed = [...askedVariables(request).map((v) => v.name), ...(request.secrets ?? [])].map(checkedName);
  const comments: Record<string, string> = {};
  if (card === null) comments["resources.gpu"] = say("accelerator-unknown");
  if (offer != null && backend === null) comments["spot_policy"] = say("provider-unknown");
  if (image != null) comments["image"] = say("image-digest");
  if (spot) comments["spot_policy"] = say("spot");
  const document = {
    type: service ? "service" : "task",
    name,
    ...(image == null ? { python: "3.12" } : { image: pinned(image), shell: "bash" }),
    ...(request.sendsFolder === true ? { files: ["."] } : {}),
    ...(request.nodes > 1 ? { nodes: request.nodes } : {}),
    ...(service ? { port } : port === undefined ? {} : { ports: [port] }),
    ...(needed.length === 0 ? {} : { env: needed }),
    commands: [
      ...(request.setup ?? []).map((step) => commandText(step)),
      `set -euo pipefail
export NODES="\${DSTACK_NODES_NUM:-1}" NODE_RANK="\${DSTACK_NODE_RANK:-0}"
export MASTER_ADDR="\${DSTACK_MASTER_NODE_IP:-127.0.0.1}"
${jobScript(request, say)}`,
    ],
    resources: {
      gpu: `${card ?? "REPLACE_ME"}:${cardsToAsk(offer, each)}`,
      shm_size: "16GB",
      ...(request.ramGib == null ? {} : { memory: `${Math.ceil(request.ramGib)}GB..` }),
      ...(request.diskGib == null ? {} : { disk: `${Math.max(100, Math.ceil(request.diskGib))}GB..` }),
    },
    spot_policy: spot ? "spot" : "on-demand",
    ...(backend === null ? {} : { backends: [backend] }),
    ...(backend === null || region === null ? {} : { regions: [region] }),
    ...(instance === null ? {} : { instance_types: [instance] }),
    ...(service || request.hours == null ? {} : { max_duration: `${Math.ceil(request.hours)}h` }),
    ...(spot ? { retry: { on_events: ["no-capacity", "interruption"], duration: "24h" } } : {}),
  };
  return {
    fileName: `${name}.dstack.yml`,
    start: `${needed.map((v) => `${v}=… `).join("")}dstack apply -f ${name}.dstack.yml`,
    text: yamlText(document, comments),
    open: [
      ...(card === null ? (["accelerator"] as const) : []),
      ...(image == null ? [] : (["image-digest"] as const)),
    ],
    notes: [
      ...(service || request.hours == null ? [] : (["window"] as const)),
      ...(request.nodes > 1 ? (["fleet"] as const) : []),
    ],
  };
}
