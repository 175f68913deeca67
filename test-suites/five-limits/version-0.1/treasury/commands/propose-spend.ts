import { TreasuryError } from "../../errors.ts";
import type { Books } from "../../ledger/books.ts";
import {
  type Changes,
  type Command,
  type Outcome,
  changesOn,
  refused,
} from "../../ledger/command.ts";
import {
  type PaymentIdentity,
  isSamePayment,
  paymentModeChanged,
} from "../../ledger/payment-identity.ts";
import { type Micros, add, zero } from "../../money/micros.ts";
import { type Opinion, tightenScreening } from "../classifier/tighten-screening.ts";
import { type Screening, screenSpend } from "../policy/screen-spend.ts";
import { type SpendingPolicy, autoApproveDailyOf, limitsOf } from "../policy/spending-policy.ts";
import { proposalFromDoc, proposalToDoc, statusOf } from "../proposals/proposal-record.ts";
import {
  type SpendProposal,
  maximumPending,
  proposalKey,
  proposalKind,
} from "../proposals/proposal.ts";
import { type HoldTerms, carryOut, hasRoom, modeClash } from "../spends/hold-spend.ts";

/** A spend that an agent asks for. */
export interface SpendRequest {
  /** The same id is the same proposal, however often it is asked for. */
  readonly id: string;
  /** Left out where no turn of an agent asks. */
  readonly turnId?: string;
  /** The agent from elsewhere that asks; left out for this service's own. */
  readonly proposedBy?: string;
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /** The processor that is connected, null for none. */
  readonly payment: PaymentIdentity | null;
  /** 128 random bits for the entry, if there will be one. */
  readonly salt: string;
  /** How it is paid outside, if policy approves it; left out where the entry itself is the payment. */
  readonly hold?: HoldTerms;
  /** What the deployment's classifier said; left out where there is none. */
  readonly opinion?: Opinion;
}

/**
 * Proposes a spend: screens it, then denies what is blocked, executes what policy may approve by
 * itself, and leaves everything else to a person.
 */
export function proposeSpend(
  request: SpendRequest,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "propose_spend",
    reads: [],
    // Whenever it was made, to ask again is no new request, and nothing may refuse it as one.
    creates: [proposalKey(request.id)],
    decide: (books, now) => propose(books, request, policy, now),
  };
}

function propose(
  books: Books,
  request: SpendRequest,
  policy: SpendingPolicy,
  now: number,
): Outcome<SpendProposal> {
  const known = books.doc(proposalKey(request.id));
  if (known !== undefined) return { kind: "unchanged", answer: proposalFromDoc(known) };
  const { account } = books.tip;
  if (!isSamePayment(account.payment, request.payment)) {
    return refused(paymentModeChanged(account.payment, request.payment));
  }
  const clash = request.hold === undefined ? null : modeClash(account, request.hold);
  if (clash !== null) return refused(clash);
  if (countPending(books) >= maximumPending) {
    return refused(
      new TreasuryError(
        "too_many_pending",
        `${maximumPending} proposals wait for a decision already.`,
      ),
    );
  }
  const screened = screenSpend(request, account, policy);
  const screening = tightenScreening(screened, request.opinion ?? { kind: "not_asked" });
  const drafted = draft(books, request, screening, policy, now);
  const { proposal, changes } = settleByPolicy(books, drafted, request, policy, now);
  return { kind: "changed", answer: proposal, changes: counted(changes, proposal) };
}

function countPending(books: Books): number {
  let count = 0;
  for (const doc of books.openDocs(proposalKind)) {
    if (statusOf(doc) === "pending") count += 1;
  }
  return count;
}

function draft(
  books: Books,
  request: SpendRequest,
  { verdict, reason }: Screening,
  { proposalLifetimeMs }: SpendingPolicy,
  now: number,
): SpendProposal {
  const { id, turnId = null, proposedBy = null, amount, vendor, purpose, category } = request;
  return {
    id,
    turnId,
    proposedBy,
    epoch: books.tip.epoch,
    ordinal: books.tip.account.newestProposal + 1n,
    status: "pending",
    amount,
    vendor,
    purpose,
    category,
    verdict,
    reason,
    autoApproved: false,
    operator: null,
    operatorVerified: false,
    comment: null,
    createdAt: now,
    decidedAt: null,
    executedAt: null,
    expiresAt: proposalLifetimeMs === null ? null : now + proposalLifetimeMs,
    failure: null,
    reference: null,
    hold: null,
    captured: zero,
    attention: null,
  };
}

/** Decides what policy decides by itself. */
function settleByPolicy(
  books: Books,
  drafted: SpendProposal,
  { salt, hold }: SpendRequest,
  policy: SpendingPolicy,
  now: number,
): { proposal: SpendProposal; changes: Changes } {
  if (drafted.verdict === "blocked") {
    const denied: SpendProposal = {
      ...drafted,
      status: "denied",
      decidedAt: now,
      expiresAt: null,
      failure: drafted.reason,
    };
    return { proposal: denied, changes: changesOn(books, { put: [proposalToDoc(denied)] }) };
  }
  if (mayApproveItself(books, drafted, policy) && hasRoom(books, hold)) {
    const approved: SpendProposal = {
      ...drafted,
      status: "approved",
      autoApproved: true,
      decidedAt: now,
      expiresAt: null,
    };
    return carryOut(books, approved, policy, hold, salt, now);
  }
  return { proposal: drafted, changes: changesOn(books, { put: [proposalToDoc(drafted)] }) };
}

function mayApproveItself(books: Books, drafted: SpendProposal, policy: SpendingPolicy): boolean {
  const { account } = books.tip;
  const limits = limitsOf(account, policy);
  return (
    drafted.verdict === "safe" &&
    drafted.amount < limits.autoApproveUnder &&
    add(automaticToday(books), drafted.amount) <= autoApproveDailyOf(limits, policy)
  );
}

/** What policy approved today, and what it approved whenever that is still held. */
function automaticToday(books: Books): Micros {
  let sum = books.tip.account.autoApprovedToday;
  for (const doc of books.openDocs(proposalKind)) {
    if (statusOf(doc) !== "approved") continue;
    const { autoApproved, amount } = proposalFromDoc(doc);
    if (autoApproved) sum = add(sum, amount);
  }
  return sum;
}

/** Counts the proposal. */
function counted(changes: Changes, { ordinal }: SpendProposal): Changes {
  const { tip } = changes;
  return { ...changes, tip: { ...tip, account: { ...tip.account, newestProposal: ordinal } } };
}
