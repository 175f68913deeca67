"use client";

import type { IssuedCredential } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { SecretDialog } from "../parts/secret-dialog.tsx";

interface TokenDialogProps {
  readonly issued: IssuedCredential;
  onClose(): void;
}

export function TokenDialog({ issued, onClose }: TokenDialogProps): ReactNode {
  const { credential, token, action } = issued;
  return (
    <SecretDialog
      title={`Token of ${credential.name}`}
      label="Token"
      secret={token}
      onClose={onClose}
    >
      <p className="at-soft at-small">
        The agent sends it as <code>authorization: Bearer …</code> over HTTP or MCP.
      </p>
      {action !== null && (
        <p className="at-small">
          It is not valid before another person approves the credential, under Agents.
        </p>
      )}
    </SecretDialog>
  );
}
