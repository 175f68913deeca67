import { earlierName, type SpendFacts } from "@agent-treasury/rules";
import { namePrefix } from "../payees/payee-identity.ts";
import type { JudgedSpend } from "./spend-guard.ts";

/** @param allocations ids, from the spend's own to the root. */
export function spendFacts(
  { amount, approvedAmount, vendor, category, agentId, quote }: JudgedSpend,
  allocations: readonly string[],
  rail: string,
  at: number,
): SpendFacts {
  const name = earlierName(vendor);
  const isSelfReported = quote === null;
  return {
    amount,
    approvedAmount: approvedAmount ?? amount,
    payee: { id: isSelfReported ? `${namePrefix}${name}` : name, isSelfReported },
    vendor: name,
    writtenVendor: vendor,
    category: category === null ? null : earlierName(category),
    agentId,
    allocations,
    rail,
    at,
  };
}
