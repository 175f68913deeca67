"use client";

import type { ReactNode } from "react";
import { SecretDialog } from "../parts/secret-dialog.tsx";
import { endpointName } from "./webhook-text.ts";
import type { ShownSecret } from "./webhook.ts";

interface EndpointSecretProps {
  readonly shown: ShownSecret;
  /** Whether the endpoint needs approvals. Default: false. */
  readonly isPending?: boolean;
  onClose(): void;
}

export function EndpointSecret({ shown, isPending, onClose }: EndpointSecretProps): ReactNode {
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
      {isPending === true && (
        <p className="at-small">
          The endpoint receives no events before this change is approved. Until then, the change is
          listed below the endpoints.
        </p>
      )}
    </SecretDialog>
  );
}
