import type { ReadingWarning } from "../domain/pilot-reading.ts";

const printed =
  /(?<![a-z])(?:[a-z]{1,12}[_/ ]){0,3}loss[a-z]{0,8}['"]?(?:\s*[:=|]\s*|\s+)['"]?(?<value>[-+]?(?:nan|inf(?:inity)?|\d[\d.]{0,20}(?:e[-+]?\d{1,3})?))(?![\w%])/iu;
const brokenGradients = /grad[_ ]?norm['"]?\s*[:=|]\s*['"]?[-+]?(?:nan|inf)/iu;

/** Looks at every line for its loss, whichever tool prints it. */
export function lossWatch() {
  let lost = 0;
  let all = 0;
  let last = true;
  return {
    line(text: string): void {
      if (!/loss/iu.test(text)) return;
      const value = printed.exec(text)?.groups?.["value"];
      if (value === undefined) return;
      all += 1;
      // The Hugging Face trainer leaves a loss that is nan out of its mean: it prints 0.0 beside gradients that are nan.
      const hidden = Number(value) === 0 && (!last || brokenGradients.test(text));
      last = !hidden && Number.isFinite(Number(value));
      if (!last) lost += 1;
    },
    /** `last` is 1 when the loss never came back. */
    warnings: (): readonly ReadingWarning[] =>
      lost === 0 ? [] : [{ code: "loss-not-finite", params: { count: lost, of: all, last: last ? 0 : 1 } }],
  };
}
