import { Micros } from "@agent-treasury/provider";
import { normaliseName } from "@agent-treasury/provider/helpers";
import { earlierName } from "@agent-treasury/rules";
import type { SpendProposal } from "../proposals/proposal.ts";

export const namePrefix = "name:";

/** Identity of a vendor's name in the form of keys, whether the agent reports the name or a rail proves it. */
export function vendorIdOf(vendor: string): string {
  return `${namePrefix}${earlierName(vendor)}`;
}

/** What a rail proves of a quoted payment, otherwise the name that the agent reports. */
export function payeeIdOf({ vendor, quote }: Pick<SpendProposal, "vendor" | "quote">): string {
  return quote === null ? vendorIdOf(vendor) : earlierName(vendor);
}

/** The identity in the exact form, under which persons approved payments. */
export function exactPayeeId(vendor: string, isSelfReported: boolean): string {
  const name = normaliseName(vendor);
  return isSelfReported ? `${namePrefix}${name}` : name;
}

/** After a person approved a payment, later ones to its payee up to this amount may be automatic. */
export function laterMaximum(approved: Micros): Micros {
  return Micros.multiply(approved, 2n);
}
