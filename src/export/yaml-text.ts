import { Document, isMap, isScalar, visit, type Node } from "yaml";

/**
 * A YAML document of plain data. Texts of several lines are literal blocks, everything else is quoted where YAML could
 * read it as more than a text. `comments` stand above the key at their dotted path.
 */
export function yamlText(data: object, comments: Readonly<Record<string, string>> = {}): string {
  const document = new Document(data);
  visit(document, {
    Scalar(key, node) {
      if (key === "value" && typeof node.value === "string" && node.value.includes("\n"))
        node.type = "BLOCK_LITERAL";
    },
  });
  for (const [path, comment] of Object.entries(comments))
    commentAbove(document.contents, path.split("."), comment);
  return document.toString({ lineWidth: 0 });
}

function commentAbove(node: Node | null, [name = "", ...rest]: readonly string[], comment: string): void {
  if (!isMap(node)) return;
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === name);
  if (pair === undefined) return;
  if (rest.length > 0) commentAbove(pair.value as Node | null, rest, comment);
  else if (isScalar(pair.key)) pair.key.commentBefore = ` ${comment}`;
}
