import fc from "fast-check";
import { expect, it } from "vitest";
import { restoreItems, type RestoreResult } from "../../../src/domain/pilot/pilot.ts";
import { LOSS_TOLERANCE, restoreProof } from "../../../src/domain/pilot/restore-proof.ts";

const whole: RestoreResult = {
  newProcess: true,
  model: "restored",
  optimizer: "restored",
  schedule: "restored",
  randomState: "restored",
  dataPosition: "restored",
  lossBefore: 2,
  lossAfter: 2.01,
};
const codes = (result: RestoreResult): readonly string[] => {
  const proof = restoreProof(result);
  return proof.kind === "proven" ? [] : proof.reasons.map(({ code }) => code);
};

it("all five items in a new process, the loss going on, is proof", () => {
  expect(restoreProof(whole)).toEqual({ kind: "proven", lossChange: expect.closeTo(0.01, 9) as number });
});

it.each(restoreItems)("%s missing, or different, is caught and named", (item) => {
  for (const [found, code] of [
    ["not-checked", "restore-item-missing"],
    ["differs", "restore-item-differs"],
  ] as const)
    expect(restoreProof({ ...whole, [item]: found })).toEqual({
      kind: "not-proven",
      reasons: [{ code, params: { item } }],
    });
});

it.each([
  ["the same process", { newProcess: false }, "restore-same-process"],
  ["no loss before", { lossBefore: null }, "loss-not-shown"],
  ["no loss after", { lossAfter: null }, "loss-not-shown"],
  ["a loss that is no number", { lossAfter: Number.NaN }, "loss-jumped"],
  ["an infinite loss before", { lossBefore: Infinity, lossAfter: Infinity }, "loss-jumped"],
  ["a loss that fell as if data were seen twice", { lossAfter: 1.5 }, "loss-jumped"],
] as const)("%s is none", (_name, given, code) => {
  expect(codes({ ...whole, ...given })).toEqual([code]);
});

it("a loss may move by two hundredths of itself, in either direction, and by no more", () => {
  const loss = fc.double({ min: 0.1, max: 20, noNaN: true });
  const share = fc.double({ min: -0.1, max: 0.1, noNaN: true });
  fc.assert(
    fc.property(loss, share, (lossBefore, by) => {
      if (Math.abs(Math.abs(by) - LOSS_TOLERANCE) < 1e-9) return;
      const jumped = codes({ ...whole, lossBefore, lossAfter: lossBefore * (1 + by) });
      expect(jumped).toEqual(Math.abs(by) > LOSS_TOLERANCE ? ["loss-jumped"] : []);
    }),
  );
});
