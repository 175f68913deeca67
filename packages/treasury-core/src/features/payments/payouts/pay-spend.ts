import { isTreasuryError, type SpendOutcome, TreasuryError } from "@agent-treasury/provider";
import { askWithin } from "../../../kernel/ask-within.ts";
import { whileObserved } from "../../../kernel/judgement/observed.ts";
import type { SpendProposal } from "../../../kernel/proposals/proposal.ts";
import { storeResource } from "../resources/store-resource.ts";
import { type HeldSpend, orderOf, type PaymentDocs } from "./held-spend.ts";
import { maySpendAgain, postponeSpend } from "./lease-spend.ts";
import { preparePayment } from "./prepare-payment.ts";
import { readOutcome } from "./read-outcome.ts";
import { captureSpend } from "./record-captures.ts";
import { releaseSpend } from "./resolve-spend.ts";
import { leaseMsOf, type PayingDeps, type Stopwatch } from "./spending-deps.ts";

/**
 * Pays under the spend's lease, outside of commits.
 *
 * @throws TreasuryError `spend_executor_error` if the payment executor threw. The amount stays
 * held.
 */
export async function paySpend(
  parts: PayingDeps,
  workspaceId: string,
  spend: HeldSpend,
  docs: PaymentDocs,
  sinceLease: Stopwatch,
): Promise<SpendProposal> {
  const { clock, timeoutMs, executor, report } = parts;
  // The lease may have ended, so recovery continues.
  if (sinceLease() >= timeoutMs) return spend;
  const conclude = (outcome: SpendOutcome): Promise<SpendProposal> =>
    concludeSpend(parts, workspaceId, spend, outcome);
  const preparation = await preparePayment(parts, workspaceId, spend, docs);
  switch (preparation.kind) {
    case "lost":
      return preparation.spend;
    case "invalid":
      return conclude({ kind: "declined", reason: preparation.reason });
    case "failed":
      await conclude({ kind: "unknown", reason: "The executor did not prepare the payment." });
      throw executorError(preparation.error);
    case "ready":
  }
  const { payload } = preparation;
  if (sinceLease() >= timeoutMs) return spend;
  const { committer, policy } = parts;
  const held = { proposalId: spend.id, lease: spend.hold.lease };
  const mayRepeat = (): Promise<boolean> =>
    whileObserved(
      policy,
      () => committer.run(workspaceId, maySpendAgain(held, policy)),
      // Without the storage, another presentation could follow a freeze.
    ).catch(() => false);
  const asked = await askWithin(clock, timeoutMs, (signal) =>
    executor.pay({ ...orderOf(workspaceId, spend, { ...docs, payload }, signal), mayRepeat }),
  );
  switch (asked.kind) {
    case "answered":
      return conclude(payOutcome(asked.answer));
    case "timed_out":
      // Late outcomes are recorded too.
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

/** Findings without a payment contradict the call that just sent it. */
function payOutcome(answer: SpendOutcome): SpendOutcome {
  const outcome = readOutcome(answer);
  if (outcome.kind !== "not_sent" && outcome.kind !== "repeatable") return outcome;
  return {
    kind: "unknown",
    reason: "The executor was called to pay, but reported that nothing was sent.",
  };
}

function executorError(error: unknown): TreasuryError {
  if (isTreasuryError(error) && error.code === "spend_executor_error") return error;
  return new TreasuryError(
    "spend_executor_error",
    "The payment executor failed. Whether it paid is not known yet.",
    { cause: error },
  );
}

const longestDelayMs = 3_600_000;

/**
 * Only `executed` and `declined` end a payment. Otherwise the amount stays held, and attempts back
 * off exponentially.
 */
export async function concludeSpend(
  parts: Omit<PayingDeps, "executor">,
  workspaceId: string,
  spend: HeldSpend,
  outcome: SpendOutcome,
): Promise<SpendProposal> {
  const { committer, policy, identifiers, report } = parts;
  const { id: proposalId, hold, attention } = spend;
  switch (outcome.kind) {
    case "executed": {
      const { resource, captures, reference, failure } = outcome;
      if (resource !== undefined && !spend.hasResource) {
        // The payment is recorded in any case.
        await storeResource(parts, workspaceId, proposalId, resource).catch(report);
      }
      const salt = identifiers.random();
      const paid = { proposalId, captures, reference, salt };
      const payment = failure === undefined ? paid : { ...paid, failure };
      return committer.run(workspaceId, captureSpend(payment, policy));
    }
    case "declined": {
      const failure = outcome.reason || "The executor declined.";
      const release = { proposalId, failure, lease: hold.lease };
      return committer.run(workspaceId, releaseSpend(release, policy));
    }
    case "in_progress":
    case "unknown": {
      const delayMs = Math.min(leaseMsOf(parts) * 2 ** hold.recoveries, longestDelayMs);
      const { reference, captures = [] } =
        outcome.kind === "in_progress" ? outcome : { reference: null };
      if (captures.length > 0 && reference !== null) {
        const salt = identifiers.random();
        const payment = { proposalId, captures, reference, isOpen: true, salt };
        const recorded = await committer.run(workspaceId, captureSpend(payment, policy));
        if (recorded.hold === null) return recorded;
      }
      return committer.run(
        workspaceId,
        postponeSpend({ proposalId, lease: hold.lease, delayMs, reference, attention }, policy),
      );
    }
  }
}
