import { payableUsd, spendText } from "@agent-treasury/approval-messages";
import type { Proposal } from "@agent-treasury/contract";
import * as z from "zod";

/** What a button decides about. Slack returns it with the action. */
export interface ButtonValue {
  readonly workspaceId: string;
  readonly proposalId: string;
  readonly digest: string;
  /** The amount on the button, if it is lower than the proposed one. */
  readonly approvedAmountUsd: number | null;
  /** For the dialog. */
  readonly spend: string;
}

const schema = z.object({
  workspaceId: z.string().max(200),
  proposalId: z.string().max(500),
  digest: z.string().max(200),
  approvedAmountUsd: z.number().nullable(),
  spend: z.string().max(300),
});

/** Returns null without a digest, which every pending proposal has. */
export function buttonValue(proposal: Proposal): ButtonValue | null {
  const { workspaceId, id, digest, amountUsd } = proposal;
  if (digest === null) return null;
  const payable = payableUsd(proposal);
  return {
    workspaceId,
    proposalId: id,
    digest,
    approvedAmountUsd: payable === amountUsd ? null : payable,
    spend: spendText(proposal),
  };
}

/** Returns null for any other text. */
export function readButtonValue(text: string): ButtonValue | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
