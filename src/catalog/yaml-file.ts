import { isCollection, isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { Document } from "yaml";
import type { Fault } from "./fault.ts";

export type Path = readonly (string | number)[];

/** A parsed YAML file that still knows where each value stands. */
export interface YamlFile {
  readonly file: string;
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** A fault at the value of a path, or at its nearest existing parent; `atKey` points at the key instead. */
  faultAt(path: Path, fault: Pick<Fault, "message"> & Partial<Fault>, atKey?: boolean): Fault;
}

export const shown = (value: unknown): string => {
  const text =
    typeof value === "string" ? `"${value}"` : value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

function offsetOf(doc: Document, path: Path, atKey: boolean): number {
  for (let length = path.length; length > 0; length--) {
    if (atKey && length === path.length) {
      const parent = length === 1 ? doc.contents : doc.getIn(path.slice(0, -1), true);
      const key = path.at(-1);
      const pair = isMap(parent)
        ? parent.items.find((p) => isScalar(p.key) && p.key.value === key)
        : undefined;
      if (pair !== undefined && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = doc.getIn(path.slice(0, length), true);
    if ((isScalar(node) || isCollection(node)) && node.range) return node.range[0];
  }
  return 0;
}

export function readYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const faults = [...doc.errors, ...doc.warnings].map((e): Fault => ({
    file,
    ...at(e.pos[0]),
    field: "(syntax)",
    read: "",
    message: e.message,
  }));
  return {
    file,
    value: doc.errors.length > 0 ? null : doc.toJS(),
    faults,
    faultAt: (path, fault, atKey = false) => ({
      file,
      ...at(offsetOf(doc, path, atKey)),
      field: path.join("."),
      read: shown(doc.getIn(path)),
      ...fault,
    }),
  };
}
