/** What is counted and logged; never text, never amounts. */
export interface Telemetry {
  acked(kind: string, seconds: number): void;
  delivered(kind: string, outcome: "new" | "again" | "recovered" | "done" | "failed" | "dropped"): void;
  wrote(method: string, outcome: "ok" | "plain" | "limited" | "refused"): void;
}

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
