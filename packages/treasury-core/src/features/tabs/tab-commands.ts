import { type Key, Micros, type TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../../kernel/errors.ts";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import type { Command } from "../../kernel/ledger/command.ts";
import { onTab, type TabCaller, type TabQuestion, type TabState, type TabStep } from "./on-tab.ts";
import { TabAccount } from "./tab-account.ts";
import { leftOf, type Unconfirmed } from "./tab-record.ts";
import { closed, endedNow, heldByPayment, refusalOf, unknownNumber } from "./tab-refusals.ts";

/** Settlements of a tab that wait for a person. Those of an agent leave half of the places to meters. */
const maximumUnconfirmed = 100;

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

export interface Settlement {
  readonly number: number;
  readonly amount: Micros;
  readonly meter: string | null;
}

/**
 * Records what a reserved charge cost. A repetition changes nothing. What an agent states stays open to
 * correction by a meter or a person.
 */
export function settleOnTab(
  question: TabQuestion,
  { number, amount, meter }: Settlement,
  policy: SpendingPolicy,
): Command<TabState> {
  return onTab("settle_on_tab", question, policy, (account, context) => {
    if (number >= account.tab.next) {
      account.note({ unknown: account.tab.unknown + 1 });
      return { refusal: unknownNumber(account.tab, number) };
    }
    if (account.isOfEarlierEpoch) return noteAfterReset(account, amount);
    const { caller } = question;
    const isByAgent = caller.agentId !== null;
    const room = roomOf(account, context, caller);
    const reservation = account.tab.open.find(([each]) => each === number);
    if (reservation?.[2] === null) return heldByPayment(number);
    if (reservation !== undefined) {
      const [, reserved, , reservedFor] = reservation;
      const counted = countedOf(caller, room, Micros.of(reserved), amount);
      const item = { number, amount: counted, meter: meter ?? reservedFor };
      account.release(reservation);
      if (isByAgent) account.addStated(item);
      else account.add({ ...item, kind: "charge" });
      confirmLater(account, caller, [number, amount, counted, item.meter]);
      return {};
    }
    const estimate = account.estimateOf(number);
    if (estimate === null || (isByAgent && estimate.isByAgent === true)) return {};
    const counted = countedOf(caller, room, Micros.of(estimate.amount), amount);
    account.correct(number, estimate, { amount: counted, meter, isByAgent });
    confirmLater(account, caller, [number, amount, counted, meter ?? estimate.meter]);
    return {};
  });
}

/** The money of the tab is that of an earlier epoch. */
function noteAfterReset(account: TabAccount, reported: Micros): Exclude<TabStep, TreasuryError> {
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
    const counted = countedOf(
      question.caller,
      isByAgent ? leftOf(account.tab) : account.tab.maximum,
      Micros.zero,
      amount,
    );
    const number = account.addUnreserved(counted, meter);
    confirmLater(account, question.caller, [number, amount, counted, meter]);
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
    account.conclude(number);
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

/**
 * The most that a report may exceed its reservation. A meter knows the cost, also after the end. An agent
 * only states it, which spends nothing more than a reservation could now.
 */
function roomOf(
  account: TabAccount,
  context: SpendContext<SpendingPolicy>,
  { agentId }: TabCaller,
): Micros {
  if (agentId === null) return account.tab.maximum;
  return endedNow(account, context) === null ? leftOf(account.tab) : Micros.zero;
}

/** What a report counts. What an agent reserved counts in full. */
function countedOf(
  { agentId }: TabCaller,
  room: Micros,
  reserved: Micros,
  reported: Micros,
): Micros {
  const most = Micros.add(reserved, room);
  if (agentId === null) return reported > most ? reserved : reported;
  const least = Micros.max(reserved, reported);
  return least > most ? most : least;
}

/** A person confirms what was reported beyond what was counted. */
function confirmLater(
  account: TabAccount,
  { agentId }: TabCaller,
  [number, reported, counted, meter]: readonly [number, Micros, Micros, string | null],
): void {
  if (reported <= counted) return;
  const { unconfirmed } = account.tab;
  const places = agentId === null ? maximumUnconfirmed : maximumUnconfirmed / 2;
  if (unconfirmed.length >= places) {
    throw invalidRequest(
      `${unconfirmed.length} settlements of the tab wait for a person to confirm them.`,
    );
  }
  const waiting: Unconfirmed = [number, Micros.toText(reported), Micros.toText(counted), meter];
  account.note({ unconfirmed: [...unconfirmed, waiting] });
}
