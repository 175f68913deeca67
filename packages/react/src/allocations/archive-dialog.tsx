"use client";

import type { Allocation } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { actionResult } from "../administration/action-text.ts";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { failureText } from "../format/failure-text.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";

interface ArchiveDialogProps {
  readonly allocation: Allocation;
  onClose(): void;
  onArchived(): void;
}

export function ArchiveDialog({ allocation, onClose, onArchived }: ArchiveDialogProps): ReactNode {
  const { client, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const archive = async (): Promise<void> => {
    try {
      const { action } = await client.allocations.archive({ allocationId: allocation.id });
      announce(actionResult(action));
      onArchived();
    } catch (error) {
      announce(failureText(error), "bad");
    } finally {
      update();
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Archive ${allocation.name}?`}
      description="Spends from it and from allocations below it are denied. An archived allocation cannot be opened again, and its id cannot be used again."
      action="Archive"
      tone="danger"
      onConfirm={() => void archive()}
    />
  );
}
