import { Micros, type SpendCapture } from "@agent-treasury/provider";
import type { ProposalStep } from "../../kernel/judgement/payout.ts";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import { requestUsage } from "../../kernel/judgement/spend-usage.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { type Changes, changesOn } from "../../kernel/ledger/command.ts";
import { LedgerAfter } from "../../kernel/ledger/ledger-after.ts";
import { proposalFromDoc, proposalToDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { releaseHold } from "../payments/index.ts";
import {
  type Correction,
  type Estimate,
  estimated,
  estimateFrom,
  estimateToDoc,
  type NewItem,
  partsOf,
  restated,
  stated,
  type TabStep,
  withItem,
  withoutReservation,
  withReservation,
} from "./charge-tab.ts";
import { openTabs } from "./open-tabs.ts";
import {
  captureBatch,
  isPostingDue,
  type PostedPayment,
  reversePart,
  withPosting,
} from "./post-tab.ts";
import { withPayment, withPaymentsOf } from "./tab-attention.ts";
import {
  estimateKey,
  isExhausted,
  type Reservation,
  type TabEnd,
  tabFromDoc,
  tabKey,
  tabNotFound,
  type TabRecord,
  tabToDoc,
} from "./tab-record.ts";

/**
 * A tab and its proposal within one command. Each step changes both, and `changes` has the sum. Every
 * cost that is added is in the tab's list of charges, and every list in one ledger entry.
 */
export class TabAccount {
  readonly #policy: SpendingPolicy;
  readonly #now: number;
  readonly #ledger: LedgerAfter;
  readonly #before: TabRecord;
  #tab: TabRecord;
  #spend: SpendProposal;

  /** @throws TreasuryError `tab_not_found`. */
  constructor({ ledger, policy, now }: SpendContext<SpendingPolicy>, tabId: string) {
    this.#policy = policy;
    this.#now = now;
    this.#ledger = new LedgerAfter(ledger);
    const [tab, proposal] = ledger.request([tabKey(tabId), proposalKey(tabId)]);
    if (tab === undefined || proposal === undefined) throw tabNotFound(ledger.workspaceId, tabId);
    this.#before = tabFromDoc(tab);
    this.#tab = this.#before;
    this.#spend = proposalFromDoc(proposal);
  }

  get tab(): TabRecord {
    return this.#tab;
  }

  get spend(): SpendProposal {
    return this.#spend;
  }

  /** The ledger is that after all steps so far. */
  get context(): SpendContext<SpendingPolicy> {
    return { ledger: this.#ledger, policy: this.#policy, now: this.#now };
  }

  get isChanged(): boolean {
    return this.#tab !== this.#before;
  }

  /** After a reset, nothing of it counts any more. */
  get isOfEarlierEpoch(): boolean {
    return this.#tab.epoch !== this.#ledger.head.epoch;
  }

  get isClosed(): boolean {
    return this.#tab.closedAt !== null;
  }

  /** The changes of all steps. */
  changes(): Changes {
    this.#ledger.apply(changesOn(this.#ledger, { put: [tabToDoc(this.#tab)] }));
    return this.#ledger.changes;
  }

  /** Adds what a payment changes beside the tab. */
  apply(changes: Changes): void {
    this.#ledger.apply(changes);
  }

  /** Shows persons why a payment of the tab needs review, or no longer does. */
  attend(part: SpendProposal): void {
    this.#show(withPayment(this.#spend.attention, part));
  }

  #show(attention: string | null): void {
    if (attention === this.#spend.attention) return;
    this.#spend = { ...this.#spend, attention };
    this.#ledger.apply(changesOn(this.#ledger, { put: [proposalToDoc(this.#spend)] }));
  }

  /** Replaces fields that are no totals. */
  note(
    fields: Partial<Pick<TabRecord, "unknown" | "afterReset" | "allowedBy" | "unconfirmed">>,
  ): void {
    this.#tab = { ...this.#tab, ...fields };
  }

  /** @param endsAt null for a payment. */
  reserve(amount: Micros, meter: string | null, endsAt: number | null): number {
    const { next } = this.#tab;
    this.#tab = withReservation(this.#tab, amount, meter, endsAt);
    return next;
  }

  /** Removes an open reservation without a cost. */
  release(reservation: Reservation): void {
    this.#tab = withoutReservation(this.#tab, reservation);
  }

  /** Releases a reservation, or takes back its estimate. */
  cancel(number: number): void {
    const reservation = this.#tab.open.find(([each]) => each === number);
    if (reservation !== undefined) {
      this.release(reservation);
      return;
    }
    const estimate = this.estimateOf(number);
    if (estimate !== null) {
      this.correct(number, estimate, { amount: Micros.zero, meter: null, isByAgent: false });
    }
  }

  add(item: NewItem): void {
    this.#take(withItem(this.#tab, item, this.#now));
  }

  /** Adds what an agent states that a reservation cost, which a meter or a person can correct. */
  addStated(item: Omit<NewItem, "kind">): void {
    this.#take(stated(this.#tab, item, this.#now));
  }

  /** Adds a charge that was not reserved. */
  addUnreserved(amount: Micros, meter: string | null): number {
    const number = this.#tab.next;
    this.#tab = { ...this.#tab, next: number + 1 };
    this.add({ number, amount, meter, kind: "charge" });
    return number;
  }

  /** Counts reservations that ended without a settlement at their maximum. */
  lapse(now: number = this.#now): void {
    for (const reservation of this.#tab.open) {
      const [, , end] = reservation;
      if (end !== null && end <= now) this.#take(estimated(this.#tab, reservation, this.#now));
    }
  }

  /**
   * Records captures of a payment, each as a ledger entry of its own, because the entry's reference is
   * that of the payment. Returns the ids of the entries.
   *
   * @param reserved the reservation that ends. Null if it ended already, or more captures may follow.
   */
  pay(
    part: SpendProposal,
    number: number,
    captures: readonly SpendCapture[],
    reserved: Reservation | null,
  ): readonly string[] {
    this.post();
    if (reserved !== null) this.release(reserved);
    const meter = part.quote?.rail ?? null;
    return captures.map(({ id, amount }) => {
      this.add({ number, amount, meter, kind: "charge" });
      return this.post({ id, part }) ?? "";
    });
  }

  /** The estimate of a reservation, or what its agent states. Null without one, and once it is settled. */
  estimateOf(number: number): Estimate | null {
    const [doc] = this.#ledger.request([estimateKey(this.#tab.id, number)]);
    const estimate = doc === undefined ? null : estimateFrom(doc);
    return estimate?.isSettled === false ? estimate : null;
  }

  /** Replaces an estimate by what it cost. Only the difference is added, or returned. */
  correct(
    number: number,
    estimate: Estimate,
    { amount: actual, meter, isByAgent }: Correction,
  ): void {
    const assumed = Micros.of(estimate.amount);
    const difference = Micros.subtract(actual, assumed);
    const next = isByAgent ? restated(this.#tab, estimate, actual) : null;
    const item = { number, meter: meter ?? estimate.meter, kind: "correction" } as const;
    if (difference > Micros.zero) this.add({ ...item, amount: difference });
    if (difference < Micros.zero) {
      for (const { posting, amount } of partsOf(estimate, Micros.negate(difference))) {
        if (posting <= this.#tab.postings) this.#reverse(number, posting, amount);
        else this.add({ ...item, amount: Micros.negate(amount) });
      }
    }
    if (estimate.isByAgent !== true) {
      this.#tab = { ...this.#tab, estimated: Micros.subtract(this.#tab.estimated, assumed) };
    }
    if (next === null) this.#settled(number, estimate);
    else this.#take({ tab: this.#tab, put: [estimateToDoc(this.#tab, number, next)] });
  }

  /** A person confirmed what was stated beyond what was counted. */
  conclude(number: number): void {
    const estimate = this.estimateOf(number);
    if (estimate === null) this.#confirmed(number);
    else this.#settled(number, estimate);
  }

  #settled(number: number, estimate: Estimate): void {
    this.#confirmed(number);
    const settled = estimateToDoc(this.#tab, number, { ...estimate, isSettled: true });
    this.#take({ tab: this.#tab, put: [settled] });
  }

  #confirmed(number: number): void {
    const { unconfirmed } = this.#tab;
    if (unconfirmed.every(([each]) => each !== number)) return;
    this.note({ unconfirmed: unconfirmed.filter(([each]) => each !== number) });
  }

  /** Posts charges that have waited long enough, and closes a tab that is used up or over. */
  settleDue(): void {
    const { batch, open, endsAt, closedBecause } = this.#tab;
    if (this.isClosed || isPostingDue(batch, this.#now)) this.post();
    if (this.isClosed || open.length > 0) return;
    if (closedBecause !== null) this.close(closedBecause);
    else if (isExhausted(this.#tab)) this.close("exhausted");
    else if (endsAt <= this.#now) this.close("end");
  }

  /**
   * Posts the charges since the last posting as one ledger entry, and returns its id. Null without one.
   *
   * @param payment the capture that is the only charge.
   * @throws TreasuryError `total_out_of_range`.
   */
  post(payment: PostedPayment | null = null): string | null {
    const { batch } = this.#tab;
    if (batch.count === 0) return null;
    const entryId = batch.amount === Micros.zero ? null : this.#capture(payment);
    this.#take(withPosting(this.#tab, entryId));
    return entryId;
  }

  /**
   * Counts open reservations at their maximum, posts the rest, and releases the hold. Waits for the
   * outcomes of payments, because an estimate of one would be false.
   */
  close(closedBecause: TabEnd): void {
    if (this.isClosed) return;
    this.lapse(Number.POSITIVE_INFINITY);
    this.post();
    if (this.#tab.open.length > 0) {
      this.#tab = { ...this.#tab, closedBecause };
      return;
    }
    if (this.#spend.hold !== null) {
      const { context } = this;
      requestUsage(context, this.#spend);
      this.#become(releaseHold(context, this.#spend, null));
    }
    this.#tab = { ...this.#tab, closedAt: this.#now, closedBecause };
    const { head } = this.#ledger;
    const count = openTabs.of(head.account) - 1;
    this.#ledger.apply(changesOn(this.#ledger, { head: openTabs.with(head, count) }));
  }

  #take({ tab, put }: TabStep): void {
    this.#tab = tab;
    this.#ledger.apply(changesOn(this.#ledger, { put }));
  }

  #capture(payment: PostedPayment | null): string | null {
    const step = captureBatch(this.context, this.#tab, this.#spend, payment);
    this.#become(step);
    return step.proposal.captureEntry;
  }

  /** An entry of one payment, and the close, end no other payment's need of review. */
  #become({ proposal, changes }: ProposalStep): void {
    const { attention } = this.#spend;
    this.#ledger.apply(changes);
    this.#spend = proposal;
    this.#show(withPaymentsOf(attention, proposal.attention));
  }

  /** Returns a part of a posted estimate. Like every reversal, it lowers no usage of limits. */
  #reverse(number: number, posting: number, amount: Micros): void {
    const part = { number, posting, amount };
    const { proposal, changes } = reversePart(this.context, this.#tab, this.#spend, part);
    this.#spend = proposal;
    this.#tab = { ...this.#tab, reversed: Micros.add(this.#tab.reversed, amount) };
    this.#ledger.apply(changes);
  }
}
