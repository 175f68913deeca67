import { Micros, type SpendFinding } from "@agent-treasury/provider";
import { askWithin } from "../../../kernel/ask-within.ts";
import { whileObserved } from "../../../kernel/judgement/observed.ts";
import { dueDocs } from "../../../kernel/ledger/due-docs.ts";
import {
  type PaymentIdentity,
  describePayment,
  isSamePayment,
} from "../../../kernel/ledger/payment-identity.ts";
import { holdsMoney, proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import {
  type SpendHold,
  type SpendProposal,
  proposalKind,
  spendPartKind,
} from "../../../kernel/proposals/proposal.ts";
import { type HeldSpend, orderOf, type PaymentDocs } from "./held-spend.ts";
import { type TakenSpend, takeOverSpend } from "./lease-spend.ts";
import { concludeSpend, paySpend } from "./pay-spend.ts";
import { readOutcome } from "./read-outcome.ts";
import {
  type ConnectedExecutor,
  leaseMsOf,
  modeOf,
  type PayingDeps,
  type SpendingDeps,
  startStopwatch,
  type Stopwatch,
} from "./spending-deps.ts";

/** For a payment whose executor is not connected. */
const defaultTimeoutMs = 30_000;

export interface SpendRecovery {
  readonly taken: number;
  /** Payments taken over that are finished. */
  readonly closed: number;
  /** Payments taken over that need review. */
  readonly unresolved: number;
  /** Attempts with reported errors. */
  readonly failed: number;
}

/** Continues due payments until the signal aborts. Several processes may do so concurrently. */
export async function recoverSpends(
  parts: SpendingDeps,
  signal: AbortSignal,
): Promise<SpendRecovery> {
  const recovery = { taken: 0, closed: 0, unresolved: 0, failed: 0 };
  const kinds = [proposalKind, spendPartKind];
  for await (const { workspaceId, doc } of dueDocs(parts, kinds, signal)) {
    if (!holdsMoney(doc)) continue;
    try {
      const spend = await recoverSpend(parts, workspaceId, proposalFromDoc(doc));
      if (spend === null) continue;
      recovery.taken += 1;
      if (spend.hold === null) recovery.closed += 1;
      else if (spend.attention !== null) recovery.unresolved += 1;
    } catch (error) {
      recovery.failed += 1;
      parts.report(error);
    }
  }
  return recovery;
}

/** Null if another process was first. */
async function recoverSpend(
  parts: SpendingDeps,
  workspaceId: string,
  { id: proposalId, hold }: SpendProposal,
): Promise<SpendProposal | null> {
  const connected = executorOf(parts, hold);
  const sinceLease = startStopwatch(parts);
  const lease = parts.identifiers.random();
  const { committer, policy } = parts;
  const leaseMs = leaseMsOf(connected ?? { timeoutMs: defaultTimeoutMs });
  const command = takeOverSpend({ proposalId, lease, leaseMs }, policy);
  const taken = await whileObserved(policy, () => committer.run(workspaceId, command));
  if (taken === null) return null;
  return connected === undefined
    ? keepWithoutExecutor(parts, workspaceId, taken.spend)
    : carryOn({ ...parts, ...connected }, workspaceId, taken, sinceLease);
}

/** A hold keeps its executor. */
function executorOf(
  { executors }: SpendingDeps,
  hold: SpendHold | null,
): ConnectedExecutor | undefined {
  return executors.find(({ executor }) => executor.provider === hold?.executor);
}

function keepWithoutExecutor(
  parts: SpendingDeps,
  workspaceId: string,
  spend: HeldSpend,
): Promise<SpendProposal> {
  const { executor: provider, mode } = spend.hold;
  const others = parts.executors.map(({ executor }) =>
    describePayment({ provider: executor.provider, mode: modeOf(executor) ?? mode }),
  );
  const connected = `${others.join(", ")} ${others.length === 1 ? "is" : "are"} connected now`;
  const attention = `It was sent to ${describePayment({ provider, mode })}, but ${connected}.`;
  const deps = { ...parts, timeoutMs: defaultTimeoutMs };
  return keep(deps, workspaceId, { ...spend, attention });
}

/**
 * Calls `find` first. Pays only if nothing was sent while the idempotency key is valid, or the same
 * payment can be repeated, and nothing is frozen. Cancels a frozen payment that could be repeated.
 */
async function carryOn(
  parts: PayingDeps,
  workspaceId: string,
  { spend, docs, takenAt, mayPay }: TakenSpend,
  sinceLease: Stopwatch,
): Promise<SpendProposal> {
  const { executor } = parts;
  const { executor: provider, mode } = spend.hold;
  const given: PaymentIdentity = { provider, mode };
  // An executor without its key cannot report an outcome, so the mode is assumed.
  const connected = { provider: executor.provider, mode: modeOf(executor) ?? mode };
  if (!isSamePayment(given, connected)) {
    const attention = `It was sent to ${describePayment(given)}, but ${describePayment(connected)} is connected now.`;
    return keep(parts, workspaceId, { ...spend, attention });
  }
  const isUnsent = spend.hold.isPrepared === false;
  const finding: SpendFinding = isUnsent
    ? { kind: "not_sent" }
    : await (mayPay ? find : findOrCancel)(parts, workspaceId, spend, docs);
  const isPastKey = takenAt + leaseMsOf(parts) >= spend.hold.heldAt + executor.keyLifetimeMs;
  const isRepeated =
    finding.kind === "repeatable" ||
    (finding.kind === "not_sent" && !isPastKey) ||
    (finding.kind === "executed" && finding.isRepeatable === true);
  // After a capture, another call could pay more.
  const isUncaptured = spend.captured === Micros.zero;
  if (isRepeated && mayPay && isUncaptured) {
    return paySpend(parts, workspaceId, spend, docs, sinceLease);
  }
  if (isUnsent && isPastKey) {
    const reason = "The payment could not be prepared in time. Nothing was sent.";
    return concludeSpend(parts, workspaceId, spend, { kind: "declined", reason });
  }
  if (
    finding.kind !== "executed" &&
    finding.kind !== "declined" &&
    finding.kind !== "in_progress"
  ) {
    const attention = isPastKey ? notTold(finding) : spend.attention;
    return keep(parts, workspaceId, { ...spend, attention });
  }
  const attention = finding.kind === "in_progress" ? null : spend.attention;
  return concludeSpend(parts, workspaceId, { ...spend, attention }, finding);
}

/** Cancels what the payee could still collect. */
async function findOrCancel(...call: Parameters<typeof find>): Promise<SpendFinding> {
  const finding = await find(...call);
  if (finding.kind !== "repeatable" || call[0].executor.cancel === undefined) return finding;
  await cancel(...call);
  // The payee may have been faster.
  return find(...call);
}

async function find(
  { clock, timeoutMs, executor, report }: PayingDeps,
  workspaceId: string,
  spend: HeldSpend,
  docs: PaymentDocs,
): Promise<SpendFinding> {
  const asked = await askWithin(clock, timeoutMs / 2, (signal) =>
    executor.find(orderOf(workspaceId, spend, docs, signal)),
  );
  if (asked.kind === "answered") return readOutcome(asked.answer);
  if (asked.kind === "threw") report(asked.error);
  return { kind: "unknown", reason: "The executor could not be reached." };
}

async function cancel(
  { clock, timeoutMs, executor, report }: PayingDeps,
  workspaceId: string,
  spend: HeldSpend,
  docs: PaymentDocs,
): Promise<void> {
  const asked = await askWithin(clock, timeoutMs / 2, async (signal) =>
    executor.cancel?.(orderOf(workspaceId, spend, docs, signal)),
  );
  if (asked.kind === "threw") report(asked.error);
}

function keep(
  parts: Omit<PayingDeps, "executor">,
  workspaceId: string,
  spend: HeldSpend,
): Promise<SpendProposal> {
  return concludeSpend(parts, workspaceId, spend, { kind: "unknown", reason: "" });
}

function notTold(finding: SpendFinding): string {
  const why = finding.kind === "unknown" && finding.reason !== "" ? ` (${finding.reason})` : "";
  return `It is unknown whether this was paid${why}. Check with the vendor, then resolve it.`;
}
