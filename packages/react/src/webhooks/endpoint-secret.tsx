"use client";

import type { ReactNode } from "react";
import { SecretDialog } from "../parts/secret-dialog.tsx";
import { endpointName } from "./webhook-text.ts";
import type { ShownSecret } from "./webhook.ts";

interface EndpointSecretProps {
  readonly shown: ShownSecret;
  /** What happens before the change is approved. Null if it needs no approvals. */
  readonly pending: string | null;
  onClose(): void;
}

export function EndpointSecret({ shown, pending, onClose }: EndpointSecretProps): ReactNode {
  const { endpoint, secret } = shown;
  return (
    <SecretDialog
      title={`Signing secret of ${endpointName(endpoint)}`}
      label="Secret"
      secret={secret}
      onClose={onClose}
    >
      <p className="at-soft at-small">
        The receiver verifies signatures with it, for example with a library of Standard Webhooks.
      </p>
      {pending !== null && (
        <p className="at-small">{pending} Until then, the change is listed below the endpoints.</p>
      )}
    </SecretDialog>
  );
}
