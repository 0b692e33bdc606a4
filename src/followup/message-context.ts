import type { MessageContext } from "../domain/conversation.ts";
import type { Draft } from "./draft.ts";

/** What a message tells of the situation beside the run. */
export function contextOf(draft: Draft): MessageContext {
  return {
    ...(draft.hostRamGib === null ? {} : { hostRamGib: draft.hostRamGib }),
    ...(draft.failure === null ? {} : { failure: draft.failure }),
    ...(Object.keys(draft.versions).length === 0 ? {} : { versions: draft.versions }),
    ...(Object.keys(draft.observed).length === 0 ? {} : { observed: draft.observed }),
    ...(draft.claims.length === 0 ? {} : { claims: draft.claims }),
    ...(draft.reports.length === 0 ? {} : { reports: draft.reports }),
    ...(draft.rates.length === 0 ? {} : { rates: draft.rates }),
    ...(draft.prices.length === 0 ? {} : { prices: draft.prices }),
    ...(draft.machines.length < 2 ? {} : { machines: draft.machines }),
    ...(draft.sizes.length === 0 ? {} : { sizes: draft.sizes }),
  };
}
