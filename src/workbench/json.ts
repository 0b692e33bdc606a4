/** Small readers for JSON that came from outside: nothing is trusted to be there. */
export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const object = (value: unknown): Json => (isJson(value) ? value : {});

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const objects = (value: unknown): Json[] => list(value).filter(isJson);

export const string = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A non-empty string, or nothing. */
export const filled = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Slack accepts true, "true", 1 and "1" for booleans in form bodies. */
export const flag = (value: unknown): boolean =>
  value === true || value === "true" || value === "1" || value === 1;

export const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined;
  }
};

/** Drops keys whose value is undefined, as JSON does. */
export const compact = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));

export const copy = <T>(value: T): T => structuredClone(value);
