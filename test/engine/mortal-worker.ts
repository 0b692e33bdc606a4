import { parentPort } from "node:worker_threads";
import type { WorkerQuestion } from "../../src/engine/worker.ts";

/** Dies, hangs or answers as the run's id tells it; answers with the thread's age in questions. */
let answered = 0;
parentPort?.on("message", ({ id, today, request }: WorkerQuestion) => {
  const asked = request.kind === "judge" ? undefined : request.spec.id;
  switch (asked ?? "") {
    case "exit":
      process.exit(3);
      break;
    case "throw":
      throw new RangeError("secret words of the asker");
    case "hang":
      for (;;) if (Date.now() < 0) break;
      break;
    default:
      answered += 1;
      parentPort?.postMessage({ id, answer: { problems: [], today, answered, asked } });
  }
});
parentPort?.postMessage({ ready: true });
