import { describe, expect, it } from "vitest";
import { colourOf, groupOf, groups, ink, inkOn, luminance } from "../../src/charts/palette.ts";
import { partNames } from "../../src/domain/estimate.ts";

type Rgb = readonly [number, number, number];
const linearOf = (hex: string): Rgb => {
  const at = (i: number): number => {
    const value = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
};
const times = (m: readonly Rgb[], [r, g, b]: Rgb): Rgb =>
  m.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Rgb;

/** What people with each kind of colour vision see. Source: Machado, Oliveira and Fernandes 2009, severity 1.0. */
const visions: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}; // prettier-ignore

/** CIE 1976 L*a*b*, white of D65. */
function lab(rgb: Rgb): Rgb {
  const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], rgb); // prettier-ignore
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.9505), f(y), f(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
const apart = (a: string, b: string, vision: readonly Rgb[]): number => {
  const [one, two] = [lab(times(vision, linearOf(a))), lab(times(vision, linearOf(b)))];
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
};

describe("colours of parts", () => {
  const pairs = groups.flatMap((a, i) => groups.slice(i + 1).map((b) => [a, b] as const));

  it.each(Object.entries(visions))("are told apart with %s", (_name, vision) => {
    for (const [a, b] of pairs) {
      // Ten is what two patches side by side are told apart by at a glance.
      expect(apart(colourOf(a), colourOf(b), vision), `${a} and ${b}`).toBeGreaterThan(10);
    }
  });

  it("carry figures that are read on them, and stand out from the paper", () => {
    const contrast = (a: string, b: string): number => {
      const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
      return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    };
    for (const group of groups) {
      expect(contrast(colourOf(group), inkOn(colourOf(group))), group).toBeGreaterThan(4.5);
      expect(contrast(colourOf(group), ink.paper), group).toBeGreaterThan(1.4);
    }
    for (const words of [ink.text, ink.soft, ink.limit, ink.main, ink.accent])
      expect(contrast(words, ink.paper)).toBeGreaterThan(4.5);
  });

  it("are given to every part", () => {
    for (const part of partNames) expect(groups).toContain(groupOf(part));
  });
});
