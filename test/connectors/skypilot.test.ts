import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { issueLines, liveSources, offerLines, whole } from "./price-wire.ts";

const raw = "https://raw.githubusercontent.com";
const mirror = "https://skypilot-catalog.s3.us-east-1.amazonaws.com";
const path = (cloud: string, version = "v9"): string =>
  `/skypilot-org/skypilot-catalog/master/catalogs/${version}/${cloud}/vms.csv`;

afterEach(() => {
  nock.cleanAll();
});

const serve = (cloud: string, csv: string, headers: Record<string, string> = {}): void => {
  nock(raw).get(path(cloud)).reply(200, csv, headers);
};
const info = (name: string, mib: number | string, count: number | string = 1): string =>
  `"{'Gpus': [{'Name': '${name}', 'Manufacturer': 'NVIDIA', 'Count': ${count}, 'MemoryInfo': {'SizeInMiB': ${mib}}}], 'TotalGpuMemoryInMiB': 1}"`;
const aws =
  "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone";
const minimal = "InstanceType,AcceleratorName,AcceleratorCount,Price,Region,GpuInfo,SpotPrice";

async function read(cloud: string, csv: string) {
  serve(cloud, csv);
  const { offers, issues } = whole(await liveSources().read(`skypilot/${cloud}`));
  return { offers, lines: offerLines(offers), issues: issueLines(issues) };
}

describe("skypilot-catalog, prices", () => {
  it("gives spot only where a market made it: the zones' median without copies and tenths of the on-demand price", async () => {
    const row = (spot: string, region: string, zone: string): string =>
      `p5.48xlarge,H100,8.0,192.0,2048.0,${info("H100", 81920, 8)},60.00,${spot},${region},${zone}`;
    const { lines, issues } = await read("aws", [aws,
      row("12.0", "us-east-2", "use2-az1"), row("18.0", "us-east-2", "use2-az2"), row("60.00", "us-east-2", "use2-az3"),
      row("6.0", "eu-south-2", "eus2-az2"), row("", "eu-north-1", "eun1-az1"), row("75.5", "eu-west-1", "euw1-az1"),
      "m8gd.medium,,,1.0,4.0,,0.0643,0.0075,us-east-2,use2-az2", ""].join("\n")); // prettier-ignore
    expect(lines).toEqual([
      "p5.48xlarge us-east-2 spot 8×h100-sxm 15",
      "p5.48xlarge us-east-2 on-demand 8×h100-sxm 60",
      "p5.48xlarge eu-south-2 on-demand 8×h100-sxm 60",
      "p5.48xlarge eu-north-1 on-demand 8×h100-sxm 60",
      "p5.48xlarge eu-west-1 on-demand 8×h100-sxm 60",
    ]);
    expect(issues).toEqual([
      "aws/vms.csv:4 spot-is-on-demand: 60",
      "aws/vms.csv:5 spot-tenth-of-on-demand: 6",
      "aws/vms.csv:7 spot-above-on-demand: 75.5",
      "aws/vms.csv:3 zone-median: 12, 18 USD",
    ]);
  });

  it("keeps a spot price without an on-demand price, and says which row has none at all", async () => {
    const { lines, issues } = await read("aws", [aws,
      `p5e.48xlarge,H200,8.0,192.0,2048.0,${info("H200", 144384, 8)},,19.5,us-east-2,use2-az3`,
      `p5e.48xlarge,H200,8.0,192.0,2048.0,${info("H200", 144384, 8)},,,us-west-2,usw2-az3`,
    ].join("\n")); // prettier-ignore
    expect(lines).toEqual(["p5e.48xlarge us-east-2 spot 8×h200-sxm 19.5"]);
    expect(issues).toEqual(["aws/vms.csv:3 no-price: p5e.48xlarge"]);
  });

  it("adds host and GPU on GCP, in the same zone; the host of an A4 is free on purpose, of any other a gap", async () => {
    const gcp =
      "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice";
    const mib = (n: number): string => `{'Gpus': [{'MemoryInfo': {'SizeInMiB': ${n}}}]}`;
    const { lines, issues } = await read("gcp", [gcp,
      "a3-ultragpu-8g,224.0,2952.0,,,,us-east4,us-east4-b,12.5,4.5",
      "a3-ultragpu-8g,224.0,2952.0,,,,us-east5,us-east5-a,12.5,4.5",
      "a3-ultragpu-8g,224.0,2952.0,,,,us-south1,us-south1-b,12.5,4.5",
      "a4-highgpu-8g,224.0,3968.0,,,,us-central1,us-central1-b,0.0,0.0",
      "g2-standard-8,8.0,32.0,,,,europe-west4,europe-west4-a,0.4,0.2",
      "g2-standard-12,12.0,48.0,,,,europe-west4,europe-west4-a,0.0,0.0",
      `,,,H200,8,${mib(144384)},us-east4,us-east4-b,74.5,35.5`,
      `,,,H200,8,${mib(144384)},us-east5,us-east5-a,36.6,`,
      `,,,H200,8,${mib(144384)},us-south1,us-south1-b,36.6,45.5`,
      `,,,B200,8,${mib(184320)},us-central1,us-central1-b,90,40`,
      `,,,L4,1,${mib(24576)},europe-west4,europe-west4-a,0.6,0.3`,
      `,,,H200,8,${mib(144384)},europe-west1,europe-west1-b,80,30`,
      ",,,tpu-v5p-16,1,tpu-v5p-16,europe-west4,europe-west4-b,33.6,8.2",
      ",,,tpu-v5p-16,1,tpu-v5p-16,europe-west4,europe-west4-b,33.6,8.2",
      ",,,tpu-v6e-8,1,tpu-v6e-8,europe-west4,europe-west4-b,21.6,8",
    ].join("\n")); // prettier-ignore
    expect(lines).toEqual([
      "g2-standard-8 europe-west4 spot 1×l4 0.5",
      "g2-standard-8 europe-west4 on-demand 1×l4 1",
      "tpu-v6e-8 europe-west4 spot 8×tpu-v6e 8",
      "tpu-v5p-16 europe-west4 spot 8×tpu-v5p 8.2",
      "tpu-v6e-8 europe-west4 on-demand 8×tpu-v6e 21.6",
      "tpu-v5p-16 europe-west4 on-demand 8×tpu-v5p 33.6",
      "a3-ultragpu-8g us-east4 spot 8×h200-sxm 40",
      "a4-highgpu-8g us-central1 spot 8×b200 40",
      "a3-ultragpu-8g us-south1 spot 8×h200-sxm 50",
      "a3-ultragpu-8g us-east4 on-demand 8×h200-sxm 87",
      "a4-highgpu-8g us-central1 on-demand 8×b200 90",
    ]);
    expect(issues).toEqual([
      "gcp/vms.csv:9 commitment-price: 36.6",
      "gcp/vms.csv:10 commitment-price: 36.6",
      "gcp/vms.csv:13 no-host-price: H200 in europe-west1-b",
      "gcp/vms.csv:14 cores-to-chips: tpu-v5p-16 → 8",
      "gcp/vms.csv:15 cores-to-chips: tpu-v5p-16 → 8",
      "gcp/vms.csv:15 duplicate: tpu-v5p-16 europe-west4",
      "gcp/vms.csv:15 duplicate: tpu-v5p-16 europe-west4",
    ]);
  });

  it("leaves a region open where the column is every region the fetcher knows", async () => {
    const b200 = (region: string): string =>
      `gpu_8x_b200_sxm6,B200,8.0,50.4,${region},${info("B200", 184320, 8)},`;
    const { offers, lines } = await read(
      "lambda",
      [minimal, b200("us-east-1"), b200("europe-central-1")].join("\n"),
    );
    expect(lines).toEqual(["gpu_8x_b200_sxm6 - on-demand 8×b200 50.4"]);
    expect(offers[0]).toMatchObject({
      region: null,
      area: null,
      source: "live-skypilot-catalog",
      observedAt: "2026-11-30",
    });
  });

  it("leaves the currency open where the source converts none", async () => {
    const { offers, issues } = await read(
      "seeweb",
      `${minimal}\nECS3GPU3,A100,4,3.5,,${info("A100", 81920, 4.0)},\n`,
    );
    expect(offers[0]).toMatchObject({ perHour: 3.5, unverified: ["currency", "form-factor"], region: null });
    expect(issues).toEqual(["seeweb/vms.csv:2 currency-left-open: 3.5"]);
  });

  it("names the seller of a resold machine", async () => {
    const { offers } = await read("shadeform",
      `${minimal}\ncrusoe_A100-80G-sxm4x8,A100-80GB,8.0,18.8,culpeper-usa-1,"{'Gpus': [{'Name': 'A100-80GB', 'Count': 8.0, 'MemoryInfo': {'SizeInMiB': 80}, 'TotalGpuMemoryInMiB': 640}]}",`); // prettier-ignore
    expect(offers[0]).toMatchObject({
      provider: "crusoe",
      instance: "A100-80G-sxm4x8 (via shadeform)",
      area: "us",
      accelerator: "a100-80gb-sxm",
    });
  });

  it("calls Vast's medians a community price, and never lists Mithril's bid floors or Azure's stale file", async () => {
    const { offers } = await read(
      "vast",
      `${minimal}\n1x-RTX_4090,RTX4090,1,0.4,FR,${info("RTX4090", 24564)},0.3`,
    );
    expect(offers.map((o) => [o.provider, o.tier, o.area])).toEqual([
      ["vast-ai", "community", "eu"],
      ["vast-ai", "spot", "eu"],
    ]);
    const { feed } = liveSources();
    for (const left of ["mithril", "azure", "scaleway"]) expect(() => feed(`skypilot/${left}`)).toThrow();
  });

  it.each([
    ["0.01", "impossible-price: 0.01"],
    ["-3", "impossible-price: -3"],
    ["0", "impossible-price: 0"],
    ["9e9", "impossible-price: 9000000000"],
    ["nan", "no-price: x1"],
  ])("refuses %s as a price", async (price, why) => {
    const { lines, issues } = await read(
      "nebius",
      `${minimal}\nx1,B200,1,${price},us-1,${info("B200", 184320)},\n`,
    );
    expect([lines, issues]).toEqual([[], [`nebius/vms.csv:2 ${why}`]]);
  });

  it("keeps the dearer of two prices for one machine, drops what is far under its price elsewhere, and says so", async () => {
    const row = (region: string, price: number): string =>
      `t1,L40S,1,${price},${region},${info("L40S", 49152)},`;
    const { lines, issues } = await read("nebius",
      [minimal, row("a", 2), row("a", 2.2), row("a", 2.2), row("b", 2), row("c", 2), row("d", 2), row("e", 0.9)].join("\n")); // prettier-ignore
    expect(lines).toEqual([
      "t1 b on-demand 1×l40s 2", "t1 c on-demand 1×l40s 2", "t1 d on-demand 1×l40s 2", "t1 a on-demand 1×l40s 2.2",
    ]); // prettier-ignore
    expect(issues).toEqual([
      "nebius/vms.csv:4 duplicate: t1 a",
      "nebius/vms.csv:3 contradiction-dearest-kept: 2, 2.2 USD",
      "nebius/vms.csv:8 outlier-price: 0.9 against 2",
    ]);
  });
});

describe("skypilot-catalog, cards", () => {
  it.each([
    [
      "runpod writes GB in a MiB field",
      "runpod",
      `1x_A100-80GB_SECURE,A100-80GB,1.0,1.6,RO,${info("A100 PCIe", 80)},`,
      "1×a100-80gb-pcie",
    ],
    [
      "verda writes the total for each card, and multiplies it again",
      "verda",
      `8B300.240V,B300,8.0,40,FIN-03,${info("B300", 2150400, 8)},`,
      "8×b300",
    ],
    [
      "verda's names grow with the count",
      "verda",
      `8A100.176V,A100-80GB-640GB,8.0,9.3,FIN-03,${info("A100 SXM4 80GB", 655360, 8)},`,
      "8×a100-80gb-sxm",
    ],
    [
      "nebius writes no memory",
      "nebius",
      `gpu-h100-sxm_8gpu,H100,8,24,eu-north1,${info("H100", 0, 8)},`,
      "8×h100-sxm",
    ],
    [
      "cudo's count is a text and A100 the 80 GB card",
      "cudo",
      `epyc-a100-pcie_1x,A100,1.0,1.3,no-x-1,${info("A100", 81920, "'1.0'")},`,
      "1×a100-80gb-pcie",
    ],
    [
      "hyperstack's literal holds null, and bridged PCIe is no SXM",
      "hyperstack",
      `n3-H100x8-NVLink,H100-80G-PCIe-NVLink,8,15.5,CANADA-1,"{'Gpus': [{'Name': 'x', 'Manufacturer': null, 'MemoryInfo': {'SizeInMiB': 81920}}]}",`,
      "8×h100-pcie",
    ],
    ["A6000 is the Ampere card", "cudo", `i-a6000,A6000,1,0.5,se-1,${info("A6000", 49152)},`, "1×rtx-a6000"],
    [
      "RTX6000-Ada is the Ada card",
      "runpod",
      `r-ada,RTX6000-Ada,1,0.8,US,${info("RTX6000-Ada", 48)},`,
      "1×rtx-6000-ada",
    ],
    [
      "RTXPRO6000 is the Blackwell card",
      "seeweb",
      `r-pro,RTXPRO6000,1,1.9,it-fr2,${info("RTX", 0)},`,
      "1×rtx-pro-6000",
    ],
    ["a name beside a broken literal", "do", `gpu-mi300x1-192gb,MI300X,1,2,nyc2,"{'Gpus': [{",`, "1×mi300x"],
    ["a slice keeps its share", "aws", "g6f.large,L4,0.125,0.3,us-east-1,,", "0.125×l4"],
  ])("%s", async (_why, cloud, row, card) => {
    const { lines } = await read(cloud, `${minimal}\n${row}\n`);
    expect(lines.map((line) => line.split(" ").find((part) => part.includes("×")))).toEqual([card]);
  });

  it.each([
    ["RTX6000 is the 24 GB Quadro", `q,RTX6000,1,0.5,us,${info("RTX6000", 24576)},`, "unknown-card"],
    ["a card that the catalogue does not have", `k,K80,1,0.5,us,${info("K80", 12288)},`, "unknown-card"],
    [
      "a 4090 with 48 GB is not sold by its maker",
      `m,RTX4090,1,0.5,us,${info("RTX4090", 49152)},`,
      "modified-card",
    ],
    ["an A100 of unknown memory may be two cards", `a,A100,1,1.5,us,${info("A100", 0)},`, "ambiguous-card"],
    ["no count", `b,B200,,4,us,${info("B200", 184320)},`, "unknown-count"],
  ])("refuses: %s", async (_why, row, code) => {
    const { lines, issues } = await read("fluidstack", `${minimal}\n${row}\n`);
    expect([lines, issues.map((line) => line.split(/[ :]/u)[2])]).toEqual([[], [code]]);
  });

  it("sets a count right that a known machine contradicts", async () => {
    const { lines, issues } = await read("aws", `${minimal}\np5.48xlarge,H100,12,60,us-east-1,,\n`);
    expect([lines, issues]).toEqual([
      ["p5.48xlarge us-east-1 on-demand 8×h100-sxm 60"],
      ["aws/vms.csv:2 count-repaired: 12 → 8"],
    ]);
  });
});

describe("skypilot-catalog, addresses", () => {
  const one = `${minimal}\nx1,B200,1,4,us-1,${info("B200", 184320)},\n`;

  it("falls back to v8 where v9 has no such cloud, and to the mirror where the repository does not answer", async () => {
    nock(raw).get(path("nebius")).reply(404);
    nock(raw).get(path("nebius", "v8")).reply(200, one);
    expect(whole(await liveSources().read("skypilot/nebius")).offers).toHaveLength(1);

    nock(raw).get(path("nebius")).times(3).reply(503);
    nock(mirror).get("/catalogs/v9/nebius/vms.csv").reply(403);
    nock(mirror).get("/catalogs/v8/nebius/vms.csv").reply(200, one);
    expect(whole(await liveSources().read("skypilot/nebius")).offers).toHaveLength(1);
  });

  it("asks conditionally the second time, and reads nothing when nothing changed", async () => {
    serve("nebius", one, { etag: '"abc"' });
    const first = whole(await liveSources().read("skypilot/nebius"));
    nock(raw).get(path("nebius")).matchHeader("if-none-match", '"abc"').reply(304);
    expect(await liveSources().read("skypilot/nebius", first.validators)).toEqual({
      kind: "unchanged",
      observedAt: "2026-11-30",
    });
  });

  it.each([
    ["HTML in place of CSV", "<!DOCTYPE html><html><body>rate limited</body></html>", "html"],
    ["an error body with status 200", '{"message":"Not Found"}', "not-the-shape"],
    ["another table", "a,b,c\n1,2,3\n", "not-the-shape"],
    ["a cut inside a quote", one.slice(0, -20), "truncated"],
    ["a cut between fields", `${minimal}\nx1,B200,1,4,us-1,,\nx2,B2`, "truncated"],
  ])("takes nothing from %s", async (_what, body, code) => {
    serve("nebius", body);
    expect(await liveSources().read("skypilot/nebius")).toMatchObject({ kind: "failed", code });
  });

  it("refuses one row with too many fields and keeps the others", async () => {
    const { lines, issues } = await read(
      "nebius",
      `${minimal}\nx0,B200,1,4,us-1,,,9,9\nx1,B200,1,4,us-1,,\n`,
    );
    expect([lines, issues]).toEqual([
      ["x1 us-1 on-demand 1×b200 4"],
      ["nebius/vms.csv:2 wrong-field-count: x0,B200,1,4,us-1,,,9,9"],
    ]);
  });
});
