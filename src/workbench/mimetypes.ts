const TYPES: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  json: "application/json",
  jsonl: "application/json",
  csv: "text/csv",
  txt: "text/plain",
  log: "text/plain",
  out: "text/plain",
  md: "text/markdown",
  py: "text/x-python",
  sh: "application/x-sh",
  yaml: "text/yaml",
  yml: "text/yaml",
  html: "text/html",
  pdf: "application/pdf",
  zip: "application/zip",
};

/** What a file's name says about its content. */
export const mimetypeOf = (name: string): string =>
  TYPES[name.split(".").pop()?.toLowerCase() ?? ""] ?? "application/octet-stream";

/** Images a browser draws without running anything. */
export const isSafeImage = (mimetype: string): boolean => /^image\/(png|jpeg|gif|webp)$/u.test(mimetype);
