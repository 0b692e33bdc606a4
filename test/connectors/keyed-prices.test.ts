import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { issueLines, liveSources, offerLines, whole } from "./price-wire.ts";

afterEach(() => {
  nock.cleanAll();
});

const lambda = (data: unknown): nock.Scope =>
  nock("https://cloud.lambdalabs.com")
    .get("/api/v1/instance-types")
    .matchHeader("authorization", "Bearer lambda-key")
    .reply(200, { data } as nock.Body);
const lambdaType = (
  name: string,
  description: string,
  cents: number,
  regions: readonly string[],
  gpus = 1,
) => ({
  instance_type: {
    name,
    description,
    price_cents_per_hour: cents,
    specs: { vcpus: 64, memory_gib: 432, storage_gib: 4096, gpus },
  },
  regions_with_capacity_available: regions.map((region) => ({ name: region, description: "" })),
});

describe("Lambda's instance types", () => {
  it("are priced in cents, named in the description, and sold where capacity is seen", async () => {
    lambda({
      gpu_1x_gh200: lambdaType("gpu_1x_gh200", "1x GH200 (96 GB)", 245, []),
      gpu_8x_b200_sxm6: lambdaType(
        "gpu_8x_b200_sxm6",
        "8x B200 (180 GB SXM6)",
        5000,
        ["us-east-1", "europe-central-1"],
        8,
      ),
      gpu_1x_h100_pcie: lambdaType("gpu_1x_h100_pcie", "1x H100 (80 GB PCIe)", 300, ["us-east-1"]),
      cpu_4x: lambdaType("cpu_4x", "4x CPU General", 20, ["us-east-1"], 0),
      odd: { price: 3 },
    });
    const { offers, issues } = whole(await liveSources().read("lambda"));
    expect(offerLines(offers)).toEqual([
      "gpu_1x_h100_pcie us-east-1 on-demand 1×h100-pcie 3",
      "gpu_8x_b200_sxm6 us-east-1 on-demand 8×b200 50",
      "gpu_8x_b200_sxm6 europe-central-1 on-demand 8×b200 50",
    ]);
    expect(offers.map((o) => o.area)).toEqual(["us", "eu", "us"]);
    expect(issueLines(issues)).toEqual([
      "data.gpu_1x_gh200 no-capacity: gpu_1x_gh200",
      "data.odd unreadable-row: instance_type",
    ]);
  });

  it("say when the key is refused, and a key follows no redirect", async () => {
    nock("https://cloud.lambdalabs.com")
      .get("/api/v1/instance-types")
      .reply(401, { error: { code: "global/invalid-api-key" } });
    expect(await liveSources().read("lambda")).toEqual({
      kind: "failed",
      code: "key-refused",
      detail: "status 401",
    });
    nock("https://cloud.lambdalabs.com")
      .get("/api/v1/instance-types")
      .times(3)
      .reply(302, "", { location: "https://evil.example/" });
    const evil = nock("https://evil.example").get("/").reply(200, { data: {} });
    expect(await liveSources().read("lambda")).toMatchObject({ kind: "failed", code: "unreachable" });
    expect(evil.isDone()).toBe(false);
  });
});

const runpod = (gpuTypes: readonly unknown[]): nock.Scope =>
  nock("https://api.runpod.io")
    .post("/graphql", (body: { query: string }) => body.query.includes("gpuTypes"))
    .matchHeader("authorization", "Bearer runpod-key")
    .reply(200, { data: { gpuTypes } } as nock.Body);
const gpuType = (over: Record<string, unknown>): Record<string, unknown> => ({
  id: "NVIDIA H100 80GB HBM3", displayName: "H100 SXM", memoryInGb: 80, maxGpuCount: 2, secureCloud: true,
  communityCloud: true, securePrice: 3, communityPrice: 2.5, secureSpotPrice: null, communitySpotPrice: null,
  lowestPrice: { minimumBidPrice: null, uninterruptablePrice: 3, minVcpu: 20, minMemory: 125, stockStatus: "Low" }, ...over,
}); // prettier-ignore

describe("RunPod's GPU types", () => {
  it("are priced by the card: as many times as there are cards; HBM3 says SXM", async () => {
    runpod([gpuType({ secureSpotPrice: 1.5 })]);
    const { offers } = whole(await liveSources().read("runpod"));
    expect(offerLines(offers)).toEqual([
      "secure: NVIDIA H100 80GB HBM3 - spot 1×h100-sxm 1.5",
      "community: NVIDIA H100 80GB HBM3 - community 1×h100-sxm 2.5",
      "secure: NVIDIA H100 80GB HBM3 - on-demand 1×h100-sxm 3",
      "secure: 2 × NVIDIA H100 80GB HBM3 - spot 2×h100-sxm 3",
      "community: 2 × NVIDIA H100 80GB HBM3 - community 2×h100-sxm 5",
      "secure: 2 × NVIDIA H100 80GB HBM3 - on-demand 2×h100-sxm 6",
    ]);
    expect(offers.find((o) => o.gpus === 2)).toMatchObject({ vcpus: 40, hostRamGib: 250 });
  });

  it("refuse what is out of stock, community prices that stand for nothing, and spot that costs more", async () => {
    runpod([
      gpuType({ id: "NVIDIA H200 NVL", lowestPrice: { stockStatus: null } }),
      gpuType({
        id: "NVIDIA B200",
        memoryInGb: 180,
        maxGpuCount: 1,
        securePrice: 5.5,
        communityPrice: 5.6,
        secureSpotPrice: 6,
      }),
      gpuType({ id: "NVIDIA L4", memoryInGb: 24, maxGpuCount: 1, securePrice: 0.4, communityPrice: 0.1 }),
      { id: 7 },
    ]);
    const { offers, issues } = whole(await liveSources().read("runpod"));
    expect(offerLines(offers)).toEqual([
      "secure: NVIDIA L4 - on-demand 1×l4 0.4",
      "secure: NVIDIA B200 - on-demand 1×b200 5.5",
    ]);
    expect(issueLines(issues)).toEqual([
      "data.gpuTypes[0] not-offered: NVIDIA H200 NVL",
      "data.gpuTypes[1].communityPrice placeholder-price: 5.6 beside 5.5",
      "data.gpuTypes[2].communityPrice placeholder-price: 0.1 beside 0.4",
      "data.gpuTypes[3] unreadable-row: id",
      "data.gpuTypes[1] spot-above-on-demand: 6",
    ]);
  });

  it("take nothing from errors that come with status 200", async () => {
    nock("https://api.runpod.io")
      .post("/graphql")
      .reply(200, { errors: [{ message: "not allowed" }], data: null });
    expect(await liveSources().read("runpod")).toMatchObject({ kind: "failed", code: "error-body" });
  });
});

const bundle = (over: Record<string, unknown>): Record<string, unknown> => ({
  id: 11, gpu_name: "RTX 4090", num_gpus: 2, gpu_ram: 24564, gpu_total_ram: 49128, cpu_cores: 64, cpu_cores_effective: 16,
  cpu_ram: 524288, disk_space: 300, storage_cost: 0.24, dph_base: 0.7, min_bid: 0.5, geolocation: "France, FR",
  datacenter: false, rentable: true, ...over,
}); // prettier-ignore
const vast = (offers: readonly unknown[]): nock.Scope =>
  nock("https://console.vast.ai")
    .post("/api/v0/bundles/")
    .reply(200, { offers } as nock.Body);

describe("Vast's offers", () => {
  it("are hosts with all their cards: disk added, memory by the share of the cores", async () => {
    vast([bundle({})]);
    const { offers } = whole(await liveSources().read("vast"));
    expect(offerLines(offers)).toEqual([
      "offer 11 FR spot 2×rtx-4090 0.6",
      "offer 11 FR community 2×rtx-4090 0.8",
    ]);
    expect(offers[0]).toMatchObject({
      provider: "vast-ai",
      area: "eu",
      hostRamGib: 128,
      vcpus: 16,
      localDiskGb: 300,
    });
  });

  it("stay unknown where the host says nothing, and are refused where they cannot be rented or are modified", async () => {
    vast([
      bundle({ id: 1, cpu_cores: null, geolocation: null }), bundle({ id: 2, rentable: false }),
      bundle({ id: 3, gpu_ram: 49140 }), bundle({ id: 4, gpu_name: null }), bundle({ id: 5, dph_base: null }), { id: "x" },
    ]); // prettier-ignore
    const { offers, issues } = whole(await liveSources().read("vast"));
    expect(offers.map((o) => [o.instance, o.hostRamGib, o.region, o.area])).toEqual([
      ["offer 1", null, null, null],
      ["offer 1", null, null, null],
    ]);
    expect(issues.map(({ at, code }) => `${at} ${code}`)).toEqual([
      "offers[1] not-offered", "offers[4] no-price", "offers[5] unreadable-row",
      "offers[2] modified-card", "offers[3] no-card-name",
    ]); // prettier-ignore
  });
});

const ecb = (body: string, headers: Record<string, string> = {}): nock.Scope =>
  nock("https://www.ecb.europa.eu").get("/stats/eurofxref/eurofxref-daily.xml").reply(200, body, headers);
const xml = (date: string, rates: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube><Cube time='${date}'>${Object.entries(rates)
    .map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)
    .join("")}</Cube></Cube></gesmes:Envelope>`;

describe("the ECB's reference rates", () => {
  const usual = { USD: "1.1500", JPY: "170.1", GBP: "0.8700", CHF: "0.9400", CAD: "1.6000" };

  it("are read with their date, as units for one dollar", async () => {
    ecb(xml("2026-11-27", usual));
    const read = await liveSources().read("fx");
    if (read.kind !== "read" || read.rates === null) throw new Error(JSON.stringify(read));
    expect(read.observedAt).toBe("2026-11-27");
    expect(read.rates.date).toBe("2026-11-27");
    expect(read.rates.perUsd.EUR).toBeCloseTo(1 / 1.15, 12);
    expect(read.rates.perUsd.CAD).toBeCloseTo(1.6 / 1.15, 12);
  });

  it.each([
    ["a page", "<!doctype html><html></html>", "html"],
    ["a cut document", xml("2026-11-27", usual).slice(0, 150), "truncated"],
    ["no dollar", xml("2026-11-27", { GBP: "0.87" }), "not-the-shape"],
    ["no day", "<x></x>", "not-the-shape"],
    ["a day to come", xml("2026-12-24", usual), "implausible-rates"],
    ["a rate of another unit", xml("2026-11-27", { ...usual, GBP: "87" }), "implausible-rates"],
    ["a dollar worth two euros", xml("2026-11-27", { ...usual, USD: "0.5" }), "implausible-rates"],
  ])("take nothing from %s", async (_what, body, code) => {
    ecb(body);
    expect(await liveSources().read("fx")).toMatchObject({ kind: "failed", code });
  });

  it("are asked for conditionally", async () => {
    ecb(xml("2026-11-27", usual), { "last-modified": "Fri, 27 Nov 2026 15:00:00 GMT" });
    const first = await liveSources().read("fx");
    if (first.kind !== "read") throw new Error(first.kind);
    nock("https://www.ecb.europa.eu")
      .get("/stats/eurofxref/eurofxref-daily.xml")
      .matchHeader("if-modified-since", "Fri, 27 Nov 2026 15:00:00 GMT")
      .reply(304);
    expect(await liveSources().read("fx", first.validators)).toEqual({ kind: "unchanged", observedAt: null });
  });
});
