import type { KnownBlock } from "@slack/types";
import type { PictureRequest } from "../domain/charting/picture.ts";
import type { Language } from "../domain/conversation.ts";

export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}

/** What is posted below the words: a text as it is, or a picture that is drawn when its turn comes. */
export type FileToPost = {
  readonly name: string;
  readonly title: string;
  /** Read to who does not see a picture. */
  readonly alt: string;
} & (
  | { readonly kind: "text"; readonly text: string; readonly snippet: string }
  | { readonly kind: "picture"; readonly picture: PictureRequest }
);

/** Everything that one delivery makes us say, decided before the first word is posted; kept in the outbox. */
export interface Answer {
  readonly v: 1;
  readonly workspace: string;
  /** The delivery's key: one answer for one delivery. */
  readonly key: string;
  readonly user: string;
  readonly language: Language;
  /** Null = a direct message to the user. */
  readonly channel: string | null;
  /** The thread that the words belong to; null = a new message in the channel. */
  readonly threadTs: string | null;
  readonly responseUrl: string;
  readonly planId: string | null;
  /** A new plan: the message that starts its thread, and the one in the thread with the details. */
  readonly head?: SlackMessage;
  readonly details?: SlackMessage;
  /** The head stands elsewhere already: this one takes its place. */
  readonly moved?: boolean;
  /** Everyone of the workspace may read in `channel`; absent = nothing new is known. */
  readonly public?: boolean;
  /** A reply. */
  readonly thread?: SlackMessage;
  /** Seen by the user alone. */
  readonly ephemeral?: SlackMessage;
  /** In the thread of the words, after them. */
  readonly files?: readonly FileToPost[];
  /** A head that was posted before and is out of date now. */
  readonly edits?: readonly {
    readonly channel: string;
    readonly ts: string;
    readonly message: SlackMessage;
  }[];
}

export type Part = "head" | "details" | "thread";

export const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && (value as { v?: unknown }).v === 1 && "key" in value;
