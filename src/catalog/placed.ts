import type { Path, YamlFile } from "./yaml-file.ts";

/** An entry and where it stands. */
export interface Placed<T> {
  readonly entry: T;
  readonly file: YamlFile;
  readonly path: Path;
}
