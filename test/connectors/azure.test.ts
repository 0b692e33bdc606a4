import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { issueLines, liveSources, offerLines, whole } from "./price-wire.ts";

const host = "https://prices.azure.com";
const item = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  currencyCode: "USD", tierMinimumUnits: 0, retailPrice: 7.2, unitPrice: 7.2, armRegionName: "francecentral",
  meterName: "NC40ads H100 v5", productName: "Virtual Machines NCads H100 v5 Series", skuName: "NC40ads H100 v5",
  serviceName: "Virtual Machines", unitOfMeasure: "1 Hour", type: "Consumption", isPrimaryMeterRegion: true,
  armSkuName: "Standard_NC40ads_H100_v5", ...over,
}); // prettier-ignore

afterEach(() => {
  nock.cleanAll();
});

const page = (items: readonly unknown[], next: string | null = null): Record<string, unknown> => ({
  BillingCurrency: "USD",
  Items: items,
  NextPageLink: next,
  Count: items.length,
});
type Query = Parameters<nock.Interceptor["query"]>[0];
const serve = (body: nock.Body, query: Query = true): void => {
  nock(host).get("/api/retail/prices").query(query).reply(200, body);
};

describe("Azure's retail prices", () => {
  it("are asked in dollars, for Linux GPU sizes, and followed to the last page", async () => {
    const asked: string[] = [];
    nock(host)
      .get("/api/retail/prices")
      .query((q) => {
        asked.push(String(q["currencyCode"]), String(q["$filter"]));
        return q["$skip"] === undefined;
      })
      .reply(200, page([item()], `${host}/api/retail/prices?$skip=1000`));
    serve(page([item({ armRegionName: "westeurope", retailPrice: 7.6 })]), { $skip: "1000" });
    const { offers } = whole(await liveSources().read("azure"));
    expect(offerLines(offers)).toEqual([
      "Standard_NC40ads_H100_v5 francecentral on-demand 1×h100-nvl 7.2",
      "Standard_NC40ads_H100_v5 westeurope on-demand 1×h100-nvl 7.6",
    ]);
    expect(offers[0]).toMatchObject({ area: "eu", vcpus: 40, hostRamGib: 320, observedAt: "2026-11-30" });
    expect(asked[0]).toBe("'USD'");
    expect(asked[1]).toContain("contains(productName,'Windows') eq false");
  });

  it("give spot by the meter's name, a savings plan as reserved, counts and slices by the size's name", async () => {
    serve(page([
      item({ savingsPlan: [{ retailPrice: 3.1, unitPrice: 3.1, term: "3 Years" }, { retailPrice: 5, unitPrice: 5, term: "1 Year" }] }),
      item({ meterName: "NC40ads H100 v5 Spot", retailPrice: 2.2 }),
      item({ armSkuName: "Standard_ND96isr_H100_v5", retailPrice: 95 }),
      item({ armSkuName: "Standard_NV12ads_A10_v5", retailPrice: 0.6 }),
    ])); // prettier-ignore
    expect(offerLines(whole(await liveSources().read("azure")).offers)).toEqual([
      "Standard_NV12ads_A10_v5 francecentral on-demand 0.333×a10 0.6",
      "Standard_NC40ads_H100_v5 francecentral spot 1×h100-nvl 2.2",
      "Standard_NC40ads_H100_v5 francecentral reserved 1×h100-nvl 5",
      "Standard_NC40ads_H100_v5 francecentral on-demand 1×h100-nvl 7.2",
      "Standard_ND96isr_H100_v5 francecentral on-demand 8×h100-sxm 95",
    ]);
  });

  it("refuse what cannot be billed as it stands, each with its line", async () => {
    const { armSkuName: _sku, ...nameless } = item();
    const { productName: _product, ...productless } = item({ armRegionName: "brazilus" });
    serve(page([
      item({ retailPrice: 0 }), nameless, productless, item({ productName: "Virtual Machines NCads Series Windows" }),
      item({ meterName: "NC40ads H100 v5 Low Priority" }), item({ currencyCode: "EUR" }), item({ unitOfMeasure: "1/Month" }),
      item({ tierMinimumUnits: 100 }), item({ armSkuName: "Standard_NV24" }), item({ type: "Reservation" }),
      item({ retailPrice: "7.2" }), item(), item({ isPrimaryMeterRegion: false }),
      item({ meterName: "NC40ads H100 v5 Spot", retailPrice: 7.2 }),
    ])); // prettier-ignore
    const { offers, issues } = whole(await liveSources().read("azure"));
    expect(offerLines(offers)).toEqual(["Standard_NC40ads_H100_v5 francecentral on-demand 1×h100-nvl 7.2"]);
    expect(issueLines(issues)).toEqual([
      "page 1 Items[0] no-price: Standard_NC40ads_H100_v5",
      "page 1 Items[1] name-missing: NC40ads H100 v5",
      "page 1 Items[2] name-missing: Standard_NC40ads_H100_v5: Windows or Linux is not said",
      "page 1 Items[5] wrong-currency: EUR",
      "page 1 Items[6] wrong-unit: 1/Month",
      "page 1 Items[7] wrong-unit: a price from a quantity on",
      "page 1 Items[8] unknown-machine: Standard_NV24",
      "page 1 Items[10] unreadable-row: retailPrice",
      "page 1 Items[12] duplicate: Standard_NC40ads_H100_v5 francecentral",
      "page 1 Items[13] spot-is-on-demand: 7.2",
    ]);
  });

  it.each([
    [
      "an error body with status 200",
      { error: { code: "BadRequest", message: "Invalid filter" } },
      "error-body",
    ],
    ["no items", { Prices: [] }, "not-the-shape"],
    ["fewer items than it counts", { ...page([item()]), Count: 7 }, "truncated"],
    ["JSON that is cut", '{"BillingCurrency":"USD","Items":[{"curr', "truncated"],
    ["a page", "<html><body>Our services aren't available right now</body></html>", "html"],
    ["a next page elsewhere", page([item()], "https://evil.example/next"), "not-the-shape"],
  ])("take nothing from %s", async (_what, body, code) => {
    serve(body);
    expect(await liveSources().read("azure")).toMatchObject({ kind: "failed", code });
  });

  it("take nothing when the second page fails", async () => {
    serve(page([item()], `${host}/api/retail/prices?$skip=1000`), (q) => q["$skip"] === undefined);
    nock(host).get("/api/retail/prices").query({ $skip: "1000" }).times(3).reply(500);
    expect(await liveSources().read("azure")).toMatchObject({
      kind: "failed",
      code: "status",
      detail: "page 2: status 500",
    });
  });
});

describe("a server that asks for patience", () => {
  const busy = (headers: Record<string, string>): void => {
    nock(host).get("/api/retail/prices").query(true).reply(429, "", headers);
  };

  it.each([
    ["in seconds", { "retry-after": "3" }, 3000],
    [
      "by date",
      { "retry-after": "Mon, 30 Nov 2026 09:00:07 GMT", date: "Mon, 30 Nov 2026 09:00:00 GMT" },
      7000,
    ],
    ["without saying how long", {}, 2000],
  ])("%s is given it, then asked again", async (_how, headers, ms) => {
    busy(headers);
    serve(page([item()]));
    const sources = liveSources();
    expect(whole(await sources.read("azure")).offers).toHaveLength(1);
    expect(sources.waits).toEqual([ms]);
  });

  it("of more than a minute is left alone until the next refresh", async () => {
    busy({ "retry-after": "3600" });
    const sources = liveSources();
    expect(await sources.read("azure")).toMatchObject({ kind: "failed", code: "busy" });
    expect(sources.waits).toEqual([]);
  });

  it("without end is asked three times", async () => {
    for (let i = 0; i < 3; i += 1) busy({});
    const sources = liveSources();
    expect(await sources.read("azure")).toMatchObject({
      kind: "failed",
      code: "status",
      detail: "page 1: status 429",
    });
    expect(sources.waits).toEqual([2000, 4000]);
    expect(nock.isDone()).toBe(true);
  });

  it.each([
    ["refuses", 403, "status"],
    ["does not know the address", 404, "status"],
  ])("that %s is not asked again", async (_why, status, code) => {
    nock(host).get("/api/retail/prices").query(true).reply(status);
    const sources = liveSources();
    expect(await sources.read("azure")).toMatchObject({ kind: "failed", code });
    expect(sources.waits).toEqual([]);
  });

  it("that cannot be reached is named by the network's error", async () => {
    nock(host)
      .get("/api/retail/prices")
      .query(true)
      .times(3)
      .replyWithError(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
    expect(await liveSources().read("azure")).toMatchObject({ kind: "failed", code: "unreachable" });
  });

  it("whose answer is larger than any price list is not read to its end", async () => {
    nock(host).get("/api/retail/prices").query(true).reply(200, "x".repeat(10_000_001));
    expect(await liveSources().read("azure")).toMatchObject({ kind: "failed", code: "too-large" });
  });
});
