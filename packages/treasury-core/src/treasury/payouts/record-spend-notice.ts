import type { Proposal } from "@agent-treasury/contract";
import {
  isTreasuryError,
  type SpendEventReceiver,
  type SpendExecutor,
  type SpendNotice,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Engine } from "../engine.ts";
import { proposalToWire } from "../wire.ts";
import { isRecordable, readableText } from "./read-outcome.ts";
import { captureSpend } from "./record-captures.ts";
import { releaseSpend } from "./resolve-spend.ts";

/**
 * Records what an executor tells of a payment, also weeks later: the same notice again changes nothing.
 * It needs no executor to be connected.
 *
 * @throws TreasuryError `proposal_not_found`, `invalid_request` for a notice that tells no amount, or of
 *   a spend that nobody was asked to pay.
 */
export async function recordSpendNotice(
  { committer, policy, identifiers }: Engine,
  notice: SpendNotice,
): Promise<Proposal> {
  const { workspaceId, proposalId } = notice;
  const command =
    notice.kind === "captured"
      ? captureSpend({ ...recordable(notice), proposalId, salt: identifiers.random() }, policy)
      : releaseSpend({
          proposalId,
          failure: readableText(notice.reason) || "The executor released it.",
        });
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

/** Records what an executor reads in the events of the payment processor's webhook. */
export function spendEventReceiver(
  engineOf: () => Engine,
  executor: SpendExecutor,
): SpendEventReceiver {
  return {
    receive: async (event) => {
      const engine = engineOf();
      for (const notice of (await executor.notices?.(event)) ?? []) {
        try {
          await recordSpendNotice(engine, notice);
        } catch (error) {
          // What can never count would be sent again for days, and the deployment has to know of it.
          const isFinal = isTreasuryError(error) && finalCodes.has(error.code);
          if (!isFinal) throw error;
          engine.report(error);
        }
      }
    },
  };
}

const finalCodes: ReadonlySet<string> = new Set(["proposal_not_found", "invalid_request"]);
