import type { Reporter, TestModule } from "vitest/node";

const needs = [
  { what: "PostgreSQL", file: /\.postgres\.test\.ts$/ },
  { what: "Chromium", file: /\.browser\.test\.ts$/ },
  { what: "torch", file: /\.torch\.test\.ts$/ },
];

/** One visible line for the suites that need a service or program that npm does not bring. */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counted = needs.map(({ what, file }) => {
      const tests = modules
        .filter((m) => file.test(m.moduleId))
        .flatMap((m) => [...m.children.allTests("skipped")]);
      return { what, count: tests.length };
    });
    const total = counted.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return;
    const parts = counted.filter(({ count }) => count > 0).map(({ what, count }) => `${what} ${count}`);
    console.log(
      `\nSkipped here: ${total} tests that need more than npm packages (${parts.join(", ")}). .ci/run runs them all.`,
    );
  }
}
