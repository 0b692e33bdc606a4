import type { PilotStage, PilotVerdict } from "../domain/pilot/pilot.ts";
import type { Workspace } from "./ports.ts";

/** The result that a token let in. */
export interface TokenSpent {
  readonly at: string;
  readonly verdict: PilotVerdict["verdict"];
  readonly stage: PilotStage;
}

/** What lets one result be posted to one plan, for whoever asked for its kit; the token itself is kept nowhere. */
export interface PilotToken {
  /** The part of the token by which it is found. */
  readonly id: string;
  /** SHA-256 of the whole token, in hexadecimal digits. */
  readonly digest: string;
  readonly workspace: Workspace;
  readonly planId: string;
  readonly person: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly spent: TokenSpent | null;
}

export interface PilotTokenStore {
  issue(token: Omit<PilotToken, "spent">): Promise<void>;
  /** The one query without a workspace: a token says which one it belongs to. Null also when its plan is gone. */
  find(id: string): Promise<PilotToken | null>;
  /** True for one caller only, however many ask at once. */
  spend(id: string, spent: TokenSpent): Promise<boolean>;
  /** Tokens that ran out before the instant. */
  purge(before: string): Promise<number>;
}
