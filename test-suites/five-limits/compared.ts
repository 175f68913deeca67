import type { Micros } from "@agent-treasury/provider";

/** The part of a proposal that both versions must agree on. */
export interface ComparedProposal {
  readonly id: string;
  readonly epoch: number;
  readonly ordinal: bigint;
  readonly status: string;
  readonly amount: Micros;
  readonly verdict: string;
  readonly reason: string;
  readonly autoApproved: boolean;
  readonly operator: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly executedAt: number | null;
  readonly expiresAt: number | null;
  readonly failure: string | null;
  readonly reference: string | null;
  readonly hold: object | null;
  readonly captured: Micros;
  readonly attention: string | null;
}

/** The part of an account that both versions must agree on. */
export interface ComparedAccount {
  readonly startingCapital: Micros;
  readonly deposits: Micros;
  readonly revenue: Micros;
  readonly expense: Micros;
  readonly held: Micros;
  readonly day: string;
  readonly spentToday: Micros;
  readonly autoApprovedToday: Micros;
  readonly newestProposal: bigint;
}

/** The outcome of a step in one version. */
export type StepOutcome =
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  /** `proposal` is null for a step that does not concern one. */
  | { readonly kind: "done"; readonly proposal: ComparedProposal | null };

export interface StepResult {
  readonly outcome: StepOutcome;
  readonly account: ComparedAccount;
}

/** A result as text, with version 0.1's texts rewritten by `rewrite`. */
export function resultText(
  { outcome, account }: StepResult,
  rewrite: (text: string) => string = (text) => text,
): string {
  return `${outcomeText(outcome, rewrite)}\n${accountText(account)}`;
}

function outcomeText(outcome: StepOutcome, rewrite: (text: string) => string): string {
  if (outcome.kind === "refused") return `${outcome.code}: ${rewrite(outcome.message)}`;
  return outcome.proposal === null ? "done" : proposalText(outcome.proposal, rewrite);
}

export function proposalText(
  proposal: ComparedProposal,
  rewrite: (text: string) => string = (text) => text,
): string {
  const { id, epoch, ordinal, status, amount, verdict, reason, autoApproved, operator } = proposal;
  const { createdAt, decidedAt, executedAt, expiresAt, failure, reference, captured } = proposal;
  return jsonText({
    id,
    status,
    verdict,
    reason: rewrite(reason),
    failure: failure && rewrite(failure),
    autoApproved,
    amount,
    captured,
    isHeld: proposal.hold !== null,
    attention: proposal.attention && rewrite(proposal.attention),
    operator,
    reference,
    epoch,
    ordinal,
    times: [createdAt, decidedAt, executedAt, expiresAt],
  });
}

function accountText(account: ComparedAccount): string {
  const { startingCapital, deposits, revenue, expense, held, day } = account;
  const { spentToday, autoApprovedToday, newestProposal } = account;
  return jsonText({
    day,
    spentToday,
    autoApprovedToday,
    held,
    startingCapital,
    deposits,
    revenue,
    expense,
    newestProposal,
  });
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  );
}
