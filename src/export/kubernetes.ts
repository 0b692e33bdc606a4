import { cardNames } from "./card-names.ts";
import { askedVariables, gpusPerNode, jobScript, pinned, type Say } from "./job-script.ts";
import type { LaunchOffer, LaunchRequest } from "./launch-request.ts";
import type { Written } from "./launch-file.ts";
import { instanceOf, regionOf } from "./providers.ts";
import { checkedName, commandText } from "./quote.ts";
import { yamlText } from "./yaml-text.ts";

interface Placement {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations: readonly object[];
}

/** How each cloud's managed clusters label and taint their spot machines. */
const spotNodes: Readonly<
  Record<string, { readonly label: readonly [string, string]; readonly tainted: boolean }>
> = {
  aws: { label: ["eks.amazonaws.com/capacityType", "SPOT"], tainted: false },
  gcp: { label: ["cloud.google.com/gke-spot", "true"], tainted: true },
  azure: { label: ["kubernetes.azure.com/scalesetpriority", "spot"], tainted: true },
};
const managed: ReadonlySet<string> = new Set(["aws", "gcp", "azure"]);

/** Where the pods may land: the offer's machine by the labels every cluster has, else the card by its driver's name. */
function placementOf(request: LaunchRequest, resource: string, product: string | null): Placement {
  const { offer } = request;
  const tolerations: object[] = [{ key: resource, operator: "Exists", effect: "NoSchedule" }];
  const selector: Record<string, string> = {};
  if (offer != null && managed.has(offer.provider)) {
    selectMachine(selector, offer, gpusPerNode(request));
    const spot = offer.tier === "spot" ? spotNodes[offer.provider] : undefined;
    if (spot !== undefined) {
      const [key, value] = spot.label;
      selector[key] = value;
      if (spot.tainted) tolerations.push({ key, operator: "Equal", value, effect: "NoSchedule" });
    }
  }
  if (selector["node.kubernetes.io/instance-type"] === undefined && product !== null)
    selector["nvidia.com/gpu.product"] = product;
  return { ...(Object.keys(selector).length === 0 ? {} : { nodeSelector: selector }), tolerations };
}

function selectMachine(selector: Record<string, string>, offer: LaunchOffer, each: number): void {
  const region = regionOf(offer);
  const instance = instanceOf(offer, each);
  if (region !== null) selector["topology.kubernetes.io/region"] = region;
  if (instance !== null) selector["node.kubernetes.io/instance-type"] = instance;
}

/**
 * A Job (indexed, with a headless Service for the rendezvous, on several nodes) or a Deployment that serves, with its
 * script in a ConfigMap: Kubernetes replaces `$(NAME)` in arguments, and never in mounted files.
 */
export function kubernetesFile(request: LaunchRequest, name: string, say: Say): Written {
  const { image, port, nodes } = request;
  const serves = port !== undefined && nodes === 1;
  const names = cardNames(request.accelerator);
  const resource = names?.resource ?? "REPLACE_ME/gpu";
  const setup = (request.setup ?? []).map((step) => `${commandText(step)}\n`).join("");
  const script = `#!/usr/bin/env bash
set -euo pipefail
cd /work
export NODES=${nodes} NODE_RANK="\${JOB_COMPLETION_INDEX:-0}"
export MASTER_ADDR=${nodes > 1 ? `${name}-0.${name}` : "127.0.0.1"} SCRATCH=/scratch
${setup}${jobScript({ ...request, checkpointDir: request.checkpointDir ?? "/checkpoints" }, say)}`;
  const asked = askedVariables(request).map((v) => ({ name: checkedName(v.name), value: "" }));
  const secrets = (request.secrets ?? []).map((s) => ({
    name: checkedName(s),
    valueFrom: { secretKeyRef: { name: `${name}-secrets`, key: s } },
  }));
  const mounts: readonly (readonly [string, string, object])[] = [
    ["script", "/job", { configMap: { name: `${name}-script` } }],
    ["checkpoints", "/checkpoints", { emptyDir: {} }],
    ["scratch", "/scratch", { emptyDir: {} }],
    ["work", "/work", { emptyDir: {} }],
    ["shm", "/dev/shm", { emptyDir: { medium: "Memory" } }],
    ...(request.sendsFolder === true
      ? ([["kit", "/kit", { configMap: { name: `${name}-kit` } }]] as const)
      : []),
  ];
  const pod = {
    ...(nodes > 1 ? { subdomain: name } : {}),
    restartPolicy: serves ? "Always" : "Never",
    terminationGracePeriodSeconds: 120,
    ...placementOf(request, resource, names?.product ?? null),
    containers: [
      {
        name: "job",
        image: pinned(image ?? "REPLACE_ME"),
        command: ["bash", "/job/job.sh"],
        ...(asked.length + secrets.length === 0 ? {} : { env: [...asked, ...secrets] }),
        ...(port === undefined ? {} : { ports: [{ containerPort: port }] }),
        resources: {
          limits: { [resource]: gpusPerNode(request) },
          ...(request.ramGib == null ? {} : { requests: { memory: `${Math.ceil(request.ramGib)}Gi` } }),
        },
        volumeMounts: mounts.map(([volume, mountPath]) => ({ name: volume, mountPath })),
      },
    ],
    volumes: mounts.map(([volume, , source]) => ({ name: volume, ...source })),
  };
  const metadata = { name };
  const labels = { app: name };
  const template = { metadata: { labels }, spec: pod };
  const workload = serves
    ? {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata,
        spec: { replicas: 1, selector: { matchLabels: labels }, template },
      }
    : {
        apiVersion: "batch/v1",
        kind: "Job",
        metadata,
        spec: {
          ...(nodes > 1 ? { completions: nodes, parallelism: nodes, completionMode: "Indexed" } : {}),
          backoffLimit: nodes > 1 ? nodes : 2,
          podFailurePolicy: {
            rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] }],
          },
          ...(request.hours == null ? {} : { activeDeadlineSeconds: Math.ceil(request.hours * 3600) }),
          template,
        },
      };
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: {
      ...(serves ? {} : { clusterIP: "None" }),
      selector: serves ? labels : { "batch.kubernetes.io/job-name": name },
      ports: [{ name: serves ? "http" : "rendezvous", port: port ?? 29500 }],
    },
  };
  const path = "spec.template.spec";
  const comments: Record<string, string> = {
    [`${path}.containers`]: say("image-digest"),
    [`${path}.volumes`]: say("checkpoint-volume"),
  };
  if (names === null) comments[`${path}.tolerations`] = say("accelerator-unknown");
  const documents = [
    yamlText({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: `${name}-script` },
      data: { "job.sh": script },
    }),
    ...(nodes > 1 || serves ? [yamlText(service)] : []),
    yamlText(workload, comments),
  ];
  return {
    fileName: `${name}.k8s.yaml`,
    start: `kubectl apply -f ${name}.k8s.yaml`,
    text: documents.join("---\n"),
    open: [...(names === null ? (["accelerator"] as const) : []), "image-digest"],
    notes: [
      ...(serves || request.hours == null ? [] : (["window"] as const)),
      ...(request.sendsFolder === true ? (["send-folder"] as const) : []),
    ],
  };
}
