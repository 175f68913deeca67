import { Micros, type PaymentQuote, TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../../kernel/errors.ts";
import type { HoldTerms } from "../../kernel/judgement/hold-terms.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import type { Command } from "../../kernel/ledger/command.ts";
import { proposalFromDoc, proposalToDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { noRuling } from "../../kernel/proposals/ruling.ts";
import { quoteToDoc, summaryOf } from "../../kernel/quotes/quote-doc.ts";
import { quoteRefusal } from "../../kernel/quotes/quote-expired.ts";
import { holdPayout, holdUnder } from "../payments/index.ts";
import { onTab, type TabQuestion, type TabState } from "./on-tab.ts";
import { countPart } from "./part-usage.ts";
import { judgePart, refusalByRules } from "./stopped-tab.ts";
import { tabTermsOf } from "./tab-payout.ts";
import { refusalOf } from "./tab-refusals.ts";

/** Payments of a tab in flight. Every load of the workspace contains them. */
const maximumPayments = 20;

/** What a tab pays next, as a spend of its own. Its amount is the maximum of the quote. */
export interface NewPayment {
  readonly id: string;
  readonly quote: PaymentQuote;
  readonly purpose: string;
  readonly category: string | null;
  readonly hold: HoldTerms;
  /** The person behind the request. Missing for that of the tab. */
  readonly behind?: SpendProposal["behind"];
  /** 128 random bits. */
  readonly salt: string;
}

/** Reserves what a payment can cost at most, once for its id. Without a `number`, it was known. */
export function payOnTab(
  question: TabQuestion,
  payment: NewPayment,
  policy: SpendingPolicy,
): Command<TabState> {
  const key = proposalKey(payment.id);
  const command = onTab("pay_on_tab", question, policy, (account, context) => {
    const { ledger, now } = context;
    const known = ledger.doc(key);
    if (known !== undefined) return { payment: proposalFromDoc(known) };
    const { id, quote, hold, salt } = payment;
    const { payee } = tabTermsOf(account.spend) ?? {};
    if (payee !== quote.payee) return otherPayee(payee, quote);
    const refusal =
      quoteRefusal(quote, now) ??
      holdPayout.refusal?.(ledger, hold) ??
      refusalOf(account, context, quote.maximum);
    if (refusal !== null) return refusal;
    if (account.tab.open.filter(([, , end]) => end === null).length >= maximumPayments) {
      const message = `${maximumPayments} payments of the tab have no outcome yet. Try again later.`;
      return new TreasuryError("too_many_held", message);
    }
    const number = account.reserve(quote.maximum, quote.rail, null);
    const part = partUnder(account.spend, number, payment, now);
    const judgement = judgePart(account.context, account.spend, part, hold.executor);
    const reason = refusalByRules(account.context, account.spend, part, judgement);
    if (reason !== null) return refusedByRules(hold, reason);
    const counted = countPart(account, part, judgement);
    const put = [proposalToDoc(counted), quoteToDoc(id, part.epoch, quote, salt)];
    return { number, payment: counted, put };
  });
  return { ...command, reads: [key] };
}

function partUnder(
  spend: SpendProposal,
  number: number,
  { id, quote, purpose, category, hold, behind = spend.behind, salt }: NewPayment,
  now: number,
): SpendProposal {
  return {
    ...spend,
    id,
    purpose,
    category,
    behind,
    status: "approved",
    amount: quote.maximum,
    approvedAmount: null,
    createdAt: now,
    decidedAt: now,
    executedAt: null,
    reference: null,
    hold: holdUnder(hold, now),
    captured: Micros.zero,
    captureEntry: null,
    undone: Micros.zero,
    refunded: Micros.zero,
    attention: null,
    fixed: null,
    quote: summaryOf(quote, salt),
    payout: { id: "tab_payment", terms: { tabId: spend.id, number } },
    hasResource: false,
    ruling: { ...noRuling, allocationId: spend.ruling.allocationId },
    facts: {},
  };
}

function otherPayee(payee: string | undefined, quote: PaymentQuote): TreasuryError {
  const message =
    payee === undefined
      ? "The tab has no payee. Open one with `payee`, the origin of the seller."
      : `The tab pays ${payee}, but the price is of ${quote.payee}.`;
  return invalidRequest(message);
}

function refusedByRules({ executor }: HoldTerms, reason: string): TreasuryError {
  const message = `Present rules do not let the tab pay this by ${executor}: ${reason} Request it without \`tabId\`, which proposes the price as a spend.`;
  return invalidRequest(message);
}
