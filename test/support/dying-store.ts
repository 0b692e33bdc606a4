import type { Store } from "../../src/app/ports.ts";

export interface DyingStore {
  readonly store: Store;
  /** From this call on, counted from now, every call fails: what a killed process sees of its store. */
  dieAt(step: number): void;
  readonly isDead: () => boolean;
  /** Names of the calls so far. */
  readonly called: readonly string[];
}

/** A store whose process dies between two of its calls. */
export function dyingStore(inner: Store): DyingStore {
  let left = Infinity;
  const called: string[] = [];
  const wrap = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name);
        if (typeof found === "object" && found !== null) return wrap(found);
        if (typeof found !== "function") return found;
        return (...given: unknown[]): unknown => {
          called.push(String(name));
          left -= 1;
          if (left <= 0) return Promise.reject(new Error("killed"));
          return Reflect.apply(found, target, given) as unknown;
        };
      },
    });
  return {
    store: wrap(inner),
    dieAt: (step) => {
      left = step;
    },
    called,
    isDead: () => left <= 0,
  };
}
