import type { Proposal } from "@agent-treasury/contract";
import type { PaidResource } from "@agent-treasury/provider";
import type { Engine } from "../treasury/engine.ts";

/** Returns what a payment bought. Null before the payment, and if it was lost. */
export async function readStoredResource(
  _engine: Engine,
  _proposal: Proposal,
): Promise<PaidResource | null> {
  return null;
}
