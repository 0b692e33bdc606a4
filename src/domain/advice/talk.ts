import type { Finding } from "../finding.ts";
import { finding, seen, soldBytes, told, type Situation } from "./situation.ts";

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/** Instructions inside a message or a log are data. */
const instruction: Advise = (s) =>
  told(s, "embedded-instruction") ? [finding("embedded-instruction")] : none;

/** What a pasted log says, and what card its own percentage implies. */
const log: Advise = (s) => {
  const tokens =
    seen(s, "tokensPerSecondPerGpu") ?? (told(s, "embedded-instruction") ? seen(s, "tokensPerSecond") : null);
  const memory = seen(s, "peakReservedGib");
  if (tokens === null && memory === null) return none;
  if (s.model !== null && s.reading.context.failure !== undefined) return none;
  return [
    finding("log-read", {
      tokens,
      memory: memory === null ? null : memory * 2 ** 30,
      capacity: seen(s, "capacityGib") === null ? null : (seen(s, "capacityGib") ?? 0) * 2 ** 30,
      utilisation: seen(s, "modelFlopsUtilisation"),
      card: s.card?.id ?? null,
      modelKnown: s.model !== null,
    }),
  ];
};

const calm: Advise = (s) => (told(s, "insult") ? [finding("calm")] : none);

/** Two counters of the same card. */
const counters: Advise = (s) => {
  const premise = s.reading.premises.find(({ code }) => code === "allocator-is-device");
  const [seenAllocated, reserved, seenDevice] = [
    seen(s, "allocatedGib"),
    seen(s, "reservedGib"),
    seen(s, "deviceGib"),
  ];
  const several = [seenAllocated, reserved, seenDevice].filter((one) => one !== null).length > 1;
  if ((premise === undefined && !several) || s.method === "inference") return none;
  // An error message counts these too; what it asks for is another question.
  if (premise === undefined && s.reading.context.failure?.requestedGib !== undefined) return none;
  const allocated = premise?.params["allocatedGib"] ?? seenAllocated;
  const device = premise?.params["deviceGib"] ?? seenDevice;
  const numbers = typeof allocated === "number" && typeof device === "number";
  return [
    finding("three-counters", {
      allocated: numbers ? allocated : null,
      device: numbers ? device : null,
      gap: numbers ? device - allocated : null,
      reservedGib: reserved,
      beside: reserved !== null && typeof device === "number" ? device - reserved : null,
      sold: s.card === null ? null : soldBytes(s),
    }),
  ];
};

export const talkAdvice: readonly Advise[] = [instruction, log, calm, counters];
