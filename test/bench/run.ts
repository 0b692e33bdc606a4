/**
 * `npm run bench [-- NAME…]`: measurements, not tests. Each bench prints its own figures, worst ones included;
 * nothing here fails on a slow machine.
 */
type Bench = () => Promise<string> | string;

const benches: Record<string, () => Promise<Bench>> = {
  memory: async () => (await import("./memory.ts")).benchMemory,
  throughput: async () => (await import("./throughput.ts")).benchThroughput,
  serving: async () => (await import("./serving.ts")).benchServing,
  pilot: async () => (await import("./pilot.ts")).benchPilot,
  choice: async () => (await import("./choice.ts")).benchChoice,
  reading: async () => {
    const { benchReading } = await import("./reading.ts");
    return () => {
      const { messages, p50Ms, p95Ms, maxMs, earlyP95Ms, pasteMs } = benchReading();
      return `${messages} messages of about 300 characters: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, worst ${maxMs.toFixed(1)} ms (aim: p95 ≤ 5 ms), p95 ${earlyP95Ms.toFixed(1)} ms just after start; slowest paste of 40,000: ${pasteMs.toFixed(1)} ms (aim: ≤ 100 ms)`;
    };
  },
  conversation: async () => (await import("./conversation.ts")).benchConversation,
  "command-line": async () => (await import("./command-line.ts")).benchCommandLine,
  slack: async () => (await import("./slack-load.ts")).benchSlackLoad,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`no bench called ${unknown.join(", ")}; there are: ${Object.keys(benches).join(", ")}`);
  process.exit(2);
}

for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n━━ ${name}`);
  const bench = await load();
  console.log(await bench());
}
