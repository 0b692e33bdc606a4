import { expect, it } from "vitest";
import { fileWish } from "../../src/followup/file-wish.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

it.each([
  ["launch file for PBS", "pbs"],
  ["a launch script for Nomad please", null],
  ["fichier de lancement pour PBS", "pbs"],
  ["fichier de lancement ray", "ray"],
])("%j names a launcher that nobody knows, last or not at all", (said, unknown) => {
  expect(fileWish(said)).toEqual(unknown === null ? null : { wants: "launch-file", launcher: null, unknown });
});

it.each([
  ["launch file for Slurm", "slurm"],
  ["fichier de lancement pour k8s", "kubernetes"],
  ["launch file", null],
])("%j is a wish for what is known", (said, launcher) => {
  expect(fileWish(said)).toEqual({ wants: "launch-file", launcher });
});

it.each([
  ["launch file for PBS", { kind: "launch-file", launcher: null, unknown: "pbs" }],
  ["launch file for Slurm", { kind: "launch-file", launcher: "slurm" }],
])("%j in a thread", (said, intent) => {
  expect(readMessage(said, readingContext(threadSpec)).intent).toEqual(intent);
});
