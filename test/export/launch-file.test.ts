import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { languages } from "../../src/domain/conversation.ts";
import { launchers, type Launcher } from "../../src/domain/launch.ts";
import { launchFile } from "../../src/export/launch-file.ts";
import type { LaunchRequest } from "../../src/export/launch-request.ts";
import { words } from "../../src/i18n/messages.ts";

const say = (note: keyof ReturnType<typeof words>["launch"]["notes"]): string =>
  words("en").launch.notes[note];

const base: Omit<LaunchRequest, "launcher"> = {
  name: "Llama 3.1 8B pilot",
  accelerator: "h100-sxm",
  gpus: 8,
  nodes: 1,
  offer: { provider: "aws", instance: "p5.48xlarge", region: "eu-north-1", tier: "on-demand", cards: 8 },
  image: "docker.io/pytorch/pytorch",
  steps: [["echo", "hello"]],
  uploadTo: null,
  hours: 12.5,
};
const file = (launcher: Launcher, more: Partial<LaunchRequest> = {}) =>
  launchFile({ ...base, ...more, launcher }, say);
const yamls = (text: string): Record<string, never>[] =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Record<string, never>;
  });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "launch-file-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Every shell text of a launch file: what bash will be given. */
function shellTexts(launcher: Launcher, text: string): readonly string[] {
  if (launcher === "shell" || launcher === "slurm") return [text];
  const [first] = yamls(text) as unknown as [
    { run?: string; setup?: string; commands?: string[]; data?: Record<string, string> },
  ];
  return [first.run, first.setup, ...(first.commands ?? []), first.data?.["job.sh"]].filter(
    (part) => part !== undefined,
  );
}

/** What a hostile name would do in the places that names reach. */
const hostile = [
  "$(touch owned)", "`touch owned`", "'; touch owned; '", '"; touch owned; "', "x\ntouch owned\n", "x\n- touch owned",
  "${{ env.HF_TOKEN }}", "$(HF_TOKEN)", "END_OF_FILE\ntouch owned", "a: b\nrun: touch owned", "!!js/function x", "&a *a",
  "\u0000x", "--output_dir=/etc", "é ü 漢 🦙", "#SBATCH --uid=0", "\n#SBATCH --uid=0",
]; // prettier-ignore

describe.each(launchers)("%s", (launcher) => {
  it.each(hostile)("quotes a name from outside, and only ever as text: %j", (name) => {
    const request: Partial<LaunchRequest> = {
      name,
      offer: { provider: "aws", instance: name, region: name, tier: "spot", cards: 8 },
      image: "docker.io/pytorch/pytorch",
      steps: [["printf", "%s", name]],
      files: [{ name: "config.txt", text: `${name}\n` }],
      variables: [{ name: "NAMED", value: name }],
      checkpointDir: `/tmp/${name}`,
      uploadTo: `/tmp/${name}`,
    };
    const { text, fileName } = file(launcher, request);
    expect(fileName).toMatch(/^[a-z][a-z0-9.-]+$/u);
    const shells = shellTexts(launcher, text);
    expect(shells).not.toHaveLength(0);
    for (const shell of shells) {
      execFileSync("bash", ["-n"], { input: shell });
      if (launcher === "dstack") expect(shell).not.toMatch(/\$\{\{/u);
    }
    // sbatch reads options up to the first command.
    const lines = text.split("\n");
    const head = lines.slice(
      0,
      Math.max(
        0,
        lines.findIndex((line) => line !== "" && !line.startsWith("#")),
      ),
    );
    for (const line of head) expect(line).not.toMatch(/^#SBATCH --uid/u);
    if (launcher !== "shell" && launcher !== "slurm") {
      const [document] = yamls(text);
      expect(Object.keys(document ?? {})).not.toContain("run: touch owned");
    }
  });

  it.each([1, 2])("writes shell that bash can read, on %i node(s)", (nodes) => {
    const { text } = file(launcher, { gpus: 8 * nodes, nodes, setup: [["pip", "install", "trl==0.24.0"]] });
    for (const shell of shellTexts(launcher, text)) execFileSync("bash", ["-n"], { input: shell });
  });

  it("says where artefacts go, that the disk is scratch, and how to start, in each language", () => {
    for (const language of languages) {
      const { launch } = words(language);
      const { text, start, open } = launchFile({ ...base, launcher }, (note) => launch.notes[note]);
      expect(text).toContain(launch.notes.scratch);
      expect(text).toContain(start);
      expect(text).toContain("CHECKPOINT_DIR");
      expect(open).toContain("upload-destination");
    }
  });

  it("pins the image by digest, or names none", () => {
    const { text, open } = file(launcher);
    const images = [...text.matchAll(/pytorch\/pytorch(\S*)/gu)].map(([, rest]) => rest);
    for (const rest of images) expect(rest).toMatch(/^@sha256:[0-9a-f]{64}$/u);
    expect(open.includes("image-digest")).toBe(images.length > 0);
  });

  it("never invents a card's name", () => {
    for (const accelerator of ["no-such-card", null, "__proto__"]) {
      const { text, open } = file(launcher, { accelerator });
      const byCount = launcher === "slurm" || launcher === "shell";
      expect(open.includes("accelerator")).toBe(!byCount);
      if (!byCount) expect(text).toContain("REPLACE_ME");
    }
  });

  it("names no secret's value, and each secret once it is asked for", () => {
    const { text } = file(launcher, { secrets: ["HF_TOKEN"] });
    if (launcher !== "slurm" && launcher !== "shell") expect(text).toContain("HF_TOKEN");
    expect(text).not.toMatch(/hf_[A-Za-z0-9]/u);
  });
});

describe("a script that really runs", () => {
  /** A folder of programs that stand for those of a cluster. */
  const program = (name: string, body: string): void => {
    const path = join(folder, name);
    writeFileSync(path, `#!/usr/bin/env bash\n${body}\n`);
    chmodSync(path, 0o755);
  };
  const run = (name: string, text: string, env: Record<string, string> = {}) => {
    writeFileSync(join(folder, name), text);
    return spawnSync("bash", [join(folder, name)], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}`, TMPDIR: folder, ...env },
    });
  };

  it.each(hostile.filter((name) => !name.includes("\0")))(
    "hands a name to the command as it is: %j",
    (name) => {
      const { text } = file("shell", { steps: [["printf", "<%s>", name]], uploadTo: join(folder, "kept") });
      const { stdout, stderr, status } = run("names.sh", text);
      expect({ stdout, stderr, status }).toEqual({ stdout: `<${name}>`, stderr: "", status: 0 });
      expect(existsSync(join(folder, "owned"))).toBe(false);
    },
  );

  it("ends before the first step when a variable is missing, and says which", () => {
    const { text } = file("shell", { variables: [{ name: "DATASET", value: null, note: "dataset" }] });
    const without = run("asked.sh", text);
    expect(without).toMatchObject({ status: 64, stdout: "" });
    expect(without.stderr).toContain("UPLOAD_TO: where checkpoints");
    const half = run("asked.sh", text, { UPLOAD_TO: join(folder, "kept") });
    expect(half).toMatchObject({ status: 64, stdout: "" });
    expect(half.stderr).toContain("DATASET");
    expect(run("asked.sh", text, { UPLOAD_TO: join(folder, "kept"), DATASET: "d" }).stdout).toBe("hello\n");
  });

  it("brings back what was kept, and keeps what a failing step wrote", () => {
    const kept = join(folder, "state");
    const write = {
      shell: 'echo "$(cat "$CHECKPOINT_DIR"/steps 2>/dev/null)+" > "$CHECKPOINT_DIR"/steps; exit 3',
    };
    const { text } = file("shell", {
      steps: [["bash", "-c", write.shell]],
      checkpointDir: join(folder, "disk"),
      uploadTo: kept,
    });
    expect(run("fails.sh", text).status).toBe(3);
    expect(readFileSync(join(kept, "steps"), "utf8")).toBe("+\n");
    rmSync(join(folder, "disk"), { recursive: true });
    expect(run("fails.sh", text).status).toBe(3);
    expect(readFileSync(join(kept, "steps"), "utf8")).toBe("++\n");
  });

  it("keeps what it has when the machine is taken back", () => {
    const kept = join(folder, "taken");
    const { text } = file("shell", {
      steps: [["bash", "-c", 'echo 1 > "$CHECKPOINT_DIR"/step; kill -TERM $PPID; exec sleep 60']],
      checkpointDir: join(folder, "disk-taken"),
      uploadTo: kept,
    });
    expect(run("taken.sh", text).status).toBe(143);
    expect(readFileSync(join(kept, "step"), "utf8")).toBe("1\n");
  });

  it("runs a batch script's job once a node, each keeping its own part", () => {
    program("scontrol", "printf 'node-a\\nnode-b\\n'");
    program("srun", 'shift; for id in 0 1; do SLURM_NODEID=$id "$@"; done');
    const step = 'echo "$NODE_RANK of $NODES at $MASTER_ADDR, $GPUS_PER_NODE"';
    const { text } = file("slurm", { gpus: 16, nodes: 2, steps: [["bash", "-c", step]] });
    const { stdout, stderr } = run("batch.sh", text, {
      SLURM_SUBMIT_DIR: folder, SLURM_NNODES: "2", SLURM_JOB_NODELIST: "node-[a-b]", SLURM_JOB_ID: "7",
      UPLOAD_TO: join(folder, "parts"),
    }); // prettier-ignore
    expect({ stdout, stderr }).toEqual({ stdout: "0 of 2 at node-a, 8\n1 of 2 at node-a, 8\n", stderr: "" });
    expect(existsSync(join(folder, "parts/node-1"))).toBe(true);
  });
});

describe("keys that each tool asks for", () => {
  it("SkyPilot: cloud, region, cards and the whole machine", () => {
    const [task] = yamls(file("skypilot", { gpus: 4 }).text);
    expect(task).toMatchObject({
      name: "llama-3-1-8b-pilot",
      resources: {
        infra: "aws/eu-north-1", accelerators: "H100:8", instance_type: "p5.48xlarge", use_spot: false,
        autostop: { idle_minutes: 10, down: true },
      },
      envs: { UPLOAD_TO: null },
    }); // prettier-ignore
    expect(task?.["run"]).toContain("GPUS_PER_NODE=4");
  });

  it("SkyPilot: spot recovers through a managed job, several nodes read their place from it", () => {
    const made = file("skypilot", { gpus: 16, nodes: 2, offer: { ...base.offer!, tier: "spot" } });
    const [task] = yamls(made.text);
    expect(task).toMatchObject({
      num_nodes: 2,
      resources: { use_spot: true, job_recovery: { strategy: "FAILOVER" } },
    });
    expect(task?.["resources"]).not.toHaveProperty("autostop");
    expect(made.start).toMatch(/^sky jobs launch/u);
    expect(task?.["run"]).toContain("SKYPILOT_NODE_IPS");
  });

  it("SkyPilot: a provider's own name of a card, and none of a provider it does not know", () => {
    const at = (provider: string) =>
      yamls(file("skypilot", { offer: { ...base.offer!, provider, region: null } }).text)[0]?.["resources"];
    expect(at("runpod")).toMatchObject({ infra: "runpod", accelerators: "H100-SXM:8" });
    expect(at("ovhcloud")).not.toHaveProperty("infra");
    expect(at("lambda")).not.toHaveProperty("image_id");
  });

  it("dstack: backend, region, machine, spot policy and an end", () => {
    const [task] = yamls(
      file("dstack", { gpus: 16, nodes: 2, offer: { ...base.offer!, tier: "spot" } }).text,
    );
    expect(task).toMatchObject({
      type: "task", nodes: 2, backends: ["aws"], regions: ["eu-north-1"], instance_types: ["p5.48xlarge"],
      spot_policy: "spot", max_duration: "13h", env: ["UPLOAD_TO"], resources: { gpu: "H100:80GB:8" },
      retry: { on_events: ["no-capacity", "interruption"] },
    }); // prettier-ignore
    expect(file("dstack").fileName).toMatch(/\.dstack\.yml$/u);
  });

  it("dstack: a server is a service on its port and keeps nothing", () => {
    const [service] = yamls(file("dstack", { port: 8000, keeps: false }).text);
    expect(service).toMatchObject({ type: "service", port: 8000 });
    expect(service).not.toHaveProperty("env");
    expect(service).not.toHaveProperty("max_duration");
  });

  it("Slurm: options before the first command, time rounded up", () => {
    const { text } = file("slurm", {
      gpus: 16,
      nodes: 2,
      hours: 1.01,
      offer: { ...base.offer!, tier: "spot" },
    });
    const lines = text.split("\n");
    const firstCommand = lines.findIndex((line) => line !== "" && !line.startsWith("#"));
    const options = lines.filter((line) => line.startsWith("#SBATCH "));
    expect(lines.findLastIndex((line) => line.startsWith("#SBATCH "))).toBeLessThan(firstCommand);
    expect(options).toEqual([
      "#SBATCH --job-name=llama-3-1-8b-pilot", "#SBATCH --nodes=2", "#SBATCH --ntasks-per-node=1",
      "#SBATCH --gres=gpu:8", "#SBATCH --time=01:01:00", "#SBATCH --signal=TERM@300",
      "#SBATCH --output=llama-3-1-8b-pilot-%j.log", "#SBATCH --requeue", "#SBATCH --open-mode=append",
    ]); // prettier-ignore
  });

  it("Kubernetes: an indexed job finds its first pod through a headless service", () => {
    const [script, service, job] = yamls(file("kubernetes", { gpus: 16, nodes: 2 }).text);
    const name = "llama-3-1-8b-pilot";
    expect(script).toMatchObject({ kind: "ConfigMap" });
    expect(JSON.stringify(script)).toContain(`MASTER_ADDR=${name}-0.${name}`);
    expect(service).toMatchObject({
      kind: "Service",
      spec: { clusterIP: "None", selector: { "batch.kubernetes.io/job-name": name } },
    });
    expect(job).toMatchObject({
      apiVersion: "batch/v1",
      kind: "Job",
      spec: {
        completions: 2, parallelism: 2, completionMode: "Indexed", activeDeadlineSeconds: 45_000,
        template: {
          spec: {
            subdomain: name,
            restartPolicy: "Never",
            nodeSelector: {
              "topology.kubernetes.io/region": "eu-north-1",
              "node.kubernetes.io/instance-type": "p5.48xlarge",
            },
            containers: [{ resources: { limits: { "nvidia.com/gpu": 8 } } }],
          },
        },
      },
    }); // prettier-ignore
  });

  it("Kubernetes: AMD cards by their plugin, spot machines by their cloud's label and taint", () => {
    const amd = yamls(file("kubernetes", { accelerator: "mi300x", offer: null }).text).at(-1);
    expect(JSON.stringify(amd)).toContain('"amd.com/gpu":8');
    expect(JSON.stringify(amd)).not.toContain("nodeSelector");
    const spot = yamls(
      file("kubernetes", {
        offer: { provider: "gcp", instance: "a3-highgpu-8g", region: "us-central1", tier: "spot", cards: 8 },
      }).text,
    ).at(-1);
    expect(spot).toMatchObject({
      spec: {
        template: {
          spec: {
            nodeSelector: { "cloud.google.com/gke-spot": "true" },
            tolerations: [{ key: "nvidia.com/gpu" }, { key: "cloud.google.com/gke-spot", value: "true" }],
          },
        },
      },
    });
  });

  it("Kubernetes: a server is a deployment behind a service", () => {
    const [, service, workload] = yamls(file("kubernetes", { port: 8000, keeps: false }).text);
    expect(service).toMatchObject({
      spec: { selector: { app: "llama-3-1-8b-pilot" }, ports: [{ port: 8000 }] },
    });
    expect(workload).toMatchObject({
      kind: "Deployment",
      spec: { template: { spec: { restartPolicy: "Always" } } },
    });
  });
});

describe("a request that is our own mistake", () => {
  it.each([{ gpus: 0 }, { nodes: 1.5 }, { variables: [{ name: "A B", value: "x" }] }])(
    "is refused: %j",
    (wrong) => {
      expect(() => file("shell", wrong)).toThrow();
    },
  );
});
