import type { Storage } from "@agent-treasury/provider";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import type { SpendProposal } from "../../packages/treasury-core/src/domain.ts";
import { tabFromDoc } from "../../packages/treasury-core/src/features/tabs/tab-record.ts";
import { type FaultyPurchase, isUpto, price } from "../payments/open-market.ts";
import type { X402Market } from "../payments/x402-market.ts";
import { proposalsIn } from "../processes/buyer-proposals.ts";
import { buyerWorkspace } from "../processes/buyer-task.ts";
import { entriesOf } from "../stores/entries.ts";

export type PurchaseEnd = "executed" | "released" | "review" | "unproposed";

export interface PurchaseAudit {
  /** The expected list is empty. */
  readonly flaws: readonly string[];
  readonly ends: Readonly<Record<PurchaseEnd, number>>;
}

/** A payment that counted, and whose block was replaced permanently. No other end needs a person. */
const undone =
  /^The payment of \$0\.\d+ was undone: (?:The chain no longer has the transfer\. .+|The chain has the payment with another amount\.) The amount is in the balance again\.$/;

/** Compares each purchase and the ledger with the chain. */
export async function auditPurchases(
  market: X402Market,
  storage: Storage,
  purchases: readonly FaultyPurchase[],
): Promise<PurchaseAudit> {
  const ends = { executed: 0, released: 0, review: 0, unproposed: 0 };
  const flaws: string[] = [];
  const proposals = await proposalsIn(
    storage,
    purchases.map(({ proposalId }) => proposalId),
  );
  for (const purchase of purchases) {
    const proposal = proposals.find(({ id }) => id === purchase.proposalId);
    const end = endOf(proposal);
    ends[end] += 1;
    const payments = await market.paymentsFor(purchase);
    const expected = isUpto(market.scheme) ? proposal?.captured : price;
    // A payment of `upto` may have been replaced by one of another amount.
    const isReplaced = isUpto(market.scheme) && end === "review" && payments.length === 1;
    if (!isReplaced && payments.join() !== (end === "executed" ? `${expected}` : "")) {
      flaws.push(`${purchase.fault}: ${end}, but ${payments.length} payments`);
    }
    const flaw = proposal === undefined ? null : flawOf(proposal);
    if (flaw !== null) flaws.push(`${purchase.fault}: ${flaw}`);
  }
  const entries = await entriesOf(storage, buyerWorkspace);
  const paid = -entries.reduce((sum, { amount }) => sum + amount, 0n);
  const paidOnChain = await market.paidInAll();
  if (paid !== paidOnChain) flaws.push(`The ledger has ${paid}, and the chain ${paidOnChain}.`);
  if (market.scheme === "tab") flaws.push(...(await tabFlaws(storage, proposals)));
  const { problem } = await verifyChain(storage, buyerWorkspace);
  if (problem !== null) flaws.push(problem);
  return { flaws, ends };
}

/** The tab counts what its payments captured, and reserves nothing when all have an outcome. */
async function tabFlaws(
  storage: Storage,
  payments: readonly SpendProposal[],
): Promise<readonly string[]> {
  const [snapshot] = await storage.load([{ workspaceId: buyerWorkspace, keys: [] }]);
  const doc = snapshot?.open.find(({ kind }) => kind === "tab");
  if (doc === undefined) return ["The tab is not open."];
  const { charged, posted, reserved, open } = tabFromDoc(doc);
  const captured = payments.reduce((sum, one) => sum + one.captured, 0n);
  const isWhole = charged === captured && posted === captured && reserved === 0n;
  return isWhole && open.length === 0
    ? []
    : [`The tab has ${charged} charged, ${posted} posted and ${reserved} reserved of ${captured}.`];
}

function endOf(proposal: SpendProposal | undefined): PurchaseEnd {
  if (proposal === undefined) return "unproposed";
  if (proposal.attention !== null) return "review";
  return proposal.status === "executed" ? "executed" : "released";
}

function flawOf({ hold, attention }: SpendProposal): string | null {
  if (hold !== null) return `is still held (${attention ?? "no reason"})`;
  if (attention === null || undone.test(attention)) return null;
  return `needs review without need: ${attention}`;
}
