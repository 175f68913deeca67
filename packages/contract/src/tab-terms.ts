import type { Proposal } from "./proposals.ts";

/** Whether the approval opens a tab, whose amount many charges draw down. */
export function isTab({ payout }: { readonly payout: { readonly id: string } | null }): boolean {
  return payout?.id === "tab";
}

/** Returns when the tab of a spend ends, in ISO 8601. Null for any other spend. */
export function tabEnd(proposal: Pick<Proposal, "payout" | "createdAt">): string | null {
  if (!isTab(proposal)) return null;
  const minutes = Number(proposal.payout?.terms["minutes"]);
  return new Date(Date.parse(proposal.createdAt) + minutes * 60_000).toISOString();
}
