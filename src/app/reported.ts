import { errorReports } from "../domain/advice/environment.ts";
import type { MessageReading } from "../domain/conversation.ts";

/** An error that a program printed, or a step before and after: no talk among colleagues, whoever posts it in the thread. */
export const tellsOfTheRun = ({ context }: MessageReading): boolean =>
  context.observed?.["stepSecondsBefore"] !== undefined ||
  context.reports?.some((report) => errorReports.has(report)) === true;

/** What a message holds where it sets an hour of one tier against one of another. */
const pricesOf = ["spotPrice", "committedPrice"];

/** "Spot at 1.10 vs 2.20 on demand": a sum at the asker's own prices, whatever it seems to wish. */
export const asksAtOwnPrices = ({ context, changes }: MessageReading): boolean =>
  pricesOf.some((name) => context.observed?.[name] !== undefined) &&
  changes.every(({ field }) => field === "limits.spot");

/** A question about a plan is the plan's to answer, unless something happened. */
export const reportsSomething = ({ context }: MessageReading): boolean =>
  context.failure !== undefined ||
  context.reports !== undefined ||
  context.rates !== undefined ||
  context.observed?.["stepSecondsBefore"] !== undefined ||
  pricesOf.some((name) => context.observed?.[name] !== undefined);
