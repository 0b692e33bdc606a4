import { bytesPerSecond, gbPerSecond } from "../../units/rates.ts";
import type { BytesPerSecond } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";

type LinkKind = "none" | "nvlink" | "fabric" | "bridge" | "pcie" | "pcie-no-peer";

/** What joins the GPUs of one machine. A bridge joins pairs only, and rented machines seldom have one. */
export function linkKind(card: Accelerator): LinkKind {
  const type = card.interconnect.type.toLowerCase();
  // GeForce drivers offer no peer-to-peer copies over the bus, and a bridge joins pairs that few machines have.
  if (card.class === "consumer" && (type.includes("bridge") || !type.includes("nvlink")))
    return "pcie-no-peer";
  if (type.includes("bridge")) return "bridge";
  if (type.includes("c2c")) return "pcie";
  if (type.includes("nvlink")) return "nvlink";
  if (type.includes("fabric") || type.includes("roce") || type.includes("ici")) return "fabric";
  return "pcie";
}

/** Share of a link's printed one-way rate that collectives reach (nccl-tests bus bandwidth on HGX machines ≈ .75–.85). */
const COLLECTIVE_SHARE = 0.75;

/** Host bus, one way, reached by collectives: about 12 GB/s over gen3 x16, 20 over gen4, 38 over gen5. */
function pcieRate(card: Accelerator): number {
  const pcie = card.pcie ?? "";
  if (pcie.includes("gen5") || pcie.includes("gen6")) return 38;
  if (pcie.includes("gen3")) return 10;
  return 20;
}

/** One-way bytes per second that each GPU gives to a ring inside one machine. */
export function nodeLinkRate(card: Accelerator): BytesPerSecond {
  const both = card.interconnect.gbSBidirectional;
  switch (linkKind(card)) {
    case "nvlink":
    case "fabric":
      return gbPerSecond(((both ?? 200) / 2) * COLLECTIVE_SHARE);
    case "bridge":
    case "pcie":
      return gbPerSecond(pcieRate(card));
    case "pcie-no-peer":
      // Every hop goes down to host memory and up again: two RTX 3090 gather weights at 4–5 GB/s (fsdp_qlora tables).
      return gbPerSecond(pcieRate(card) / 4);
    case "none":
      return gbPerSecond(pcieRate(card));
  }
}

/** GPUs that NVLink joins across machines: an NVL72 rack is one domain, however many trays it is counted as. */
export const linkDomain = (card: Accelerator, gpusPerNode: number): number =>
  /^gb[23]00/.test(card.id) ? Math.max(72, gpusPerNode) : gpusPerNode;

/** Gb/s of network that machines are rented with, per GPU: A100 1,600 a node, H100 and later 3,200, V100 one adapter of 100. */
function adapterRate(card: Accelerator, gpusPerNode: number): number {
  const kind = linkKind(card);
  if (kind !== "nvlink" && kind !== "fabric") return 12.5 / gpusPerNode;
  if (/^v100|^p100/.test(card.id)) return 12.5 / 4;
  return (card.interconnect.gbSBidirectional ?? 0) >= 800 ? 50 : 25;
}

/**
 * One-way rate that each GPU of a ring over several machines sees. A ring that has several ranks in a machine uses all
 * their adapters, up to the rate inside the node; machines without a fabric are assumed to share 100 Gb/s of Ethernet.
 */
export function networkRate(card: Accelerator, gpusPerNode: number, ranksInNode: number): BytesPerSecond {
  const each = adapterRate(card, gpusPerNode) * 1e9 * NETWORK_SHARE;
  return bytesPerSecond(Math.min(each * Math.max(1, ranksInNode), nodeLinkRate(card)));
}

/** Share of the adapters' rate that collectives between machines reach. */
const NETWORK_SHARE = 0.8;
