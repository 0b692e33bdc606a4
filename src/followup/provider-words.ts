/** Sellers by the words people use for them. */
const providers: readonly (readonly [string, string])[] = [
  ["aws", "aws|amazon"], ["gcp", "gcp|google cloud|google"], ["azure", "azure|microsoft"], ["runpod", "run ?pod"], ["lambda", "lambda(?: ?labs)?"],
  ["ovhcloud", "ovh ?cloud|ovh"], ["scaleway", "scaleway|scw"], ["verda", "verda|datacrunch"], ["vast-ai", "vast(?:[. -]?ai)?"], ["nebius", "nebius"],
  ["coreweave", "core ?weave"], ["crusoe", "crusoe"], ["hyperstack", "hyperstack|nexgen"], ["modal", "modal"], ["oci", "oci|oracle(?: cloud)?"],
  ["digitalocean", "digital ?ocean"], ["vultr", "vultr"], ["tensordock", "tensor ?dock"], ["seeweb", "seeweb"], ["genesis-cloud", "genesis ?cloud"],
  ["jarvislabs", "jarvis ?labs"], ["paperspace", "paperspace"], ["salad", "salad"], ["cudo", "cudo"], ["akash", "akash"], ["dataoorts", "dataoorts"],
  ["spheron", "spheron"], ["novita", "novita"], ["thunder-compute", "thunder ?compute"], ["massedcompute", "massed ?compute"], ["denvr", "denvr"],
]; // prettier-ignore
/** Every such word, as one alternative of a pattern. */
export const providerWords = providers.map(([, words]) => words).join("|");
export const anyProvider = new RegExp(`(?<!\\w)(?:${providerWords})(?!\\w)`, "gu");
const oneProvider = providers.map(([id, words]) => ({ id, whole: new RegExp(`^(?:${words})$`, "u") }));
/** The id of a seller; a word that names none stands for itself. */
export const providerId = (text: string): string =>
  oneProvider.find(({ whole }) => whole.test(text.trim()))?.id ?? text.trim();
