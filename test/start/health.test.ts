import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { makeHealthServer } from "../../src/start/health.ts";
import { listenOn, PortTaken } from "../../src/start/listen-on.ts";
import { makeMetrics } from "../../src/start/metrics.ts";
import { makeLog, strip } from "../../src/start/make-log.ts";
import type { Server } from "node:http";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const serve = async (notReady: () => Promise<string | null>) => {
  const metrics = makeMetrics(() => 3);
  const server = makeHealthServer({
    notReady,
    metrics: metrics.text,
    metricsType: metrics.contentType,
    pilots: async (_request, response) => void response.end("taken"),
  });
  servers.push(server);
  const port = await listenOn(server, { port: 0, host: "127.0.0.1", chosen: false, name: "HEALTH_PORT" });
  const get = async (path: string, method = "GET") => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return { status: answer.status, text: await answer.text() };
  };
  return { get, metrics };
};

describe("for supervisors", () => {
  it("alive, whatever else; ready only when store and Slack answer; the reason in words", async () => {
    let why: string | null = "no connection to Slack";
    const { get } = await serve(async () => why);
    expect(await get("/healthz")).toEqual({ status: 200, text: "ok\n" });
    expect(await get("/readyz")).toEqual({ status: 503, text: "not ready: no connection to Slack\n" });
    why = null;
    expect(await get("/readyz")).toMatchObject({ status: 200 });
    expect(await get("/elsewhere")).toMatchObject({ status: 404 });
    expect(await get("/healthz", "POST")).toMatchObject({ status: 405 });
    expect(await get("/api/pilots/0", "POST")).toEqual({ status: 200, text: "taken" });
  });

  it("metrics count acknowledgements, deliveries, writes and sums", async () => {
    const { get, metrics } = await serve(async () => null);
    metrics.acked("command", 0.02);
    metrics.delivered("command", "new");
    metrics.wrote("chat.postMessage", "ok");
    const engine = metrics.timed({
      plan: async () => ({ problems: [] }),
      estimate: async () => ({ problems: [] }),
      judge: async () => ({ failure: { code: "closed", detail: "" } }),
      close: async () => undefined,
    });
    await engine.plan({});
    const { text } = await get("/metrics");
    expect(text).toContain('gpu_plan_ack_seconds_bucket{le="0.025",kind="command"} 1');
    expect(text).toContain('gpu_plan_deliveries_total{kind="command",outcome="new"} 1');
    expect(text).toContain('gpu_plan_slack_writes_total{method="chat.postMessage",outcome="ok"} 1');
    expect(text).toContain('gpu_plan_engine_seconds_count{sum="plan"} 1');
    expect(text).toContain("gpu_plan_writes_waiting 3");
  });

  it("a taken port: the next one, unless it was chosen", async () => {
    const { get: _get } = await serve(async () => null);
    const taken = (servers[0]?.address() as AddressInfo).port;
    const second = makeHealthServer({
      notReady: async () => null,
      metrics: async () => "",
      metricsType: "text/plain",
      pilots: async () => undefined,
    });
    await expect(
      listenOn(second, { port: taken, host: "127.0.0.1", chosen: true, name: "PORT" }),
    ).rejects.toThrow(PortTaken);
    servers.push(second);
    expect(
      await listenOn(second, { port: taken, host: "127.0.0.1", chosen: false, name: "PORT" }),
    ).toBeGreaterThan(taken);
  });
});

it("secrets are struck out of log lines and messages", () => {
  const token = ["xoxb", "1234-abcd"].join("-");
  expect(strip(`refused ${token} at postgres://u:p@h/db`)).toBe("refused [kept out] at [kept out]");
  expect(strip(`POST /api/pilots/${"0f".repeat(32)} failed`)).toBe("POST /api/pilots/[kept out] failed");
  expect(makeLog("silent").level).toBe("silent");
});
