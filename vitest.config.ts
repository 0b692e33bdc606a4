import { defineConfig } from "vitest/config";

/**
 * core: pure rooms, no I/O · shell: real Bolt, real SQLite, real loopback servers, nock at the wire ·
 * postgres and browser: need a service or a program that npm does not bring; skipped with one counted line each.
 */
const core = ["units", "domain", "followup", "i18n", "blocks", "readings", "charts", "export"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "core",
          include: core.map((room) => `test/${room}/**/*.test.ts`),
        },
      },
      {
        test: {
          name: "shell",
          include: ["test/**/*.test.ts"],
          exclude: [
            ...core.map((room) => `test/${room}/**`),
            "test/**/*.postgres.test.ts",
            "test/**/*.browser.test.ts",
          ],
          setupFiles: ["test/support/no-network.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "needs-services",
          include: ["test/**/*.postgres.test.ts", "test/**/*.browser.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
