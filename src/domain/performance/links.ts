import { bytesPerSecond, gbPerSecond } from "../../units/rates.ts";
import type { BytesPerSecond } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";

type LinkKind = "none" | "nvlink" | "fabric" | "bridge" | "pcie" | "pcie-no-peer";

/** What joins the GPUs of one machine. A bridge joins pairs only, and rented machines seldom have one. */
export function linkKind(card: Accelerator): LinkKind {
  const type = card.interconnect.type.toLowerCase();
  if (type.includes("bridge")) return "bridge";
  if (type.includes("c2c")) return "pcie";
  if (type.includes("nvlink")) return "nvlink";
  if (type.includes("fabric") || type.includes("roce") || type.includes("ici")) return "fabric";
  // GeForce of the Ada and Blackwell generations: the driver offers no peer-to-peer copies.
  if (card.class === "consumer" && !type.includes("nvlink")) return "pcie-no-peer";
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
      // Copies through host memory: half a bus.
      return gbPerSecond(pcieRate(card) / 2.5);
    case "none":
      return gbPerSecond(pcieRate(card));
  }
}

/**
 * One-way rate that each GPU of a ring over several machines sees. Machines of the HGX class are rented with one adapter
 * per GPU (A100 1,600 Gb/s, H100 3,200 Gb/s a node) and rings use them all, so a ring that fills its nodes sees their sum, at most the
 * rate inside the node; every other machine is assumed to have 100 Gb/s of Ethernet.
 */
export function networkRate(card: Accelerator, gpusPerNode: number): BytesPerSecond {
  const kind = linkKind(card);
  const fabric = kind === "nvlink" || kind === "fabric";
  const adapter = (card.interconnect.gbSBidirectional ?? 0) >= 800 ? 50 : 25;
  const node = fabric ? adapter * gpusPerNode : 12.5;
  return bytesPerSecond(Math.min(node * 1e9 * NETWORK_SHARE, nodeLinkRate(card)));
}

/** Share of the adapters' rate that collectives between machines reach. */
const NETWORK_SHARE = 0.6;
