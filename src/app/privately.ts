const words = String.raw`private(?:ly)?|en priv[ée]|priv[ée]`;
const atStart = new RegExp(String.raw`^\s*(?:${words})(?=[\s:,;]|$)[\s:,;]*`, "iu");
const atEnd = new RegExp(String.raw`[\s:,;]+(?:${words})\s*[.!]?\s*$`, "iu");

/** "private llama 8b …" or "… en privé": where the answer goes, not what the run is. */
export function askedPrivately(text: string): { readonly text: string; readonly privately: boolean } {
  const rest = text.replace(atStart, "").replace(atEnd, "");
  return { text: rest, privately: rest !== text };
}
