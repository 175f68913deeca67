"use client";

import type { ReactNode } from "react";
import { useCommand } from "../../lib/command-context.ts";
import { tellFailure } from "../../lib/failure-words.ts";
import { rememberTurns } from "../../lib/turns/turn-memory.ts";
import { useTreasuryUpdate } from "../../lib/use-treasury.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

interface ResetDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

/** Begins a workspace anew, once somebody confirmed it. */
export function ResetDialog(props: ResetDialogProps): ReactNode {
  const { client, workspaceId, announce, beginAnew } = useCommand();
  const updateTreasury = useTreasuryUpdate();
  const reset = async (): Promise<void> => {
    try {
      updateTreasury(await client.treasury.reset());
      rememberTurns(workspaceId, []);
      beginAnew();
      announce(`The workspace ${workspaceId} begins anew.`);
    } catch (error) {
      updateTreasury();
      announce(tellFailure(error), "bad");
    }
  };
  return (
    <ConfirmDialog
      {...props}
      title={`Reset the workspace ${workspaceId}?`}
      description="The ledger, the proposals and the day begin anew, and the balance begins at nothing: a deposit is the first entry. The earlier records are kept in the database, and no page shows them any more."
      action="Reset the workspace"
      tone="danger"
      onConfirm={() => void reset()}
    />
  );
}
