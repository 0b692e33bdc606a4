import type { LaunchOffer } from "./launch-request.ts";

/** The catalogue's provider → SkyPilot's cloud. */
const skyClouds: Readonly<Record<string, string>> = {
  aws: "aws",
  gcp: "gcp",
  azure: "azure",
  oci: "oci",
  lambda: "lambda",
  runpod: "runpod",
  "vast-ai": "vast",
  nebius: "nebius",
  cudo: "cudo",
  digitalocean: "do",
  fluidstack: "fluidstack",
  hyperbolic: "hyperbolic",
  paperspace: "paperspace",
  seeweb: "seeweb",
};

/** The catalogue's provider → dstack's backend. */
const dstackBackends: Readonly<Record<string, string>> = {
  aws: "aws",
  gcp: "gcp",
  azure: "azure",
  oci: "oci",
  lambda: "lambda",
  runpod: "runpod",
  "vast-ai": "vastai",
  nebius: "nebius",
  cudo: "cudo",
  crusoe: "crusoe",
  digitalocean: "digitalocean",
  vultr: "vultr",
};

/** Clouds whose machines SkyPilot can boot from a container image. */
const bootsImages: ReadonlySet<string> = new Set(["aws", "gcp", "azure", "runpod"]);

/** Clouds whose own instance names both tools take. */
const namedInstances: ReadonlySet<string> = new Set(["aws", "gcp", "azure", "lambda"]);

const lookUp = (table: Readonly<Record<string, string>>, key: string): string | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;

export const skyCloud = (provider: string): string | null => lookUp(skyClouds, provider);
export const dstackBackend = (provider: string): string | null => lookUp(dstackBackends, provider);
export const takesImage = (provider: string | undefined): boolean =>
  provider === undefined || bootsImages.has(provider);

/** The instance's name where the tools take it and it is one (not a price by the card); else null. */
export function instanceOf(offer: LaunchOffer, gpusPerNode: number): string | null {
  const { provider, instance, cards } = offer;
  if (!namedInstances.has(provider) || !/^[\w.-]+$/u.test(instance)) return null;
  return cards !== null && cards !== undefined && cards >= gpusPerNode ? instance : null;
}

/** A region that is a plain word; anything else is left out. */
export const regionOf = (offer: LaunchOffer): string | null =>
  offer.region !== null && /^[\w.-]+$/u.test(offer.region) ? offer.region : null;

/** Cards to ask of one machine: all of it, where the machine holds more than the job uses. */
export function cardsToAsk(offer: LaunchOffer | null | undefined, gpusPerNode: number): number {
  const cards = offer?.cards ?? null;
  return cards !== null && Number.isInteger(cards) && cards > gpusPerNode ? cards : gpusPerNode;
}
