import { skyCard } from "./card-names.ts";
import { askedVariables, gpusPerNode, jobScript, pinned, type Say } from "./job-script.ts";
import type { LaunchRequest } from "./launch-request.ts";
import type { Written } from "./launch-file.ts";
import { cardsToAsk, instanceOf, regionOf, skyCloud, takesImage } from "./providers.ts";
import { checkedName, commandText } from "./quote.ts";
import { yamlText } from "./yaml-text.ts";

/** A SkyPilot task (`sky launch`; `sky jobs launch` on spot). Keys as in its YAML reference. */
export function skypilotFile(request: LaunchRequest, name: string, say: Say): Written {
  const { offer, image } = request;
  const each = gpusPerNode(request);
  const card = skyCard(request.accelerator, offer?.provider);
  const cloud = offer == null ? null : skyCloud(offer.provider);
  const region = offer == null ? null : regionOf(offer);
  const spot = offer?.tier === "spot";
  const instance = offer == null || cloud === null ? null : instanceOf(offer, each);
  const asked = askedVariables(request);
  const secrets = request.secrets ?? [];
  // Where it will run is still to be chosen: without an image the driver's own libraries decide what is installed.
  const withImage = image != null && (cloud === null || takesImage(offer?.provider));
  const comments: Record<string, string> = {};
  if (card === null) comments["resources.accelerators"] = say("accelerator-unknown");
  if (offer != null && cloud === null) comments["resources"] = say("provider-unknown");
  if (withImage) comments["resources.image_id"] = say("image-digest");
  if (spot) comments["resources.use_spot"] = say("spot");
  const document = {
    name,
    ...(request.sendsFolder === true ? { workdir: "." } : {}),
    ...(request.nodes > 1 ? { num_nodes: request.nodes } : {}),
    resources: {
      ...(cloud === null ? {} : { infra: region === null ? cloud : `${cloud}/${region}` }),
      accelerators: `${card ?? "REPLACE_ME"}:${cardsToAsk(offer, each)}`,
      ...(instance === null ? {} : { instance_type: instance }),
      use_spot: spot,
      ...(spot ? { job_recovery: { strategy: "FAILOVER" } } : { autostop: { idle_minutes: 10, down: true } }),
      ...(request.diskGib == null ? {} : { disk_size: Math.max(100, Math.ceil(request.diskGib)) }),
      ...(withImage ? { image_id: `docker:${pinned(image)}` } : {}),
      ...(request.port === undefined ? {} : { ports: request.port }),
    },
    ...(asked.length === 0
      ? {}
      : { envs: Object.fromEntries(asked.map((v) => [checkedName(v.name), null])) }),
    ...(secrets.length === 0
      ? {}
      : { secrets: Object.fromEntries(secrets.map((s) => [checkedName(s), null])) }),
    ...((request.setup ?? []).length === 0
      ? {}
      : { setup: `set -e\n${(request.setup ?? []).map((step) => commandText(step)).join("\n")}\n` }),
    run: `set -euo pipefail
export NODES="$SKYPILOT_NUM_NODES" NODE_RANK="$SKYPILOT_NODE_RANK"
export MASTER_ADDR="$(head -n 1 <<< "$SKYPILOT_NODE_IPS")"
${jobScript(request, say)}`,
  };
  const given = [
    ...asked.map((v) => ` --env ${v.name}=…`),
    ...secrets.map((secret) => ` --secret ${secret}`),
  ].join("");
  const start = spot ? `sky jobs launch -n ${name}${given}` : `sky launch -c ${name}${given}`;
  return {
    fileName: `${name}.sky.yaml`,
    start: `${start} ${name}.sky.yaml`,
    text: yamlText(document, comments),
    open: [
      ...(card === null ? (["accelerator"] as const) : []),
      ...(withImage ? (["image-digest"] as const) : []),
    ],
    notes: [],
  };
}
