import {
  type Clock,
  type Identifiers,
  isTreasuryError,
  type PaymentMode,
  type SpendExecutor,
  type SpendOrder,
  type SpendOutcome,
  type Storage,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Committer } from "../../ledger/commit/committer.ts";
import { askWithin } from "../ask-within.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { SpendHold, SpendProposal } from "../proposals/proposal.ts";
import { postponeSpend } from "./lease-spend.ts";
import { readOutcome } from "./read-outcome.ts";
import { captureSpend } from "./record-captures.ts";
import { releaseSpend } from "./resolve-spend.ts";

/** Tells how long ago something was, by whichever clock saw more time go by: one stands still in sleep. */
export type Stopwatch = () => number;

/** Starts a stopwatch. */
export function startStopwatch({ clock }: SpendingParts): Stopwatch {
  const wall = clock.now();
  const elapsed = clock.monotonic();
  return () => Math.max(clock.now() - wall, clock.monotonic() - elapsed);
}

/**
 * Has a held spend paid, by the one who holds its lease, and records what became of it. Nothing of it
 * runs inside a commit.
 *
 * @throws TreasuryError `spend_executor_error` when the executor threw: the amount stays held.
 */
export async function paySpend(
  parts: SpendingParts,
  workspaceId: string,
  spend: HeldSpend,
  sinceLease: Stopwatch,
): Promise<SpendProposal> {
  const { clock, timeoutMs, executor, report } = parts;
  // Whoever was held up for so long may not be the only one any more: recovery carries it on.
  if (sinceLease() >= timeoutMs) return spend;
  const asked = await askWithin(clock, timeoutMs, (signal) =>
    executor.pay(orderOf(workspaceId, spend, signal)),
  );
  const conclude = (outcome: SpendOutcome): Promise<SpendProposal> =>
    concludeSpend(parts, workspaceId, spend, outcome);
  switch (asked.kind) {
    case "answered":
      return conclude(payOutcome(asked.answer));
    case "timed_out":
      // An answer is an answer, however late: what it tells is recorded once.
      void asked.late.then((late) => concludeLate(payOutcome(late), conclude)).catch(report);
      return conclude({ kind: "unknown", reason: "The executor did not answer in time." });
    case "threw":
      await conclude({ kind: "unknown", reason: "The executor failed." });
      throw executorError(asked.error);
  }
}

async function concludeLate(
  outcome: SpendOutcome,
  conclude: (outcome: SpendOutcome) => Promise<SpendProposal>,
): Promise<void> {
  if (outcome.kind === "executed" || outcome.kind === "declined") await conclude(outcome);
}

/** What `pay` came to; to be told that nothing was sent, right after sending, tells nothing. */
function payOutcome(answer: SpendOutcome): SpendOutcome {
  const outcome = readOutcome(answer);
  if (outcome.kind !== "not_sent") return outcome;
  return { kind: "unknown", reason: "The executor contradicts itself." };
}

function executorError(error: unknown): TreasuryError {
  if (isTreasuryError(error) && error.code === "spend_executor_error") return error;
  return new TreasuryError(
    "spend_executor_error",
    "The executor failed, and nobody can tell yet whether it paid.",
    { cause: error },
  );
}

const longestDelayMs = 3_600_000;

/**
 * Records what became of a payment. Only executed and declined end it; with everything else the amount
 * stays held, and somebody looks again later: seldom, where it was looked at often.
 */
export function concludeSpend(
  parts: SpendingParts,
  workspaceId: string,
  { id: proposalId, hold, attention }: HeldSpend,
  outcome: SpendOutcome,
): Promise<SpendProposal> {
  const { committer, policy, identifiers } = parts;
  switch (outcome.kind) {
    case "executed": {
      const { captures, reference } = outcome;
      const payment = { proposalId, captures, reference, salt: identifiers.random() };
      return committer.run(workspaceId, captureSpend(payment, policy));
    }
    case "declined": {
      const failure = outcome.reason || "The executor declined.";
      return committer.run(workspaceId, releaseSpend({ proposalId, failure, lease: hold.lease }));
    }
    case "in_progress":
    case "unknown": {
      const delayMs = Math.min(leaseMsOf(parts) * 2 ** hold.recoveries, longestDelayMs);
      const reference = outcome.kind === "in_progress" ? outcome.reference : null;
      return committer.run(
        workspaceId,
        postponeSpend({ proposalId, lease: hold.lease, delayMs, reference, attention }),
      );
    }
  }
}

/** A spend whose amount is held. */
export type HeldSpend = SpendProposal & { readonly hold: SpendHold };

/** Whether a spend's amount is held. */
export function isHeld(spend: SpendProposal): spend is HeldSpend {
  return spend.hold !== null;
}

/** What an executor is told of a spend. */
export function orderOf(workspaceId: string, spend: HeldSpend, signal: AbortSignal): SpendOrder {
  const { id, amount, vendor, purpose, category, hold, reference } = spend;
  return {
    proposalId: id,
    workspaceId,
    amount,
    vendor,
    purpose,
    category,
    heldAt: hold.heldAt,
    reference,
    signal,
  };
}

/** What paying outside needs, the same for every spend of a process. */
export interface SpendingParts {
  readonly storage: Storage;
  readonly committer: Committer;
  readonly policy: SpendingPolicy;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** Tells the deployment of a failure that no caller can be told of. */
  readonly report: (error: unknown) => void;
  readonly executor: SpendExecutor;
  /** For how long an answer of the executor is waited for. */
  readonly timeoutMs: number;
}

/** A lease outlives the call that it is for: the outcome has to be committed as well. */
export function leaseMsOf({ timeoutMs }: SpendingParts): number {
  return 2 * timeoutMs;
}

/** Which kind of money an executor spends; null while it lacks its key. */
export function modeOf(executor: SpendExecutor): PaymentMode | null {
  try {
    return executor.mode();
  } catch {
    return null;
  }
}
