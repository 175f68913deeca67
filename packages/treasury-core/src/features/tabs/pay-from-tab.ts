import { type PaymentQuote, TreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import type { HoldChoice } from "../../kernel/judgement/hold-terms.ts";
import { whileObserved } from "../../kernel/judgement/observed.ts";
import { isPaymentFailure } from "../../kernel/judgement/payment-unconfirmed.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { summaryOf } from "../../kernel/quotes/quote-doc.ts";
import type { Proposed } from "../../kernel/spends/propose.ts";
import { readProposal } from "../../kernel/views/read-treasury.ts";
import { proposalToWire } from "../../kernel/views/wire.ts";
import type { TabQuestion } from "./on-tab.ts";
import { payOnTab } from "./pay-on-tab.ts";

export interface TabPurchase {
  /** From `spendPartId`. The same id is the same payment. */
  readonly id: string;
  readonly quote: PaymentQuote;
  readonly purpose: string;
  readonly category: string | null;
  /** The person behind the request, of any agent's tab. Missing for that of the tab. */
  readonly behind?: SpendProposal["behind"];
}

/**
 * Pays a seller's price from an approved tab. Its executor's findings alone end the reservation.
 *
 * @throws TreasuryError `tab_not_found`, `tab_closed`, `tab_exhausted`, `quote_expired`,
 * `invalid_request` for another payee, and errors of the payment.
 */
export async function payFromTab(
  engine: Engine,
  workspaceId: string,
  question: TabQuestion,
  { id, quote, purpose, category, behind }: TabPurchase,
): Promise<Proposed> {
  const { committer, external, identifiers, policy, report } = engine;
  if (external === null) throw noExecutor();
  const salt = identifiers.random();
  let isRepeated = false;
  const commit = async (choose: HoldChoice): Promise<SpendProposal> => {
    const hold = choose(summaryOf(quote, salt));
    if (hold === undefined) throw noExecutor();
    const payment = { id, quote, purpose, category, hold, salt, ...(behind != null && { behind }) };
    const command = payOnTab(question, payment, policy);
    const state = await whileObserved(policy, () => committer.run(workspaceId, command));
    if (state.refusal !== undefined) throw state.refusal;
    if (state.payment === undefined) throw new Error("The tab began no payment.");
    isRepeated = state.number === undefined;
    return state.payment;
  };
  try {
    const spend = await external.carryOut(workspaceId, commit);
    return { proposal: proposalToWire(workspaceId, spend), isRepeated };
  } catch (error) {
    if (!isPaymentFailure(error)) throw error;
    const proposal = await readProposal(engine, workspaceId, id).catch(() => null);
    if (proposal === null) throw error;
    report(error);
    return { proposal, isRepeated };
  }
}

function noExecutor(): TreasuryError {
  return new TreasuryError("payments_not_connected", "No payment executor pays the quote.");
}
