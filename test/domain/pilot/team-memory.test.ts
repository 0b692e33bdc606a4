import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Correction, MeasuredPoint } from "../../../src/domain/pilot/correction.ts";
import { mayWithdraw, measuredHere, standingOf } from "../../../src/domain/pilot/team-memory.ts";

const scope = {
  stack: "trl",
  stackVersion: null,
  method: "lora",
  family: "llama-3.1",
  accelerator: "h100-sxm",
} as const;
const pointOf = (key: string): MeasuredPoint => ({
  key,
  spec: {},
  peakAllocatedGib: 1,
  peakReservedGib: null,
  peakDeviceGib: null,
  weightsGib: null,
  tokensPerSecondPerGpu: null,
});
const made = (point: string, points: readonly string[], over: Partial<Correction> = {}): Correction => ({
  cause: "state",
  scope,
  effect: { low: 1, likely: 1, high: 1 },
  points: points.map(pointOf),
  point,
  author: "u1",
  at: "2026-11-30T10:00:00Z",
  versions: {},
  ...over,
});
const gone = { withdrawn: { by: "u2", at: "2026-11-30T11:00:00Z" } };
const keys = (all: readonly Correction[]) => all.map(({ points }) => points.map(({ key }) => key).join());

describe("what stands", () => {
  it.each([
    ["nothing withdrawn", [made("a", ["a"]), made("b", ["a", "b"])], ["a", "a,b"]],
    ["the first withdrawn leaves the later one too", [made("a", ["a"], gone), made("b", ["a", "b"])], ["b"]],
    ["the last withdrawn", [made("a", ["a"]), made("b", ["a", "b"], gone)], ["a"]],
    ["the same result posted elsewhere stands", [made("a", ["a"], gone), made("a", ["a"])], ["a"]],
    ["of another scope takes nothing", [made("a", ["a"], { ...gone, scope: { ...scope, accelerator: "l40s" } }), made("a", ["a"])], ["a"]],
  ] as const)("%s", (_name, given, expected) => {
    expect(keys(standingOf(given))).toEqual(expected);
  }); // prettier-ignore

  it("is no more than was there, holds no withdrawn result, and standing twice is standing once", () => {
    const anyone = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), out: fc.boolean() });
    fc.assert(
      fc.property(fc.array(anyone, { maxLength: 8 }), (results) => {
        const all = results.map(({ key, out }, i) =>
          made(key, [...new Set(results.slice(0, i + 1).map((r) => r.key))], out ? gone : {}),
        );
        const standing = standingOf(all);
        const left = new Set<string>(results.filter(({ out }) => !out).map(({ key }) => key));
        expect(standing.flatMap(({ points }) => points).every(({ key }) => left.has(key))).toBe(true);
        expect(standingOf(standing)).toEqual(standing);
      }),
    );
  });

  it("is told by scope, the newest first, with everybody who measured", () => {
    const later = made("b", ["a", "b"], { author: "u2", at: "2026-12-02T10:00:00Z" });
    const other = made("c", ["c"], { scope: { ...scope, method: "qlora" }, at: "2026-12-01T10:00:00Z" });
    expect(measuredHere([made("a", ["a"]), later, other])).toMatchObject([
      { scope: { method: "lora" }, authors: ["u1", "u2"], at: "2026-12-02T10:00:00Z", points: { length: 2 } },
      { scope: { method: "qlora" }, points: { length: 1 } },
    ]);
  });
});

it.each([
  ["the author", "u1", {}, true],
  ["a colleague", "u3", {}, true],
  ["the owner", "owner", {}, false],
  ["a colleague where a team names approvers", "u3", { approvers: ["u4"] }, false],
  ["an approver", "u4", { approvers: ["u4"] }, true],
  ["the author where a team names approvers", "u1", { approvers: ["u4"] }, true],
] as const)("%s may withdraw: %#", (_who, by, more, may) => {
  expect(mayWithdraw(made("a", ["a"]), by, { owner: "owner", ...more })).toBe(may);
});
