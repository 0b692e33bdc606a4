import { Resvg } from "@resvg/resvg-js";
import { parse, View } from "vega";
import { compile } from "vega-lite";
import { toSpec, type Drawing } from "./canvas.ts";
import { fontFamily, fonts } from "./fonts.ts";

/** Pixels of the file for one of the drawing: sharp where a phone shows three for one. */
export const pixelRatio = 3;

/** Vega-Lite's own remarks on a specification are for whoever writes one. */
const quiet = {
  level: () => quiet,
  error: () => quiet,
  warn: () => quiet,
  info: () => quiet,
  debug: () => quiet,
};

/** A drawing as PNG: Vega draws it as SVG without a screen, resvg makes the pixels with the bundled fonts alone. */
export async function renderPng(drawing: Drawing): Promise<Uint8Array> {
  const { spec } = compile(toSpec(drawing), { logger: quiet });
  const view = new View(parse(spec), { renderer: "none" });
  try {
    const svg = await view.toSVG();
    const picture = new Resvg(svg, {
      fitTo: { mode: "zoom", value: pixelRatio },
      font: { fontFiles: [...fonts().files], loadSystemFonts: false, defaultFontFamily: fontFamily },
    });
    return picture.render().asPng();
  } finally {
    view.finalize();
  }
}
