/** What people's spreadsheets put between cells: where the comma is decimal, a semicolon; in what is pasted, tabs. */
const separators = ["\t", ";", ","] as const;

/** What stands between the cells of a line: the separator that it holds most of. Null = it is no row of cells. */
function separatorOf(text: string): string | null {
  const counted = separators.map((separator) => ({ separator, count: text.split(separator).length - 1 }));
  const most = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return most.count === 0 ? null : most.separator;
}

export const isRow = (text: string): boolean => separatorOf(text) !== null;

/** The cells of one line of CSV; quotes protect separators. Where a comma separates nothing, it is decimal. */
export function csvCells(text: string): readonly string[] {
  const separator = separatorOf(text) ?? ",";
  const cells = split(text, separator);
  return separator === "," ? cells : cells.map((cell) => cell.replace(/^(-?\d+),(\d+)(?=\s|$)/u, "$1.$2"));
}

function split(text: string, separator: string): readonly string[] {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? "";
    if (character === '"') {
      if (quoted && text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = !quoted;
    } else if (character === separator && !quoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  cells.push(cell.trim());
  return cells;
}
