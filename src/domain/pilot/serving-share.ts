import type { ServingSpec } from "../run-spec.ts";

/** The load of some cards of a service that spreads its users evenly over its copies: users rounded up, requests in proportion. */
export function servingShare<
  T extends Pick<ServingSpec, "requestsPerSecond"> & { readonly concurrency: number },
>(serving: T, gpus: number, of: number): T {
  const share = Math.min(1, gpus / of);
  const { concurrency, requestsPerSecond } = serving;
  return {
    ...serving,
    concurrency: Math.max(1, Math.ceil(concurrency * share)),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: requestsPerSecond * share }),
  };
}
