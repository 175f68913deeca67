"use client";

import type { ReactNode } from "react";
import { useCommand } from "../../lib/command-context.ts";
import { failureText } from "../../lib/failure-text.ts";
import { rememberTurns } from "../../lib/turns/turn-memory.ts";
import { useTreasuryUpdate } from "../../lib/use-treasury.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

interface ResetDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

export function ResetDialog(props: ResetDialogProps): ReactNode {
  const { client, workspaceId, announce, restart } = useCommand();
  const updateTreasury = useTreasuryUpdate();
  const reset = async (): Promise<void> => {
    try {
      updateTreasury(await client.treasury.reset());
      rememberTurns(workspaceId, []);
      restart();
      announce(`Workspace ${workspaceId} was reset.`);
    } catch (error) {
      updateTreasury();
      announce(failureText(error), "bad");
    }
  };
  return (
    <ConfirmDialog
      {...props}
      title={`Reset workspace ${workspaceId}?`}
      description="The balance, the ledger, proposals and today's totals start again at zero. Earlier records stay in the database, but no page shows them."
      action="Reset workspace"
      tone="danger"
      onConfirm={() => void reset()}
    />
  );
}
