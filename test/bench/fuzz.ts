import { fuzz } from "../support/fuzz.ts";

/** `npm run fuzz -- --count N --seed N`: random and mutated messages; exits 1 when a law is broken. */
function numberAfter(flag: string, otherwise: number): number {
  const at = process.argv.indexOf(flag);
  const n = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (Number.isInteger(n) && n > 0) return n;
  console.error(`${flag} wants a whole number above 0, read: ${process.argv[at + 1] ?? "nothing"}`);
  process.exit(2);
}

const count = numberAfter("--count", 20_000);
const seed = numberAfter("--seed", 1);
const { found, seconds, slowestMs } = fuzz(count, seed);
for (const { law, text } of found.slice(0, 20))
  console.log(`${law}\n    ${JSON.stringify(text.slice(0, 400))}`);
console.log(
  `${count} messages, seed ${seed}: ${found.length} broken laws, ${seconds.toFixed(1)} s, slowest ${slowestMs.toFixed(0)} ms`,
);
process.exitCode = found.length === 0 ? 0 : 1;
