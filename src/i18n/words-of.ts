/** A word of an open list of codes: undefined when the list has none for it. */
export function wordFor<T>(words: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** First letter in capitals, accents kept: "à vérifier" becomes "À vérifier". */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase("fr") + text.slice(1);
