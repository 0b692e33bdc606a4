import { describe, expect, it } from "vitest";
import { gpuPlan, type Ran } from "./gpu-plan.ts";

const english = /\b(?:unknown|argument|missing|expected|there|allowed|nearest|usage|display|option is)\b/iu;

/** A command line, what English says of it, and what French says. */
const misused: readonly (readonly [readonly string[], RegExp, RegExp])[] = [
  [["plan", "--spel", "x"], /no option --spel\. Nearest: --spec\. Allowed: --lang, --spec, --json/u, /pas d’option --spel\. Au plus proche\s: --spec/u],
  [["plan", "--text", "llama 8b"], /no option --text\..*Allowed: .*--spec.*gpu-plan plan "…"/u, /pas d’option --text\..*sans option/u],
  [["estimate", "--breif"], /Nearest: --brief/u, /proche\s: --brief/u],
  [["ask", "--jsno"], /Nearest: --json/u, /proche\s: --json/u],
  [["plam"], /no command plam\. Nearest: plan\./u, /pas de commande plam\. Au plus proche\s: plan\./u],
  [["catalog", "lits"], /no command lits\. Nearest: list\./u, /pas de commande lits/u],
  [["plan", "--spec"], /--spec <file> needs a value/u, /--spec <fichier> demande une valeur/u],
  [["schema"], /<name> is missing\.\nUsage: gpu-plan schema/u, /Il manque <nom>\.\nEmploi\s: gpu-plan schema/u],
  [["catalog", "show"], /<id> is missing/u, /Il manque <id>/u],
  [["estimate", "a", "b"], /more than this command takes\.\nUsage: gpu-plan estimate/u, /plus que n’en prend cette commande/u],
]; // prettier-ignore

describe("a command line that cannot be read", () => {
  const ended = async (args: readonly string[]): Promise<Ran> => {
    const ran = await gpuPlan(args);
    expect([ran.status, ran.out], ran.err).toEqual([2, ""]);
    return ran;
  };

  it.each(misused)("%j says what is wrong, what is near and what is allowed", async (args, en, fr) => {
    expect((await ended(args)).err).toMatch(en);
    const french = (await ended(["--lang", "fr", ...args])).err;
    expect(french).toMatch(fr);
    expect(french).not.toMatch(english);
  });

  it("names a language that is none, in the language of the terminal", async () => {
    const ran = await gpuPlan(["schema", "plan", "--lang=de"], { env: { LANG: "fr_FR", LC_ALL: "fr_FR" } });
    expect([ran.status, ran.err]).toEqual([2, "--lang de\u00A0: en et fr sont possibles.\n"]);
  });
});

describe("help", () => {
  const commands = [
    "plan",
    "estimate",
    "ask",
    "schema",
    "catalog",
    "catalog check",
    "catalog list",
    "catalog show",
    "catalog refresh",
    "pilot",
    "pilot read",
    "",
  ];

  it.each(commands)("of %j is wholly in the language asked for", async (command) => {
    const args = command.split(" ").filter((word) => word !== "");
    const [asked, locale] = await Promise.all([
      gpuPlan([...args, "--help", "--lang", "fr"]),
      gpuPlan([...args, "--help"], { env: { LANG: "fr_FR.UTF-8", LC_ALL: "fr_FR.UTF-8" } }),
    ]);
    expect([asked.status, asked.err]).toEqual([0, ""]);
    expect(locale.out).toBe(asked.out);
    expect(asked.out).toMatch(/^Emploi\s: gpu-plan[\s\S]*\nOptions\s:\n[\s\S]*cette aide/u);
    expect(asked.out).not.toMatch(english);
    expect(asked.out).not.toContain("[command]");
    expect((await gpuPlan([...args, "--help"])).out).toMatch(/^Usage: gpu-plan[\s\S]*this help/u);
  });
});
