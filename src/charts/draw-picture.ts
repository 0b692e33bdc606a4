import type { PictureRequest } from "../domain/charting/picture.ts";
import type { ChartVoice } from "../i18n/chart-words.ts";
import { wording } from "../i18n/messages.ts";
import { drawingOf } from "./drawing-of.ts";
import { renderPng } from "./render-png.ts";

export const voiceOf = ({ language, timeZone, cards }: PictureRequest): ChartVoice => ({
  ...wording(language),
  card: (id) => cards[id] ?? id,
  timeZone,
});

/** A picture as PNG, in the thread that asks: for a command that has nothing else to do. */
export const drawPicture = (request: PictureRequest): Promise<Uint8Array> =>
  renderPng(drawingOf(request.figures, voiceOf(request)));
