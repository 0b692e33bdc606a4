const alone = /^\s*(private|privately|priv[ée]e?|en\s+priv[ée])?\s*$/iu;
const results = /^\s*(?:(?:essai|r[ée]sultats?\s+du)\s+)?(?:pilot|pilote)(?:\s+results?)?\s*$/iu;

/** What a command opens at once, before anything is read or remembered. */
export type Opening = { readonly form: "run"; readonly private: boolean } | { readonly form: "pilot" };

/**
 * The command with nothing after it, or with nothing but "private": the form of a run; with "pilot": the form that takes
 * results. Null = there is something to read.
 */
export function readOpening(typed: string): Opening | null {
  const text = typed.normalize("NFC");
  if (results.test(text)) return { form: "pilot" };
  const found = alone.exec(text);
  return found === null ? null : { form: "run", private: found[1] !== undefined };
}
