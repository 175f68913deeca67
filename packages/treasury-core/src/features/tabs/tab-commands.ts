import { tabLimits } from "@agent-treasury/contract";
import {
  type Doc,
  type Key,
  Micros,
  type PaymentQuote,
  TreasuryError,
} from "@agent-treasury/provider";
import type { HoldTerms } from "../../kernel/judgement/hold-terms.ts";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { type Command, type Outcome, refused } from "../../kernel/ledger/command.ts";
import { proposalFromDoc, proposalToDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { noRuling } from "../../kernel/proposals/ruling.ts";
import { quoteToDoc, summaryOf } from "../../kernel/quotes/quote-doc.ts";
import { quoteRefusal } from "../../kernel/quotes/quote-expired.ts";
import { holdPayout, holdUnder } from "../payments/index.ts";
import { isRefusedByRules, refusalByRules, rulesNow, stopOfTab } from "./stopped-tab.ts";
import { TabAccount, tabNotFound } from "./tab-account.ts";
import { tabTermsOf } from "./tab-payout.ts";
import { leftOf, type TabRecord, type Unconfirmed } from "./tab-record.ts";

/** Payments of a tab in flight. Every load of the workspace contains them. */
const maximumPayments = 20;

/** Settlements of a tab that wait for a person. */
const maximumUnconfirmed = 100;

const chargeLifetimeMs = 86_400_000;

/** Who reports about a tab. */
export interface TabCaller {
  /** An agent, which may report on its own tabs only. Null for a meter and for a person. */
  readonly agentId: string | null;
}

export interface TabQuestion {
  readonly tabId: string;
  readonly caller: TabCaller;
}

/** A tab with its proposal, as they are after a command. */
export interface TabState {
  readonly tab: TabRecord;
  readonly spend: SpendProposal;
  /** Of a reservation or a charge. */
  readonly number?: number;
  /** A payment of the tab. */
  readonly payment?: SpendProposal;
  /** What was refused, although the command changed the tab. */
  readonly refusal?: TreasuryError;
}

export interface NewReservation {
  readonly amount: Micros;
  readonly meter: string | null;
  readonly lifetimeMs: number;
}

/** Reserves what a charge can cost at most, before it is caused. */
export function reserveOnTab(
  question: TabQuestion,
  { amount, meter, lifetimeMs }: NewReservation,
  policy: SpendingPolicy,
): Command<TabState> {
  return onTab("reserve_on_tab", question, policy, (account, context) => {
    const refusal = refusalOf(account, context, amount);
    if (refusal !== null) return refusal;
    return { number: account.reserve(amount, meter, context.now + lifetimeMs) };
  });
}

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
    const reason = refusalByRules(context, account.spend, part, hold.executor);
    if (reason !== null) return refusedByRules(hold, reason);
    const put = [proposalToDoc(part), quoteToDoc(id, part.epoch, quote, salt)];
    return { number, payment: part, put };
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
    // Limits count the tab.
    ruling: { ...noRuling, allocationId: spend.ruling.allocationId },
    facts: {},
  };
}

/** Why nothing more may be spent on the tab now. Closes a tab that present rules refuse. */
function refusalOf(
  account: TabAccount,
  context: SpendContext<SpendingPolicy>,
  amount: Micros,
): Step | null {
  const { tab, spend } = account;
  if (account.isOfEarlierEpoch || tab.closedBecause !== null) return closed(tab);
  if (tab.endsAt <= context.now) return closed(tab);
  const stop = stopOfTab(context, tab, spend);
  if (stop !== null) return stop;
  if (rulesNow(context) !== tab.allowedBy) {
    if (isRefusedByRules(context, spend)) {
      account.close("rules");
      return { refusal: closed(account.tab) };
    }
    account.note({ allowedBy: rulesNow(context) });
  }
  account.lapse();
  return fullness(account.tab, amount);
}

export interface Settlement {
  readonly number: number;
  readonly amount: Micros;
  readonly meter: string | null;
}

/** Records what a reserved charge cost. A repetition changes nothing. */
export function settleOnTab(
  question: TabQuestion,
  { number, amount, meter }: Settlement,
  policy: SpendingPolicy,
): Command<TabState> {
  return onTab("settle_on_tab", question, policy, (account) => {
    const { tab } = account;
    if (number >= tab.next) {
      account.note({ unknown: tab.unknown + 1 });
      return { refusal: unknownNumber(tab, number) };
    }
    if (account.isOfEarlierEpoch) return noteAfterReset(account, amount);
    const reservation = tab.open.find(([each]) => each === number);
    if (reservation?.[2] === null) return heldByPayment(number);
    if (reservation !== undefined) {
      const counted = countedOf(account, question.caller, Micros.of(reservation[1]), amount);
      account.release(reservation);
      account.add({ number, amount: counted, meter: meter ?? reservation[3], kind: "charge" });
      confirmLater(account, [number, amount, counted, meter ?? reservation[3]]);
      return {};
    }
    const estimate = account.estimateOf(number);
    if (estimate === null) return {};
    const counted = countedOf(account, question.caller, Micros.of(estimate.amount), amount);
    account.correct(number, estimate, counted, meter);
    confirmLater(account, [number, amount, counted, meter ?? estimate.meter]);
    return {};
  });
}

/** The money of the tab is that of an earlier epoch. */
function noteAfterReset(account: TabAccount, reported: Micros): Exclude<Step, TreasuryError> {
  const [count, sum] = account.tab.afterReset;
  const total = Micros.toText(Micros.add(Micros.of(sum), reported));
  account.note({ afterReset: [count + 1, total] });
  return {};
}

export interface UnreservedCharge {
  /** Identifies the charge for a day. */
  readonly chargeId: string;
  readonly amount: Micros;
  readonly meter: string | null;
}

/**
 * Records a cost that was not reserved, once. An agent's is refused like a reservation, because only the
 * agent states that it was caused.
 */
export function chargeTab(
  question: TabQuestion,
  { chargeId, amount, meter }: UnreservedCharge,
  policy: SpendingPolicy,
): Command<TabState> {
  const key: Key = { kind: "tab_charge", id: `${question.tabId}.${chargeId}` };
  const command = onTab("charge_tab", question, policy, (account, context) => {
    if (context.ledger.isClaimed(key)) return {};
    const isByAgent = question.caller.agentId !== null;
    const refusal = isByAgent ? refusalOf(account, context, amount) : null;
    if (refusal !== null) return refusal;
    if (account.isOfEarlierEpoch) return { ...noteAfterReset(account, amount), claim: key };
    const counted = countedOf(account, question.caller, Micros.zero, amount);
    const number = account.addUnreserved(counted, meter);
    confirmLater(account, [number, amount, counted, meter]);
    return { number, claim: key };
  });
  // Looked up before a refusal, so that a repeated charge is answered.
  return { ...command, creates: [key] };
}

/** Releases a reservation that caused no cost. */
export function cancelReservation(
  question: TabQuestion,
  number: number,
  policy: SpendingPolicy,
): Command<TabState> {
  return onTab("cancel_reservation", question, policy, (account) => {
    const { tab } = account;
    if (number >= tab.next) return unknownNumber(tab, number);
    if (tab.open.some(([each, , end]) => each === number && end === null)) {
      return heldByPayment(number);
    }
    if (!account.isOfEarlierEpoch) account.cancel(number);
    return {};
  });
}

/** Counts the whole amount of an unusually high settlement, which a person has looked at. */
export function confirmSettlement(
  question: TabQuestion,
  number: number,
  policy: SpendingPolicy,
): Command<TabState> {
  return onTab("confirm_settlement", question, policy, (account) => {
    const { tab } = account;
    if (number >= tab.next) return unknownNumber(tab, number);
    const waiting = tab.unconfirmed.find(([each]) => each === number);
    if (waiting === undefined || account.isOfEarlierEpoch) return {};
    const [, reported, counted, meter] = waiting;
    const amount = Micros.subtract(Micros.of(reported), Micros.of(counted));
    account.note({ unconfirmed: tab.unconfirmed.filter((one) => one !== waiting) });
    account.add({ number, amount, meter, kind: "correction" });
    return {};
  });
}

export function closeTab(question: TabQuestion, policy: SpendingPolicy): Command<TabState> {
  return onTab("close_tab", question, policy, (account) => {
    if (!account.isOfEarlierEpoch) account.close("call");
    return {};
  });
}

/** What time alone brings: ends of reservations and of tabs, and postings. */
export function settleDueTab(question: TabQuestion, policy: SpendingPolicy): Command<TabState> {
  return onTab("settle_due_tab", question, policy, (account) => {
    if (!account.isClosed && !account.isOfEarlierEpoch) account.lapse();
    return {};
  });
}

/** Returns what a repeated request for a reservation is answered. */
export function reservedBefore(
  context: SpendContext<SpendingPolicy>,
  { tabId }: TabQuestion,
  number: number | null,
): TabState {
  const { tab, spend } = new TabAccount(context, tabId);
  return { tab, spend, ...(number === null ? { refusal: closed(tab) } : { number }) };
}

/** What a command did, or why it is refused. A refusal within a step comes with changes. */
type Step =
  | TreasuryError
  | (Pick<TabState, "number" | "payment" | "refusal"> & {
      readonly claim?: Key;
      readonly put?: readonly Doc[];
    });

function onTab(
  name: string,
  { tabId, caller }: TabQuestion,
  policy: SpendingPolicy,
  run: (account: TabAccount, context: SpendContext<SpendingPolicy>) => Step,
): Command<TabState> {
  return {
    name,
    reads: [],
    reduce: (ledger, now): Outcome<TabState> => {
      const context = { ledger, policy, now };
      const account = new TabAccount(context, tabId);
      // An agent cannot find out whether another agent's tab exists.
      if (caller.agentId !== null && caller.agentId !== account.tab.agentId) {
        return refused(tabNotFound(ledger.workspaceId, tabId));
      }
      const step = run(account, context);
      if (step instanceof TreasuryError) return refused(step);
      if (!account.isOfEarlierEpoch) account.settleDue();
      const { claim, put = [], ...said } = step;
      if (!account.isChanged) {
        return { kind: "unchanged", answer: { tab: account.tab, spend: account.spend, ...said } };
      }
      const changes = account.changes();
      const claims = claim === undefined ? [] : [{ key: claim, expiresAt: now + chargeLifetimeMs }];
      const answer = { tab: account.tab, spend: account.spend, ...said };
      return {
        kind: "changed",
        answer,
        changes: {
          ...changes,
          put: [...changes.put, ...put],
          claim: [...changes.claim, ...claims],
        },
      };
    },
  };
}

/**
 * What a report counts. A meter may exceed its reservation, up to the whole tab. What an agent reserved
 * counts in full, and it cannot spend more than is left, because nothing else bounds what it reports.
 */
function countedOf(
  { tab }: TabAccount,
  { agentId }: TabCaller,
  reserved: Micros,
  reported: Micros,
): Micros {
  const room = agentId === null ? tab.maximum : leftOf(tab);
  const most = Micros.add(reserved, room);
  if (agentId === null) return reported > most ? reserved : reported;
  const least = Micros.max(reserved, reported);
  return least > most ? most : least;
}

/** A person confirms what was reported beyond what was counted. */
function confirmLater(
  account: TabAccount,
  [number, reported, counted, meter]: readonly [number, Micros, Micros, string | null],
): void {
  if (reported <= counted) return;
  const { unconfirmed } = account.tab;
  if (unconfirmed.length >= maximumUnconfirmed) {
    throw new TreasuryError(
      "invalid_request",
      `${maximumUnconfirmed} settlements of the tab wait for a person to confirm them.`,
    );
  }
  const waiting: Unconfirmed = [number, Micros.toText(reported), Micros.toText(counted), meter];
  account.note({ unconfirmed: [...unconfirmed, waiting] });
}

function fullness(tab: TabRecord, amount: Micros): TreasuryError | null {
  const left = leftOf(tab);
  if (amount > left) {
    return new TreasuryError(
      "tab_exhausted",
      `${Micros.formatUsd(amount)} is more than the ${Micros.formatUsd(left)} that the tab has left of ${Micros.formatUsd(tab.maximum)}.`,
    );
  }
  if (tab.open.length < tabLimits.openReservations) return null;
  return new TreasuryError(
    "tab_exhausted",
    `The tab has ${tabLimits.openReservations} open reservations. Settle some of them first.`,
  );
}

function closed({ closedBecause, endsAt }: TabRecord): TreasuryError {
  const why =
    closedBecause === "rules"
      ? "Rules that were published since do not allow it."
      : closedBecause === null
        ? `It ended at ${new Date(endsAt).toISOString()}, or the workspace was reset.`
        : "It is closed.";
  return new TreasuryError("tab_closed", `The tab takes no reservation. ${why}`);
}

function heldByPayment(number: number): TreasuryError {
  const message = `Reservation ${number} is of a payment. It ends by the outcome of the payment.`;
  return new TreasuryError("invalid_request", message);
}

function otherPayee(payee: string | undefined, quote: PaymentQuote): TreasuryError {
  const message =
    payee === undefined
      ? "The tab has no payee. Open one with `payee`, the origin of the seller."
      : `The tab pays ${payee}, but the price is of ${quote.payee}.`;
  return new TreasuryError("invalid_request", message);
}

function refusedByRules({ executor }: HoldTerms, reason: string): TreasuryError {
  const message = `Present rules do not let the tab pay this by ${executor}: ${reason} Request it without \`tabId\`, which proposes the price as a spend.`;
  return new TreasuryError("invalid_request", message);
}

function unknownNumber({ id }: TabRecord, number: number): TreasuryError {
  const message = `The tab ${JSON.stringify(id)} never had a reservation ${number}.`;
  return new TreasuryError("reservation_not_found", message);
}
