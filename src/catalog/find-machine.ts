import type { Machine } from "../domain/machine.ts";

/** "p4de.24xlarge" → "p4de": what people call the machine where all of its sizes have the same cards. */
const familyOf = (instance: string): string | undefined => /^([a-z]\d[a-z]*)\./u.exec(instance)?.[1];

/** Machine types by name, case ignored; a family stands for its machines where their cards and their number agree. */
export function machineFinder(machines: readonly Machine[]): (name: string) => Machine | undefined {
  const byName = new Map<string, Machine | undefined>(
    machines.map((one) => [one.instance.toLowerCase(), one]),
  );
  const families = new Map<string, Machine | undefined>();
  for (const one of machines) {
    const family = familyOf(one.instance.toLowerCase());
    if (family === undefined) continue;
    const first = families.has(family) ? families.get(family) : one;
    const same = first?.accelerator === one.accelerator && first.gpus === one.gpus;
    families.set(family, same ? first : undefined);
  }
  return (name) => {
    const folded = name.toLowerCase();
    return byName.get(folded) ?? families.get(folded);
  };
}
