#!/usr/bin/env node
import { runCli } from "./cli/program.ts";

/** A reader that has seen enough (`| head`) is no fault. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (cause: NodeJS.ErrnoException) => {
    if (cause.code === "EPIPE") process.exit(0);
    throw cause;
  });
}

try {
  process.exitCode = await runCli(process.argv.slice(2), process);
} catch (cause) {
  console.error(cause instanceof Error ? cause.stack : cause);
  process.exitCode = 1;
}
