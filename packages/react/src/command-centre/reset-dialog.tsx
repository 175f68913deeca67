"use client";

import type { ReactNode } from "react";
import { rememberTurns } from "../chat/turn-memory.ts";
import { failureText } from "../format/failure-text.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasuryUpdate } from "../provider/use-treasury.ts";

interface ResetDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  onReset(): void;
}

export function ResetDialog({ onReset, ...dialog }: ResetDialogProps): ReactNode {
  const { client, workspaceId, announce } = useTreasuryContext();
  const updateTreasury = useTreasuryUpdate();
  const reset = async (): Promise<void> => {
    try {
      updateTreasury(await client.treasury.reset());
      rememberTurns(workspaceId, []);
      onReset();
      announce(`Workspace ${workspaceId} was reset.`);
    } catch (error) {
      updateTreasury();
      announce(failureText(error), "bad");
    }
  };
  return (
    <ConfirmDialog
      {...dialog}
      title={`Reset workspace ${workspaceId}?`}
      description="The balance, the ledger, proposals and today's totals start again at zero. Earlier records stay in the database, but no page shows them."
      action="Reset workspace"
      tone="danger"
      onConfirm={() => void reset()}
    />
  );
}
