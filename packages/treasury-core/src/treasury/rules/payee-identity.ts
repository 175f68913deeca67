import { normaliseName } from "@agent-treasury/rules";
import type { SpendProposal } from "../proposals/proposal.ts";

export const namePrefix = "name:";

/** Identity of a vendor's name, whether the agent reports the name or a rail proves it. */
export function vendorIdOf(vendor: string): string {
  return `${namePrefix}${normaliseName(vendor)}`;
}

/** What a rail proves of a quoted payment, otherwise the name that the agent reports. */
export function payeeIdOf({ vendor, quote }: Pick<SpendProposal, "vendor" | "quote">): string {
  return quote === null ? vendorIdOf(vendor) : normaliseName(vendor);
}
