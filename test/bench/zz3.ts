import { loadStacks } from "../../src/catalog/load-stacks.ts";
import { stackLeftOut } from "./memory-refit.ts";
import { loadRows, familyOf } from "./memory-runs.ts";
import { groupBy } from "./statistics.ts";
const { rows, files } = loadRows({ calibrated: true });
const generic = loadStacks(files).stacks.generic;
const sc = stackLeftOut(rows, generic, familyOf(files));
for (const [g, w] of [
  ...groupBy(
    sc,
    (s) =>
      `${s.row.run.stack} ${s.row.run.method} ${s.row.run.gpus > 1 ? "multi" : "one"} ${s.row.measured.measured.metric}`,
  ),
].sort()) {
  const r = w.map((s) => s.ratio).sort((a, b) => a - b);
  console.log(
    g.padEnd(55),
    r.length,
    "meas/pred",
    [0, 0.1, 0.5, 0.9, 1]
      .map((q) => r[Math.min(r.length - 1, Math.floor(q * r.length))]?.toFixed(2))
      .join(" "),
  );
}
console.log(
  [...new Map(sc.map((s) => [s.row.run.stack, s.row.run.profile]))]
    .map(
      ([k, p]) =>
        `${k} hw${p.activations.hiddenWidths.value} tn${p.activations.trainedNormWidths.value} q${p.activations.quantisedInputs.value} ws${p.activations.workspaceGib.value} sets${p.sharding.frozenLayerInputSets.value} gl${p.sharding.gatheredLayers.value} bpl${p.loss.bytesPerLogit.value}/${p.loss.bytesPerLogit16.value}/${p.loss.bytesPerLogit16Autocast.value}/${p.loss.bytesPerLogitTriton.value} res${p.allocator.reservedOverAllocated.value}`,
    )
    .join("\n"),
);
