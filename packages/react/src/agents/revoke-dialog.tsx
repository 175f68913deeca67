"use client";

import type { AgentCredential } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { failureText } from "../format/failure-text.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";

interface RevokeDialogProps {
  readonly credential: AgentCredential;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  onRevoked(): void;
}

export function RevokeDialog({ credential, onRevoked, ...dialog }: RevokeDialogProps): ReactNode {
  const { client, announce } = useTreasuryContext();
  const { id, name } = credential;
  const revoke = async (): Promise<void> => {
    try {
      await client.credentials.revoke({ credentialId: id });
      announce(`The credential of ${name} was revoked.`);
      onRevoked();
    } catch (error) {
      announce(failureText(error), "bad");
    }
  };
  return (
    <ConfirmDialog
      {...dialog}
      title={`Revoke the credential of ${name}?`}
      description="Requests with its token are rejected at once. Pending proposals stay in the inbox."
      action="Revoke"
      tone="danger"
      onConfirm={() => void revoke()}
    />
  );
}
