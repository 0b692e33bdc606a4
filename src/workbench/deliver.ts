import { randomUUID } from "node:crypto";
import type { Acknowledgement, Bench, Envelope, EnvelopeKind } from "./bench.ts";
import { later } from "./bench.ts";
import type { Json } from "./json.ts";

const SENT_KEPT = 500;

export const newEnvelope = (kind: EnvelopeKind, payload: Json): Envelope => ({
  id: randomUUID(),
  kind,
  payload,
  retryAttempt: 0,
  retryReason: "",
});

/** Hands one envelope to the bot and waits for its acknowledgement. */
export const deliver = (bench: Bench, envelope: Envelope): Promise<Acknowledgement> => {
  bench.sent.push(envelope);
  if (bench.sent.length > SENT_KEPT) bench.sent.shift();
  return bench.carrier.send(envelope);
};

/** Events nobody acknowledged come again, with the same event_id, as often as the schedule says. */
export const deliverEvent = async (bench: Bench, envelope: Envelope): Promise<void> => {
  const answer = await deliver(bench, envelope);
  if (answer.ok || bench.closed) return;
  const wait = bench.settings.timing.retryMs[envelope.retryAttempt];
  if (wait === undefined) return;
  const again: Envelope = {
    ...envelope,
    id: randomUUID(),
    retryAttempt: envelope.retryAttempt + 1,
    retryReason: answer.error === "operation_timeout" ? "timeout" : "http_error",
  };
  later(bench, wait, () => {
    void deliverEvent(bench, again);
  });
};
