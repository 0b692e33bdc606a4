const alone = /^\s*(private|privately|priv[ée]e?|en\s+priv[ée])?\s*$/iu;

/** The command with nothing after it, or with nothing but "private": the form. Null = there is something to read. */
export function readBareCommand(typed: string): { readonly private: boolean } | null {
  const found = alone.exec(typed.normalize("NFC"));
  return found === null ? null : { private: found[1] !== undefined };
}
