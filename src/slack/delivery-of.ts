import type { DeliveryContext } from "./intake.ts";

/** The delivery that a listener works on, as the intake put it into Bolt's context. */
export function deliveryOf(context: Readonly<Record<string, unknown>>): DeliveryContext {
  const delivery = context["delivery"];
  if (typeof delivery !== "object" || delivery === null)
    throw new Error("a listener ran without its delivery");
  return delivery as DeliveryContext;
}
