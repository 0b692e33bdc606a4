import type { StackProfile } from "./stack-profile.ts";

/** What a stack does to a 4- or 8-bit base, in the version that runs it. */
export interface QuantisedBase {
  readonly upcastsToFp32: boolean;
  readonly adapters16Bit: boolean;
  readonly experts16Bit: boolean;
  readonly expertsUnsharded: boolean;
}

/** 4-bit weights that a stack makes of an unquantised checkpoint when no dtype is named. */
export const fourBitOf = ({ quantisedBase }: Pick<StackProfile, "quantisedBase">): "nf4" | "nf4-dq" =>
  quantisedBase.doubleQuant.value === "off" ? "nf4" : "nf4-dq";

/** Facts of the profile, those of the first version whose words occur in `stackVersion` before them. */
export function quantisedBaseOf({
  profile: { quantisedBase },
  stackVersion,
}: {
  readonly profile: Pick<StackProfile, "quantisedBase">;
  readonly stackVersion?: string;
}): QuantisedBase {
  const version = quantisedBase.byVersion?.find((v) => stackVersion?.includes(v.contains) === true);
  return {
    upcastsToFp32: (version?.upcastsToFp32 ?? quantisedBase.upcastsToFp32).value,
    adapters16Bit: quantisedBase.adapters16Bit.value,
    experts16Bit: (version?.experts16Bit ?? quantisedBase.experts16Bit).value,
    expertsUnsharded: (version?.expertsUnsharded ?? quantisedBase.expertsUnsharded).value,
  };
}
