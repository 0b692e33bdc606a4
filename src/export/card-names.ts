export interface CardNames {
  /** Of SkyPilot's catalogue (`sky show-gpus`); null = none known. */
  readonly sky: string | null;
  /** Name and memory as dstack's `gpu` takes them. */
  readonly dstack: string | null;
  /** Resource that the vendor's device plugin offers. */
  readonly resource: string;
  /** Value of the label that GPU feature discovery puts on a node. */
  readonly product: string | null;
  readonly rocm?: true;
}

const nvidia = (sky: string | null, dstack: string | null, product: string | null): CardNames => ({
  sky,
  dstack,
  resource: "nvidia.com/gpu",
  product,
});
const amd = (sky: string | null, dstack: string | null): CardNames => ({
  sky,
  dstack,
  resource: "amd.com/gpu",
  product: null,
  rocm: true,
});
const other = (resource: string): CardNames => ({ sky: null, dstack: null, resource, product: null });

/**
 * Catalogue id → what each tool calls the card: SkyPilot's lists of GPU names, gpuhunt's (which dstack reads), and the
 * product names that the drivers report. null = the tool's own name was not found, and the file says so.
 */
const names: Readonly<Record<string, CardNames>> = {
  a10: nvidia("A10", "A10:24GB", "NVIDIA-A10"),
  "a100-40gb-pcie": nvidia("A100", "A100:40GB", "NVIDIA-A100-PCIE-40GB"),
  "a100-40gb-sxm": nvidia("A100", "A100:40GB", "NVIDIA-A100-SXM4-40GB"),
  "a100-80gb-pcie": nvidia("A100-80GB", "A100:80GB", "NVIDIA-A100-80GB-PCIe"),
  "a100-80gb-sxm": nvidia("A100-80GB", "A100:80GB", "NVIDIA-A100-SXM4-80GB"),
  // The A800 and H800 are sold where none of these tools rents.
  "a800-80gb-pcie": nvidia(null, null, null),
  "a800-80gb-sxm": nvidia(null, null, null),
  a10g: nvidia("A10G", "A10G:24GB", "NVIDIA-A10G"),
  a30: nvidia("A30", null, "NVIDIA-A30"),
  a40: nvidia("A40", "A40:48GB", "NVIDIA-A40"),
  b200: nvidia("B200", "B200:180GB", "NVIDIA-B200"),
  b300: nvidia("B300", null, null),
  gb10: nvidia(null, null, null),
  gb200: nvidia("GB200", null, null),
  gb300: nvidia("GB300", null, null),
  "gh200-144gb": nvidia(null, null, null),
  "gh200-96gb": nvidia("GH200", "GH200:96GB", null),
  "h100-nvl": nvidia(null, "H100NVL:94GB", "NVIDIA-H100-NVL"),
  "h100-pcie": nvidia("H100", "H100:80GB", "NVIDIA-H100-PCIe"),
  "h100-sxm": nvidia("H100", "H100:80GB", "NVIDIA-H100-80GB-HBM3"),
  "h800-pcie": nvidia(null, null, null),
  "h800-sxm": nvidia(null, null, null),
  h20: nvidia(null, null, "NVIDIA-H20"),
  "h200-nvl": nvidia(null, null, "NVIDIA-H200-NVL"),
  "h200-sxm": nvidia("H200", "H200:141GB", "NVIDIA-H200"),
  l4: nvidia("L4", "L4:24GB", "NVIDIA-L4"),
  l40: nvidia("L40", "L40:48GB", "NVIDIA-L40"),
  l40s: nvidia("L40S", "L40S:48GB", "NVIDIA-L40S"),
  "p100-16gb": nvidia("P100", "P100:16GB", null),
  // Cards that people own: what the drivers call them is all that is known here.
  "gtx-1080-ti": nvidia(null, null, "NVIDIA-GeForce-GTX-1080-Ti"),
  p40: nvidia(null, null, "Tesla-P40"),
  "rtx-2080-ti": nvidia(null, null, "NVIDIA-GeForce-RTX-2080-Ti"),
  "rtx-3060": nvidia(null, null, "NVIDIA-GeForce-RTX-3060"),
  "rtx-3070": nvidia(null, null, "NVIDIA-GeForce-RTX-3070"),
  "rtx-3080": nvidia(null, null, "NVIDIA-GeForce-RTX-3080"),
  "rtx-3080-ti": nvidia(null, null, "NVIDIA-GeForce-RTX-3080-Ti"),
  "rtx-3090-ti": nvidia(null, null, "NVIDIA-GeForce-RTX-3090-Ti"),
  "rtx-4060-ti-16gb": nvidia(null, null, "NVIDIA-GeForce-RTX-4060-Ti"),
  "rtx-4070": nvidia(null, null, "NVIDIA-GeForce-RTX-4070"),
  "rtx-4070-ti-super": nvidia(null, null, "NVIDIA-GeForce-RTX-4070-Ti-SUPER"),
  "rtx-5060-ti-16gb": nvidia(null, null, "NVIDIA-GeForce-RTX-5060-Ti"),
  "rtx-5070-ti": nvidia(null, null, "NVIDIA-GeForce-RTX-5070-Ti"),
  "rtx-a4000": nvidia(null, null, "NVIDIA-RTX-A4000"),
  "rtx-a5000": nvidia(null, null, "NVIDIA-RTX-A5000"),
  "rtx-3090": nvidia("RTX3090", "RTX3090:24GB", "NVIDIA-GeForce-RTX-3090"),
  "rtx-4080": nvidia("RTX4080", null, "NVIDIA-GeForce-RTX-4080"),
  "rtx-4090": nvidia("RTX4090", "RTX4090:24GB", "NVIDIA-GeForce-RTX-4090"),
  "rtx-5080": nvidia("RTX5080", null, "NVIDIA-GeForce-RTX-5080"),
  "rtx-5090": nvidia("RTX5090", null, "NVIDIA-GeForce-RTX-5090"),
  "rtx-6000-ada": nvidia("RTX6000-Ada", null, "NVIDIA-RTX-6000-Ada-Generation"),
  "rtx-a6000": nvidia("RTXA6000", "A6000:48GB", "NVIDIA-RTX-A6000"),
  "rtx-pro-6000": nvidia("RTXPRO6000", null, null),
  t4: nvidia("T4", "T4:16GB", "Tesla-T4"),
  "v100-16gb": nvidia("V100", "V100:16GB", "Tesla-V100-SXM2-16GB"),
  "v100-32gb": nvidia("V100-32GB", "V100:32GB", "Tesla-V100-SXM2-32GB"),
  mi210: amd(null, "MI210:64GB"),
  mi250: amd(null, null),
  mi250x: amd(null, null),
  mi300x: amd("MI300X", "MI300X:192GB"),
  mi325x: amd(null, null),
  mi350x: amd(null, null),
  mi355x: amd(null, null),
  "radeon-ai-pro-r9700": amd(null, null),
  "radeon-pro-w7900": amd(null, null),
  "rx-7900-xtx": amd(null, null),
  gaudi2: other("habana.ai/gaudi"),
  gaudi3: other("habana.ai/gaudi"),
  "tpu-v5e": other("google.com/tpu"),
  "tpu-v5p": other("google.com/tpu"),
  "tpu-v6e": other("google.com/tpu"),
  trainium1: other("aws.amazon.com/neuron"),
  trainium2: other("aws.amazon.com/neuron"),
};

export const cardNames = (accelerator: string | null): CardNames | null =>
  accelerator !== null && Object.hasOwn(names, accelerator) ? (names[accelerator] ?? null) : null;

/** SkyPilot's and RunPod's words for the form where a list of theirs holds several: only RunPod splits the H100. */
const splitByForm: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  runpod: { "h100-sxm": "H100-SXM", "h100-pcie": "H100", "a100-80gb-sxm": "A100-80GB-SXM" },
};

export function skyCard(accelerator: string | null, provider: string | undefined): string | null {
  const own = provider === undefined ? undefined : splitByForm[provider]?.[accelerator ?? ""];
  return own ?? cardNames(accelerator)?.sky ?? null;
}
