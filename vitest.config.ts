import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { SkippedReporter } from "./test/support/skipped-reporter.ts";

/**
 * core: pure rooms, no I/O · cases: the use cases with real SQLite and the real engine · shell: real Bolt, real SQLite, real loopback servers, nock at the wire ·
 * postgres, browser and torch: need what npm does not bring; skipped with one counted line.
 */
const core = ["units", "domain", "followup", "i18n", "blocks", "readings", "charts", "export"];
/** Use cases over a store and an engine of each test's own: nothing that a module keeps differs from file to file. */
const cases = ["app", "catalog", "contract"];

const services = ["postgres", "browser", "torch"].map((need) => `test/**/*.${need}.test.ts`);

/** Where a machine wants to count from; people read the default reporter. */
const report = process.env["GPU_PLAN_TEST_REPORT"];
const jsonReporter: ["json", { outputFile: string }][] =
  report === undefined ? [] : [["json", { outputFile: report }]];

export default defineConfig({
  test: {
    // Journeys wait more than they work: on two cores two files at a time, not one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ["default", new SkippedReporter(), ...jsonReporter],
    projects: [
      {
        test: {
          name: "core",
          // Pure rooms leave nothing behind: their modules are loaded once a worker, not once a file.
          isolate: false,
          testTimeout: 30_000,
          include: core.map((room) => `test/${room}/**/*.test.ts`),
        },
      },
      {
        test: {
          name: "cases",
          isolate: false,
          include: cases.map((room) => `test/${room}/**/*.test.ts`),
          exclude: services,
          setupFiles: ["test/support/no-network.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "shell",
          include: ["test/**/*.test.ts"],
          exclude: [...[...core, ...cases].map((room) => `test/${room}/**`), ...services],
          setupFiles: ["test/support/no-network.ts"],
          // A cold compiler or a spawned process on a busy machine takes half a minute; a hang takes for ever.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "needs-services",
          include: services,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
