import type { Proposal } from "@agent-treasury/contract";
import {
  isTreasuryError,
  type SpendEventReceiver,
  type SpendNotice,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Engine } from "../engine.ts";
import { proposalToWire } from "../wire.ts";
import { isRecordable, readableText } from "./read-outcome.ts";
import { captureSpend } from "./record-captures.ts";
import { releaseSpend } from "./resolve-spend.ts";
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
  const { workspaceId, proposalId } = notice;
  const command =
    notice.kind === "captured"
      ? captureSpend({ ...recordable(notice), proposalId, salt: identifiers.random() }, policy)
      : releaseSpend(
          { proposalId, failure: readableText(notice.reason) || "The executor released it." },
          policy,
        );
  return proposalToWire(workspaceId, await committer.run(workspaceId, command));
}

type CapturedNotice = Extract<SpendNotice, { kind: "captured" }>;

function recordable({
  captures,
  reference,
}: CapturedNotice): Pick<CapturedNotice, "captures" | "reference"> {
  if (!isRecordable(captures, reference)) {
    throw new TreasuryError(
      "invalid_request",
      "`captures` must be amounts above zero with an id each, and `reference` an id.",
    );
  }
  return { captures, reference: readableText(reference) };
}

export function spendEventReceiver(
  engineOf: () => Engine,
  executors: readonly ConnectedExecutor[],
): SpendEventReceiver {
  return {
    receive: async (event) => {
      const engine = engineOf();
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
    },
  };
}

const finalCodes: ReadonlySet<string> = new Set(["proposal_not_found", "invalid_request"]);
