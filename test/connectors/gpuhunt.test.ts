import { strToU8, zipSync } from "fflate";
import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { issueLines, liveSources, offerLines, whole } from "./price-wire.ts";

const host = "https://dstack-gpu-pricing.s3.eu-west-1.amazonaws.com";
const header =
  "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,cpu_arch,provider_data";

afterEach(() => {
  nock.cleanAll();
});

function serve(provider: string, csv: string, version = "20261128-7"): void {
  const zip = Buffer.from(zipSync({ [`${provider}.csv`]: strToU8(csv) }));
  nock(host).get(`/v3/${provider}/version`).reply(200, `${version}\n`);
  nock(host).get(`/v3/${provider}/${version}/catalog.zip`).reply(200, zip);
}

async function read(provider: string, rows: readonly string[]) {
  serve(provider, [header, ...rows].join("\n"));
  const { offers, issues } = whole(await liveSources().read(`gpuhunt/${provider}`));
  return { offers, lines: offerLines(offers), issues: issueLines(issues) };
}

describe("gpuhunt's catalogue", () => {
  it("is dated by its version, and its bare names are told apart by machine and memory", async () => {
    const { offers, lines } = await read("aws", [
      "p4d.24xlarge,us-east-2,21.5,96,1152.0,8,A100,40.0,False,,nvidia,,x86,{}",
      "p4de.24xlarge,us-east-2,27.5,96,1152.0,8,A100,80.0,False,,nvidia,,x86,{}",
      "p4de.24xlarge,us-east-2,9.5,96,1152.0,8,A100,80.0,True,,nvidia,,x86,{}",
      "m5.large,us-east-2,0.1,2,8.0,0,,,False,,,,x86,{}",
    ]);
    expect(lines).toEqual([
      "p4de.24xlarge us-east-2 spot 8×a100-80gb-sxm 9.5",
      "p4d.24xlarge us-east-2 on-demand 8×a100-40gb-sxm 21.5",
      "p4de.24xlarge us-east-2 on-demand 8×a100-80gb-sxm 27.5",
    ]);
    expect(offers[0]).toMatchObject({ observedAt: "2026-11-28", source: "live-gpuhunt", area: "us" });
  });

  it("undoes what it does to Lambda: regions crossed with machines, GiB turned into GB", async () => {
    const { offers, issues } = await read("lambdalabs", [
      "gpu_1x_gh200,us-east-1,2.3,64,463.8384,1,GH200,96.0,False,4398.1,nvidia,lambda-arm,arm,{}",
      "gpu_1x_gh200,europe-central-1,2.3,64,463.8384,1,GH200,96.0,False,4398.1,nvidia,lambda-arm,arm,{}",
    ]);
    expect(offers).toHaveLength(1);
    expect(offers[0]).toMatchObject({ provider: "lambda", region: null, accelerator: "gh200-96gb" });
    expect(offers[0]?.hostRamGib).toBeCloseTo(432, 1);
    expect(issues.map((line) => line.split(" ")[1])).toEqual(["region-left-open:", "region-left-open:"]);
  });

  it("refuses OCI's spot of half the price, a count without a name, and rows without a price", async () => {
    const { lines, issues } = await read("oci", [
      "BM.GPU.H100.8,us-ashburn-1,80,224,2048,8,H100,80,False,,nvidia,,x86,{}",
      "BM.GPU.H100.8,us-ashburn-1,40,224,2048,8,H100,80,True,,nvidia,,x86,{}",
      "VM.X,us-ashburn-1,3,12,90,1,,16,False,,nvidia,,x86,{}",
      "VM.Y,us-ashburn-1,,12,90,1,A10,24,False,,nvidia,,x86,{}",
    ]);
    expect(lines).toEqual(["BM.GPU.H100.8 us-ashburn-1 on-demand 8×h100-sxm 80"]);
    expect(issues.map((line) => line.split(/[ :]/u)[2])).toEqual([
      "rule-of-thumb-price",
      "no-price",
      "no-card-name",
    ]);
  });

  it("takes MI325X with its wrong 288 GB, L4 with 22, and a slice of Azure's A10 as a slice", async () => {
    const { lines } = await read("azure", [
      "Standard_NV12ads_A10_v5,francecentral,0.6,12,110,1,A10,24,False,,nvidia,,x86,{}",
      "Standard_NC40ads_H100_v5,francecentral,8,40,320,1,H100NVL,94,False,,nvidia,,x86,{}",
    ]);
    expect(lines).toEqual([
      "Standard_NV12ads_A10_v5 francecentral on-demand 0.333×a10 0.6",
      "Standard_NC40ads_H100_v5 francecentral on-demand 1×h100-nvl 8",
    ]);
    const other = await read("cloudrift", [
      "x,us,2,8,64,1,MI325X,288,False,,amd,,x86,{}",
      "y,us,1,8,64,1,L4,22,False,,nvidia,,x86,{}",
    ]);
    expect(other.lines).toEqual(["y us on-demand 1×l4 1", "x us on-demand 1×mi325x 2"]);
  });

  it("asks for the version alone when it is the one that was read", async () => {
    serve("aws", `${header}\np4d.24xlarge,us-east-2,21.5,96,1152.0,8,A100,40.0,False,,nvidia,,x86,{}\n`);
    const first = whole(await liveSources().read("gpuhunt/aws"));
    nock(host).get("/v3/aws/version").reply(200, "20261128-7");
    expect(await liveSources().read("gpuhunt/aws", first.validators)).toEqual({
      kind: "unchanged",
      observedAt: "2026-11-28",
    });
  });

  it.each([
    ["an archive that is cut", (zip: Buffer) => zip.subarray(0, 60), "truncated"],
    ["no archive", () => Buffer.from("no zip at all"), "truncated"],
    ["another file inside", () => Buffer.from(zipSync({ "other.csv": strToU8("a\n") })), "not-the-shape"],
    ["a page", () => Buffer.from("<html><body>AccessDenied</body></html>"), "html"],
  ])("takes nothing from %s", async (_what, bytes, code) => {
    const zip = Buffer.from(zipSync({ "aws.csv": strToU8(`${header}\n`) }));
    nock(host).get("/v3/aws/version").reply(200, "20261128-7");
    nock(host).get("/v3/aws/20261128-7/catalog.zip").reply(200, bytes(zip));
    expect(await liveSources().read("gpuhunt/aws")).toMatchObject({ kind: "failed", code });
  });

  it("takes nothing when the version is none", async () => {
    nock(host).get("/v3/aws/version").reply(200, "latest");
    expect(await liveSources().read("gpuhunt/aws")).toMatchObject({ kind: "failed", code: "not-the-shape" });
  });

  it("does not unpack what is said to be larger than any catalogue", async () => {
    const zip = Buffer.from(zipSync({ "aws.csv": new Uint8Array(125_000_000) }));
    nock(host).get("/v3/aws/version").reply(200, "20261128-7");
    nock(host).get("/v3/aws/20261128-7/catalog.zip").reply(200, zip);
    expect(await liveSources().read("gpuhunt/aws")).toMatchObject({ kind: "failed", code: "too-large" });
  });
});
