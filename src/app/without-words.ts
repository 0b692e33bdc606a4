/** Class, code and place of a failure; its message may quote what somebody wrote. */
export function withoutWords(cause: unknown): Readonly<Record<string, unknown>> {
  if (!(cause instanceof Error)) return { failure: typeof cause };
  const code = "code" in cause ? cause.code : undefined;
  const where = cause.stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 6);
  return { failure: cause.name, code, where };
}
