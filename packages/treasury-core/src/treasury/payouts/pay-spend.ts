import { TreasuryError, isTreasuryError, type SpendOutcome } from "@agent-treasury/provider";
import { askWithin } from "../ask-within.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { concludeSpend } from "./conclude-spend.ts";
import { readOutcome } from "./read-outcome.ts";
import { type HeldSpend, orderOf } from "./spend-order.ts";
import type { SpendingParts } from "./spending-parts.ts";

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
