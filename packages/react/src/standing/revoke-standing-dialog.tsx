"use client";

import type { StandingApproval } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { failureText } from "../format/failure-text.ts";
import { agentIdText } from "../inbox/proposer-text.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";

interface RevokeStandingDialogProps {
  readonly standing: StandingApproval;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  onRevoked(): void;
}

export function RevokeStandingDialog(props: RevokeStandingDialogProps): ReactNode {
  const { standing, onRevoked, ...dialog } = props;
  const { client, approverName, announce } = useTreasuryContext();
  const { id, vendor, agentId } = standing;
  const revoke = async (): Promise<void> => {
    const operator = approverName === "" ? undefined : approverName;
    try {
      await client.standingApprovals.revoke({ standingApprovalId: id, operator });
      announce(`The standing approval for ${vendor} was revoked.`);
      onRevoked();
    } catch (error) {
      announce(failureText(error), "bad");
    }
  };
  return (
    <ConfirmDialog
      {...dialog}
      title={`Revoke the standing approval for ${vendor}?`}
      description={`It stops at once: the next spends of ${agentIdText(agentId)} to ${vendor} need approval again. Spends that it approved stay approved.`}
      action="Revoke"
      tone="danger"
      onConfirm={() => void revoke()}
    />
  );
}
