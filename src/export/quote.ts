import type { Command, Word } from "./launch-request.ts";

/** Control characters (line ends too) end here: nothing from outside may start a line of its own. */
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu;

/** One line of plain text, for comments and names. */
export const oneLine = (text: string): string => text.replaceAll(control, " ").trim();

/**
 * A word that bash reads as exactly this text. `${{` is broken up too: dstack replaces it in commands before a shell
 * sees them.
 */
export function quoted(text: string): string {
  const clean = text.replaceAll("\0", "");
  if (/^[\w@%+=:,./-]+$/u.test(clean)) return clean;
  return `'${clean.replaceAll("'", () => `'\\''`).replaceAll("${{", () => "$''{{")}'`;
}

const wordOf = (word: Word): string => (typeof word === "string" ? quoted(word) : word.shell);

/** One command over lines short enough to read: an option stays with its value. */
export function commandText(command: Command, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of command.map(wordOf)) {
    const breaks = word.startsWith("-") && line !== "";
    if (line !== "" && (breaks || line.length + word.length > 96)) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(` \\\n${indent}  `);
}

/** A name that every tool takes (a DNS label that starts with a letter, 38 characters at most). */
export function nameOf(text: string): string {
  const name = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^[^a-z]+/gu, "")
    .slice(0, 38)
    .replaceAll(/-+$/gu, "");
  return name.length < 2 ? "gpu-job" : name;
}

/** A file written as it is: a here-document whose end marker stands nowhere in the text, quoted where dstack would read it. */
export function writtenFile(file: string, text: string): string {
  if (text.includes("${{")) return `printf %s ${quoted(text)} > ${quoted(file)}`;
  const lines = text.replaceAll("\0", "").split("\n");
  let marker = "END_OF_FILE";
  while (lines.includes(marker)) marker += "_";
  return `cat > ${quoted(file)} <<'${marker}'\n${lines.join("\n").replace(/\n$/u, "")}\n${marker}`;
}

const variableName = /^[A-Z_][A-Z0-9_]*$/u;

/** Throws on a name that no shell takes: it comes from this program, never from a person. */
export function checkedName(name: string): string {
  if (!variableName.test(name)) throw new Error(`not a variable name: ${oneLine(name)}`);
  return name;
}
