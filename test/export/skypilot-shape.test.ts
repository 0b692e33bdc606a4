import { Ajv2019 } from "ajv/dist/2019.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { recommend } from "../../src/domain/planning/recommend.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { jobOfPlan } from "../../src/export/job-of-plan.ts";
import { launchFile } from "../../src/export/launch-file.ts";
import type { LaunchRequest } from "../../src/export/launch-request.ts";
import { words } from "../../src/i18n/messages.ts";
import { real } from "../domain/planning/support.ts";
import { skypilotTask } from "./skypilot-shape.ts";

const check = new Ajv2019({ allErrors: true, strict: false }).compile(skypilotTask);
const faults = (task: unknown): readonly string[] =>
  check(task)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);

const { notes } = words("en").launch;
const taskOf = (request: Omit<LaunchRequest, "launcher">): unknown =>
  parse(launchFile({ ...request, launcher: "skypilot" }, (note) => notes[note]).text);

const base: Omit<LaunchRequest, "launcher"> = {
  name: "Llama 3.1 8B pilot", accelerator: "h100-sxm", gpus: 8, nodes: 1, offer: null,
  image: "docker.io/pytorch/pytorch", steps: [["echo", "hello"]], uploadTo: null, hours: 12.5,
}; // prettier-ignore

describe("the shape of a SkyPilot task", () => {
  it.each([
    ["as the reference shows one", {
      name: "my-task", workdir: "~/code", num_nodes: 4, envs: { MODEL_SIZE: "13b" }, secrets: { HF_TOKEN: null },
      resources: {
        infra: "aws/us-east-1", accelerators: "H100:8", cpus: "4+", memory: "32+", use_spot: false, disk_size: "256GB",
        disk_tier: "medium", network_tier: "best", ports: [8080, "10022-10040"], labels: { team: "a" }, autostop: "10h",
        any_of: [{ infra: "gcp/us-central1", accelerators: "H100" }],
        image_id: { "us-east-1": "ami-1" },
      },
      file_mounts: { "/data": "s3://bucket", "/out": { name: "bucket", store: "s3", mode: "MOUNT" } },
      setup: "true", run: "true", config: { kubernetes: { provision_timeout: 600 } },
    }],
    ["a list of cards", { resources: { accelerators: ["L4:1", "A100:1"], infra: "k8s/my/context" } }],
    ["recovery of a managed job", { resources: { use_spot: true, job_recovery: { strategy: "EAGER_NEXT_REGION", max_restarts_on_errors: 3 } } }],
    ["a service", { service: { readiness_probe: "/v1/models", replicas: 2 }, resources: { ports: 8080 } }],
    ["autostop as an object", { resources: { autostop: { idle_minutes: 10, down: true } } }],
  ])("takes what the reference describes: %s", (_what, task) => {
    expect(faults(task)).toEqual([]);
  }); // prettier-ignore

  it.each([
    [{ resource: { accelerators: "H100:8" } }, /additional/u],
    [{ resources: { gpus: 8 } }, /resources must NOT have additional/u],
    [{ resources: { infra: "ovhcloud/gra" } }, /infra/u],
    [{ resources: { accelerators: "H100 SXM:8" } }, /accelerators/u],
    [{ resources: { disk_size: 100.5 } }, /disk_size/u],
    [{ resources: { job_recovery: { strategy: "failover" } } }, /job_recovery/u],
    [{ resources: { job_recovery: { strategy: "FAILOVER" }, autostop: true } }, /autostop/u],
    [{ num_nodes: 0 }, /num_nodes/u],
    [{ envs: { "NOT A NAME": "x" } }, /envs/u],
    [{ run: ["echo"] }, /run/u],
  ])("refuses %j", (task, fault) => {
    expect(faults(task).join("\n")).toMatch(fault);
  });
});

describe("what is written for SkyPilot has that shape", () => {
  const sellers = [...new Set(real.catalogue.offers.map(({ provider }) => provider))].sort();
  const cards = [...new Set(real.catalogue.offers.map(({ accelerator }) => accelerator))].sort();

  it("at every seller of the catalogue, on demand and on spot, on one machine and several", () => {
    for (const provider of sellers)
      for (const tier of ["on-demand", "spot", "community"] as const)
        for (const nodes of [1, 2]) {
          const offer = { provider, instance: "m.8", region: "eu-1", tier, cards: 8 };
          expect(faults(taskOf({ ...base, nodes, gpus: 8 * nodes, offer })), provider).toEqual([]);
        }
  });

  it("on every card, with secrets, variables, set-up, a port, a large disk and a folder to send", () => {
    for (const accelerator of [...cards, null])
      expect(
        faults(
          taskOf({
            ...base,
            accelerator,
            diskGib: 1234.5,
            port: 8000,
            sendsFolder: true,
            secrets: ["HF_TOKEN"],
            setup: [["pip", "install", "trl"]],
            variables: [
              { name: "MODEL", value: "x" },
              { name: "DATA", value: null },
            ],
          }),
        ),
        String(accelerator),
      ).toEqual([]);
  });

  it.each([
    { model: "meta-llama/Llama-3.1-8B", method: "lora", data: { tokens: 1e8 } },
    { model: "meta-llama/Llama-3.1-70B", method: "full", data: { tokens: 1e8 }, limits: { spot: true } },
    { model: "Qwen/Qwen2.5-32B", method: "inference", serving: { concurrency: 16 } },
    { model: "mistralai/Mixtral-8x7B-v0.1", method: "qlora", stack: "axolotl", data: { tokens: 1e8 } },
  ] satisfies RunSpec[])("of the plan for %j", (spec) => {
    const plan = recommend(spec, real);
    if ("problems" in plan || plan.best === null) throw new Error("nothing fits");
    const job = jobOfPlan({ ...plan.spec, ...spec }, plan.best, null);
    expect(faults(taskOf(job))).toEqual([]);
  });
});
