import type { Proposal } from "@agent-treasury/contract";
import {
  isTreasuryError,
  type SpendEvent,
  type SpendNotice,
  type SpendRefund,
} from "@agent-treasury/provider";
import type { Engine } from "../../../kernel/engine.ts";
import { invalidRequest } from "../../../kernel/errors.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import type { Command } from "../../../kernel/ledger/command.ts";
import type { SpendProposal } from "../../../kernel/proposals/proposal.ts";
import { proposalToWire } from "../../../kernel/views/wire.ts";
import { endAuthorization } from "./authorize-payment.ts";
import { areMovements, isRecordable, readableText } from "./read-outcome.ts";
import { captureSpend } from "./record-captures.ts";
import { refundSpend } from "./record-refunds.ts";
import { releaseSpend } from "./resolve-spend.ts";
import type { CapturedPayment } from "./spend-parts.ts";
import type { ConnectedExecutor } from "./spending-deps.ts";

/**
 * Records a notice. Idempotent. Requires no connected executor.
 *
 * @throws TreasuryError `proposal_not_found`, or `invalid_request` for an invalid amount or a
 * payment that was never requested.
 */
export async function recordSpendNotice(
  { committer, policy, identifiers }: Engine,
  notice: SpendNotice,
): Promise<Proposal> {
  const { workspaceId } = notice;
  const command = commandOf(notice, identifiers.random(), policy);
  return proposalToWire(workspaceId, await committer.run(workspaceId, command));
}

function commandOf(
  notice: SpendNotice,
  salt: string,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  const { proposalId } = notice;
  switch (notice.kind) {
    case "captured":
      return captureSpend({ ...recordable(notice), proposalId, salt }, policy);
    case "refunded":
      return refundSpend({ refunds: refundsOf(notice), proposalId, salt }, policy);
    case "authorization_ended":
      return endAuthorization(proposalId, notice.authorizationId);
    case "released": {
      const failure = readableText(notice.reason) || "The executor released it.";
      return releaseSpend({ proposalId, failure }, policy);
    }
  }
}

type CapturedNotice = Extract<SpendNotice, { kind: "captured" }>;

function recordable({
  captures,
  reference,
  isOpen = false,
}: CapturedNotice): Pick<CapturedPayment, "captures" | "reference" | "isOpen"> {
  if (!isRecordable(captures, reference)) {
    throw invalidRequest(
      "`captures` must be amounts above zero with an id each, and `reference` an id.",
    );
  }
  return { captures, reference: readableText(reference), isOpen };
}

function refundsOf({
  refunds,
}: Extract<SpendNotice, { kind: "refunded" }>): readonly SpendRefund[] {
  if (areMovements(refunds)) return refunds;
  throw invalidRequest("`refunds` must be amounts above zero with an id each.");
}

export async function receiveSpendEvent(
  engine: Engine,
  executors: readonly ConnectedExecutor[],
  event: SpendEvent,
): Promise<void> {
  const notices: SpendNotice[] = [];
  for (const { executor } of executors) {
    notices.push(...((await executor.notices?.(event)) ?? []));
  }
  for (const notice of notices) {
    try {
      await recordSpendNotice(engine, notice);
    } catch (error) {
      // Otherwise the processor would retry for days.
      const isFinal = isTreasuryError(error) && finalCodes.has(error.code);
      if (!isFinal) throw error;
      engine.report(error);
    }
  }
}

const finalCodes: ReadonlySet<string> = new Set(["proposal_not_found", "invalid_request"]);
