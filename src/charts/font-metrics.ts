/** Advance widths of one TrueType font, as multiples of its size. */
export interface FontMetrics {
  readonly widthOf: (text: string) => number;
}

interface Tables {
  readonly [tag: string]: DataView | undefined;
}

function tablesOf(bytes: Uint8Array): Tables {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables: Record<string, DataView> = {};
  for (let i = 0; i < view.getUint16(4); i += 1) {
    const at = 12 + 16 * i;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    tables[tag] = new DataView(
      bytes.buffer,
      bytes.byteOffset + view.getUint32(at + 8),
      view.getUint32(at + 12),
    );
  }
  return tables;
}

/** Glyphs by code point, of a segment mapping (format 4): all that a font of Latin letters needs. */
function glyphsOf(cmap: DataView): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < cmap.getUint16(2); i += 1) {
    const at = cmap.getUint32(4 + 8 * i + 4);
    if (cmap.getUint16(at) !== 4) continue;
    const double = cmap.getUint16(at + 6);
    for (let segment = 0; segment < double; segment += 2) {
      const end = cmap.getUint16(at + 14 + segment);
      const start = cmap.getUint16(at + 16 + double + segment);
      const delta = cmap.getUint16(at + 16 + 2 * double + segment);
      const rangeAt = at + 16 + 3 * double + segment;
      const offset = cmap.getUint16(rangeAt);
      for (let code = start; code <= end && code < 0xffff; code += 1) {
        const found = offset === 0 ? code : cmap.getUint16(rangeAt + offset + 2 * (code - start));
        if (found !== 0) glyphs.set(code, (found + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

/** Source: OpenType specification, tables head (unitsPerEm), hhea (numberOfHMetrics), hmtx (advanceWidth), cmap. Kerning is left out. */
export function fontMetrics(bytes: Uint8Array): FontMetrics {
  const { head, hhea, hmtx, cmap } = tablesOf(bytes);
  if (head === undefined || hhea === undefined || hmtx === undefined || cmap === undefined)
    throw new Error("not a TrueType font");
  const unitsPerEm = head.getUint16(18);
  const last = hhea.getUint16(34) - 1;
  const glyphs = glyphsOf(cmap);
  const advance = (code: number): number => {
    const glyph = glyphs.get(code) ?? 0;
    return hmtx.getUint16(4 * Math.min(glyph, last)) / unitsPerEm;
  };
  return {
    widthOf: (text) => {
      let sum = 0;
      for (const letter of text) sum += advance(letter.codePointAt(0) ?? 0);
      return sum;
    },
  };
}
