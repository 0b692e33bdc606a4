import type { Finder } from "./prefilter.ts";

interface Form {
  /** Characters up to the first space, hyphen or underscore. */
  readonly head: string;
  /** The whole form, sticky; compiled when its head is first met. */
  whole: RegExp | null;
  readonly source: string;
}

const escape = (form: string): string => form.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/**
 * Finds the longest of many forms at the leftmost place. One alternation of them all costs 150 ms to compile, and one
 * of those a text can hold costs some for every text; here each form is compiled once, and tried where its head stands.
 */
export function formScanner(forms: readonly string[]): Finder {
  const byStart = new Map<string, Form[]>();
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const source = escape(form).replace(/[ _-]+/gu, String.raw`[\s_-]{0,3}`);
    const entry: Form = { head: form.split(/[ _-]/u, 1)[0] ?? "", whole: null, source };
    const start = form.charAt(0);
    const same = byStart.get(start);
    if (same === undefined) byStart.set(start, [entry]);
    else same.push(entry);
  }
  const border = /(?<![\w.])\S/gu;

  const longestAt = (text: string, at: number): RegExpExecArray | null => {
    for (const form of byStart.get(text.charAt(at)) ?? []) {
      if (!text.startsWith(form.head, at)) continue;
      form.whole ??= new RegExp(String.raw`${form.source}(?![\w]|-\d)`, "uy");
      form.whole.lastIndex = at;
      const found = form.whole.exec(text);
      if (found !== null) return found;
    }
    return null;
  };

  const finder: Finder = {
    lastIndex: 0,
    exec(text) {
      border.lastIndex = finder.lastIndex;
      for (let start = border.exec(text); start !== null; start = border.exec(text)) {
        const found = longestAt(text, start.index);
        if (found !== null) return found;
      }
      return null;
    },
  };
  return finder;
}
