import type { FileToPost } from "../../src/slack/answer.ts";

/** A chart to be posted, whose figures nobody draws. */
export const picture: FileToPost = {
  kind: "picture",
  name: "gpu-plan-memory.png",
  title: "Memory of one card",
  alt: "Memory of one card: 24 GiB.",
  picture: { figures: {} as never, language: "en", timeZone: null, cards: {} },
};
