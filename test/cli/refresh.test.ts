import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import nock from "nock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/program.ts";
import { gpuPlan } from "./gpu-plan.ts";

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-refresh-"));
  env = { GPU_PLAN_DATA_DIR: folder };
});
afterEach(() => {
  nock.cleanAll();
  rmSync(folder, { recursive: true, force: true });
});

const item = (price: number, sku = "Standard_NC40ads_H100_v5"): Record<string, unknown> => ({
  currencyCode: "USD", retailPrice: price, armRegionName: "francecentral", meterName: "x", productName: "Virtual Machines X",
  skuName: "x", unitOfMeasure: "1 Hour", type: "Consumption", armSkuName: sku,
}); // prettier-ignore
const azure = (items: readonly unknown[]): nock.Scope =>
  nock("https://prices.azure.com")
    .get("/api/retail/prices")
    .query(true)
    .reply(200, { Items: items, NextPageLink: null, Count: items.length } as nock.Body);
const azureBroken = (): nock.Scope =>
  nock("https://prices.azure.com")
    .get("/api/retail/prices")
    .query(true)
    .reply(200, "<html>maintenance</html>");
const lines = (out: string): Record<string, unknown>[] =>
  out.trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
const azurePrice = async (): Promise<readonly unknown[]> => {
  const { out } = await gpuPlan(["catalog", "list", "offers", "azure h100-nvl", "--json"], { env });
  return lines(out).map((o) => [o["perHour"], o["source"], o["perGpuHour"], o["ageDays"]]);
};

describe("gpu-plan catalog refresh", () => {
  it("brings prices that every command then uses, and keeps them when the source breaks", async () => {
    azure([item(7.25), item(0), item(9, "Standard_NV24")]);
    const first = await gpuPlan(["catalog", "refresh", "--source", "azure"], { env });
    expect(first.status).toBe(0);
    const [feed, summary] = lines(first.out);
    expect(feed).toMatchObject({
      feed: "azure",
      outcome: "updated",
      offers: 1,
      ageDays: 0,
      refused: [
        { at: "page 1 Items[1]", code: "no-price" },
        { at: "page 1 Items[2]", code: "unknown-machine", read: "Standard_NV24" },
      ],
    });
    expect(summary).toMatchObject({ summary: { updated: 1, failed: 0, offers: 1 } });
    expect(await azurePrice()).toEqual([[7.25, "live-azure-retail-prices", 7.25, 0]]);

    azureBroken();
    const second = await gpuPlan(["catalog", "refresh", "--source", "azure"], { env });
    expect(lines(second.out)[0]).toMatchObject({ outcome: "kept", offers: 1, failure: { code: "html" } });
    expect(second.status).toBe(1);
    expect(second.err).toBe("No source could be read: the prices in use stay as they are.\n");
    expect(await azurePrice()).toEqual([[7.25, "live-azure-retail-prices", 7.25, 0]]);
  });

  it("shows a bar and words to a person, in their language", async () => {
    azure([item(7.25), item(0)]);
    const stdout = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = Object.assign(new PassThrough(), { isTTY: true });
    const stdin = Readable.from([]);
    const argv = ["catalog", "refresh", "--source", "azure", "--lang", "fr"];
    expect(await runCli(argv, { stdin, stdout, stderr, env: { LANG: "C", ...env } })).toBe(0);
    const said = (stdout.read() as Buffer).toString("utf8");
    expect(said).toMatch(
      /^azure · à jour · 1 prix · du \d.+ \(0 jour\)\n {2}1 ligne refusée\n {4}page 1 Items\[1\]\u00A0: sans prix/u,
    );
    expect((stderr.read() as Buffer).toString("utf8")).toContain("█".repeat(30));
  });

  it.each([
    [["--source", "gcp"], "--source gcp: known are skypilot, gpuhunt, azure, lambda, runpod, vast, fx."],
    [["--source", "vast"], "vast is asked with a key: set VAST_API_KEY."],
  ])("refuses %j before asking anybody", async (flags, say) => {
    const ran = await gpuPlan(["catalog", "refresh", ...flags], { env });
    expect([ran.status, ran.out, ran.err]).toEqual([2, "", `${say}\n`]);
  });

  it("says that it is offline after one try each, and the snapshot still answers", async () => {
    nock("https://www.ecb.europa.eu").get("/stats/eurofxref/eurofxref-daily.xml").replyWithError(Object.assign(new Error("x"), { code: "ENOTFOUND" })); // prettier-ignore
    const ran = await gpuPlan(["catalog", "refresh", "--source", "fx"], { env });
    expect(lines(ran.out)[0]).toMatchObject({
      feed: "fx",
      outcome: "failed",
      failure: { code: "unreachable", detail: "ENOTFOUND" },
    });
    expect(nock.isDone()).toBe(true);
    expect((await azurePrice()).length).toBeGreaterThan(0);
  });
});
