import { redacted } from "../followup/secrets.ts";

/** A text of somebody as it may be kept: credentials are gone from it, and that there was one can still be told. */
export const forKeeping = (text: string): string => redacted(text);
