/** One thing wrong in the catalogue's files: where, in which field, what was read, what is allowed. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Dotted path inside the file. */
  readonly field: string;
  readonly read: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly nearest?: readonly string[];
}

/** `file:line:column field: message, read …; allowed …`: one line that editors can jump to. */
export function formatFault(fault: Fault): string {
  const allowed =
    fault.allowed === undefined || fault.allowed.length === 0 ? "" : `; allowed: ${fault.allowed.join(", ")}`;
  const nearest =
    fault.nearest === undefined || fault.nearest.length === 0 ? "" : `; nearest: ${fault.nearest.join(", ")}`;
  const read = fault.read === "" ? "" : `, read ${fault.read}`;
  return `${fault.file}:${fault.line}:${fault.column} ${fault.field}: ${fault.message}${read}${allowed}${nearest}`;
}

export const byPlace = (a: Fault, b: Fault) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column;
