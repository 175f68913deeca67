import { type SpendOrder, Micros } from "@agent-treasury/provider";

/** An order of thirty dollars, held now. */
export function spendOrder(proposalId: string): SpendOrder {
  return {
    proposalId,
    workspaceId: "acme",
    amount: Micros.of(30_000_000n),
    vendor: "Acme",
    purpose: "a lamp",
    category: null,
    quote: null,
    payload: null,
    heldAt: Date.now(),
    reference: null,
    signal: new AbortController().signal,
  };
}
