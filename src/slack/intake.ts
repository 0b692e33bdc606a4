import type { AckFn, ReceiverEvent } from "@slack/bolt";
import type { DeliveryStore, Store } from "../app/ports.ts";
import { keptBody } from "./kept-body.ts";
import type { Log, Telemetry } from "./telemetry.ts";
import type { InstallProfile, OpensForm, Self, Triage } from "./triage.ts";
import { triage } from "./triage.ts";

/** What a listener may know about the delivery it works on; travels in Bolt's context. */
export interface DeliveryContext {
  readonly key: string;
  /** Picked up after a crash: its trigger and response_url may be gone. */
  readonly recovered: boolean;
  /** Set when a form was accepted before: whoever did so works on it. */
  duplicate: boolean;
}

export interface IntakeDeps {
  readonly store: Store;
  readonly self: () => Self;
  readonly profile: InstallProfile;
  readonly opensForm: OpensForm;
  readonly now: () => Date;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Bolt's own processEvent: authorisation, middleware, listeners. */
  readonly process: (event: ReceiverEvent) => Promise<void>;
}

export interface Intake {
  receive(event: ReceiverEvent): Promise<void>;
  /** Works on what was recorded before the instant and never finished. */
  recover(before: Date): Promise<number>;
  /** Resolves when nothing is being worked on. */
  idle(): Promise<void>;
  working(): number;
  /** What is still in hand is left to the next start: it fails from now on, and that is no fault. */
  abandon(): void;
}

/** A delivery that took the process down this often is not tried again. */
const mostAttempts = 3;

type Ack = AckFn<unknown>;
const nothing: Ack = () => Promise.resolve();

const carriesErrors = (response: unknown): boolean =>
  typeof response === "object" &&
  response !== null &&
  "response_action" in response &&
  response.response_action !== "clear";

/**
 * The door: every delivery is recorded, then acknowledged, then worked on. Bolt acknowledges events by itself before
 * any listener runs, so this stands between the receiver and Bolt.
 */
export function makeIntake(deps: IntakeDeps): Intake {
  const { log, telemetry } = deps;
  const working = new Map<string, Promise<void>>();
  let abandoned = false;
  const deliveries = (): DeliveryStore => deps.store.deliveries;

  const timedAck = (event: ReceiverEvent, what: string): Ack => {
    const since = performance.now();
    const acknowledge = event.ack as Ack;
    let done = false;
    return async (response?: unknown) => {
      if (done) return;
      done = true;
      try {
        await acknowledge(response);
      } catch (error) {
        // The connection went meanwhile: Slack delivers it again, which finds it recorded; the work is still ours.
        log.warn({ what, code: error instanceof Error ? error.name : "unknown" }, "not acknowledged");
        return;
      }
      telemetry.acked(what, (performance.now() - since) / 1_000);
    };
  };

  const record = async (key: string, what: string, body: object): Promise<boolean> => {
    const at = deps.now().toISOString();
    const delivery = {
      workspace: deps.self().teamId,
      key,
      kind: what,
      payload: JSON.stringify(keptBody(body)),
    };
    const fresh = await deliveries().record(delivery, at);
    telemetry.delivered(what, fresh ? "new" : "again");
    return fresh;
  };

  const finish = async (key: string, what: string): Promise<void> => {
    await deliveries().done(deps.self().teamId, key, deps.now().toISOString());
    telemetry.delivered(what, "done");
  };

  const toBolt = (event: ReceiverEvent, ack: Ack, delivery: DeliveryContext): Promise<void> =>
    deps.process({ ...event, ack, customProperties: { ...event.customProperties, delivery } });

  const track = (key: string, work: Promise<void>): Promise<void> => {
    const tracked = work
      .catch((error: unknown) => {
        if (abandoned) return;
        log.error({ key, err: error }, "a delivery could not be finished");
        telemetry.delivered("any", "failed");
      })
      .finally(() => {
        working.delete(key);
      });
    working.set(key, tracked);
    return tracked;
  };

  const work = async (event: ReceiverEvent, key: string, what: string, recovered: boolean): Promise<void> => {
    await toBolt(event, nothing, { key, recovered, duplicate: false });
    await finish(key, what);
  };

  const recordAckWork = async (event: ReceiverEvent, ack: Ack, key: string, what: string): Promise<void> => {
    const fresh = await record(key, what, event.body);
    await ack();
    if (fresh) await track(key, work(event, key, what, false));
  };

  /** A trigger lives three seconds: the listener starts first and must spend it before anything else. */
  const openAckWork = async (event: ReceiverEvent, ack: Ack, key: string, what: string): Promise<void> => {
    const opening = toBolt(event, nothing, { key, recovered: false, duplicate: false });
    await record(key, what, event.body);
    await ack();
    await track(
      key,
      opening.then(() => finish(key, what)),
    );
  };

  const submit = async (event: ReceiverEvent, ack: Ack, key: string, what: string): Promise<void> => {
    const delivery: DeliveryContext = { key, recovered: false, duplicate: false };
    let accepted = false;
    const recordingAck: Ack = async (response?: unknown) => {
      if (!carriesErrors(response)) {
        accepted = true;
        delivery.duplicate = !(await record(key, what, event.body));
      }
      await ack(response);
    };
    await track(
      key,
      toBolt(event, recordingAck, delivery).then(async () => {
        await ack();
        if (accepted && !delivery.duplicate) await finish(key, what);
      }),
    );
  };

  const ifOwned = async (
    event: ReceiverEvent,
    ack: Ack,
    verdict: Extract<Triage, { kind: "if-owned" }>,
  ): Promise<void> => {
    const plan = await deps.store.plans.byThread(deps.self().teamId, verdict.channel, verdict.threadTs);
    if (plan === null) {
      await ack();
      telemetry.delivered("message", "dropped");
      return;
    }
    await recordAckWork(event, ack, verdict.key, verdict.what);
  };

  const receive = async (event: ReceiverEvent): Promise<void> => {
    const verdict = triage(event.body, deps.self(), deps.profile, deps.opensForm);
    const ack = timedAck(event, verdict.kind === "drop" ? "dropped" : verdict.what);
    switch (verdict.kind) {
      case "drop":
        await ack();
        return;
      case "pass":
        await toBolt(event, ack, { key: "", recovered: false, duplicate: false });
        await ack();
        return;
      case "record":
        await recordAckWork(event, ack, verdict.key, verdict.what);
        return;
      case "open":
        await openAckWork(event, ack, verdict.key, verdict.what);
        return;
      case "submit":
        await submit(event, ack, verdict.key, verdict.what);
        return;
      case "if-owned":
        await ifOwned(event, ack, verdict);
    }
  };

  const recover = async (before: Date): Promise<number> => {
    const unfinished = await deliveries().claimUnfinished(
      deps.self().teamId,
      before.toISOString(),
      50,
      deps.now().toISOString(),
    );
    const mine = unfinished.filter((delivery) => !working.has(delivery.key));
    for (const { key, kind, payload, attempts } of mine) {
      if (attempts > mostAttempts) {
        log.error({ kind, attempts }, "a delivery was given up");
        telemetry.delivered(kind, "failed");
        await deliveries().done(deps.self().teamId, key, deps.now().toISOString());
        continue;
      }
      telemetry.delivered(kind, "recovered");
      const body = JSON.parse(payload) as Record<string, unknown>;
      void track(key, work({ body, ack: nothing }, key, kind, true));
    }
    return mine.length;
  };

  return {
    receive,
    recover,
    idle: async () => {
      while (working.size > 0) await Promise.all(working.values());
    },
    working: () => working.size,
    abandon: () => {
      abandoned = true;
    },
  };
}
