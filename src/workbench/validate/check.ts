import { isJson, list } from "../json.ts";

export type Surface = "message" | "modal" | "home";

/** One refusal, with a JSON pointer to the place. */
export interface Issue {
  pointer: string;
  message: string;
}

export interface CheckContext {
  surface: Surface;
  issues: Issue[];
  /** Says whether a file may be shown in an image block. */
  knowsFile: (reference: { id?: string; url?: string }) => boolean;
}

/** Looks at a value found at a pointer and notes what Slack would refuse. */
export type Check = (value: unknown, at: string, context: CheckContext) => void;

const refuse = (context: CheckContext, pointer: string, message: string): void => {
  context.issues.push({ pointer, message });
};

export const issue = refuse;

export const anything: Check = () => undefined;

export const text =
  (min: number, max: number): Check =>
  (value, at, context) => {
    if (typeof value !== "string") refuse(context, at, "must be a string");
    else if (value.length < min) refuse(context, at, `must be more than ${min - 1} characters`);
    else if (value.length > max) refuse(context, at, `must be less than ${max + 1} characters`);
  };

export const boolean: Check = (value, at, context) => {
  if (typeof value !== "boolean") refuse(context, at, "must be a boolean");
};

export const integer =
  (min: number, max: number): Check =>
  (value, at, context) => {
    if (!Number.isInteger(value)) refuse(context, at, "must be an integer");
    else if ((value as number) < min || (value as number) > max) {
      refuse(context, at, `must be between ${min} and ${max}`);
    }
  };

export const oneOf =
  (...allowed: string[]): Check =>
  (value, at, context) => {
    if (typeof value !== "string" || !allowed.includes(value)) {
      refuse(context, at, `must be one of: ${allowed.join(", ")}`);
    }
  };

export const matching =
  (pattern: RegExp, what: string): Check =>
  (value, at, context) => {
    if (typeof value !== "string" || !pattern.test(value)) refuse(context, at, `must be ${what}`);
  };

export const items =
  (each: Check, min: number, max: number): Check =>
  (value, at, context) => {
    if (!Array.isArray(value)) {
      refuse(context, at, "must be an array");
      return;
    }
    if (value.length < min) refuse(context, at, `no fewer than ${min} items required`);
    if (value.length > max) refuse(context, at, `no more than ${max} items allowed`);
    list(value).forEach((item, index) => {
      each(item, `${at}/${index}`, context);
    });
  };

/** An object with these keys and no others. `type` is checked by whoever chose the shape. */
export const shape =
  (required: Record<string, Check>, optional: Record<string, Check> = {}, ...rules: Check[]): Check =>
  (value, at, context) => {
    if (!isJson(value)) {
      refuse(context, at, "must be an object");
      return;
    }
    for (const key of Object.keys(required)) {
      if (value[key] === undefined) refuse(context, at, `missing required field: ${key}`);
    }
    for (const [key, item] of Object.entries(value)) {
      const check = Object.hasOwn(required, key)
        ? required[key]
        : Object.hasOwn(optional, key)
          ? optional[key]
          : undefined;
      if (key === "type" || item === undefined) continue;
      if (check === undefined) refuse(context, `${at}/${key}`, `invalid additional property: ${key}`);
      else check(item, `${at}/${key}`, context);
    }
    for (const rule of rules) rule(value, at, context);
  };

/** Picks the shape by the object's own `type`. */
export const byType =
  (shapes: Record<string, Check>): Check =>
  (value, at, context) => {
    if (!isJson(value)) {
      refuse(context, at, "must be an object");
      return;
    }
    const type = value["type"];
    const check = typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
    if (check === undefined) refuse(context, `${at}/type`, `unsupported type: ${String(type)}`);
    else check(value, at, context);
  };
