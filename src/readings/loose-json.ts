/** JSON as Python writes it: figures that are none (NaN, Infinity) are null. Undefined = not JSON. */
export function looseJson(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/(?<=[:[,]\s*)(?:-?Infinity|NaN)(?=\s*[,\]}])/gu, "null")) as unknown;
  } catch {
    return undefined;
  }
}
