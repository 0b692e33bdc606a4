/** GpuInfo is a Python literal, JSON, a bare word or broken: the first SizeInMiB in it, whatever it means; 0 = none. */
export function memoryIn(info: string): number | null {
  const text = /SizeInMiB['"]*\s*:\s*['"]?(\d+(?:\.\d+)?)/u.exec(info)?.[1];
  const value = text === undefined ? 0 : Number(text);
  return value > 0 ? value : null;
}

/** TPU names count TensorCores up to v5p, two a chip, and chips from v5e on; null = no TPU. */
export function tpuSlice(
  name: string,
): { readonly version: string; readonly size: number; readonly chips: number } | null {
  const [, version, digits] = /^tpu-(v\d+[a-z]*)-(\d+)$/u.exec(name) ?? [];
  if (version === undefined || digits === undefined) return null;
  const size = Number(digits);
  return { version, size, chips: /^v(5litepod|5e|6e)$/u.test(version) ? size : size / 2 };
}
