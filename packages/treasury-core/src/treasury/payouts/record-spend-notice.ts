import type { Proposal } from "@agent-treasury/contract";
import { TreasuryError, type SpendNotice } from "@agent-treasury/provider";
import { captureSpend } from "./capture-spend.ts";
import { releaseSpend } from "./release-spend.ts";
import type { Engine } from "../engine.ts";
import { isRecordable, readableText } from "./read-outcome.ts";
import { proposalToWire } from "../wire.ts";

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
