import type { Finder } from "./prefilter.ts";

interface Form {
  /** Characters up to the first space, hyphen or underscore. */
  readonly head: string;
  /** The whole form, sticky; compiled when its head is first met. */
  whole: RegExp | null;
  readonly source: string;
}

const escape = (form: string): string => form.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** Of a letter, a digit, "_" or ".": what follows begins no word. */
const goesOn = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 95 ||
  code === 46;

/**
 * Finds the longest of many forms at the leftmost place. One alternation of them all costs 150 ms to compile, and one
 * of those a text can hold costs some for every text; here each form is compiled once, and tried where its head stands.
 */
export function formScanner(forms: readonly string[]): Finder {
  /** By the code of their first character. */
  const byStart: (Form[] | undefined)[] = [];
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const source = escape(form).replace(/[ _-]+/gu, String.raw`[\s_-]{0,3}`);
    const entry: Form = { head: form.split(/[ _-]/u, 1)[0] ?? "", whole: null, source };
    (byStart[form.charCodeAt(0)] ??= []).push(entry);
  }
  const longestAt = (forms: readonly Form[], text: string, at: number): RegExpExecArray | null => {
    for (const form of forms) {
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
      for (let at = finder.lastIndex; at < text.length; at += 1) {
        const same = byStart[text.charCodeAt(at)];
        const found =
          same === undefined || goesOn(text.charCodeAt(at - 1)) ? null : longestAt(same, text, at);
        if (found !== null) return found;
      }
      return null;
    },
  };
  return finder;
}
