import { existsSync } from "node:fs";
import { makeLog } from "./start/make-log.ts";
import { readEnv } from "./start/read-env.ts";
import { closeOnSignals, type Closer } from "./start/shutdown.ts";
import { start } from "./start/start.ts";
import { startProblem } from "./start/start-problem.ts";

if (existsSync(".env")) process.loadEnvFile(".env");
const reading = readEnv(process.env);
if (!reading.ok) {
  for (const { name, say } of reading.problems) console.error(`${name} ${say}`);
  process.exit(2);
}
const log = makeLog(reading.settings.logLevel);
// Before anything starts: while Slack is out of reach a start may last.
const closers: Closer[] = [];
const signals = closeOnSignals(closers, log);
try {
  const running = await start(reading.settings, log, {
    closers,
    say: (line) => {
      console.log(line);
    },
  });
  console.log(running.line);
} catch (error) {
  if (!signals.isClosing()) {
    console.error(startProblem(error));
    process.exit(1);
  }
}
