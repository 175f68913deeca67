"use client";

import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { EndpointSecret } from "./endpoint-secret.tsx";
import { useEndpointCalls } from "./use-endpoint-calls.ts";
import { endpointName } from "./webhook-text.ts";
import type { AddedEndpoint, WebhookEndpoint } from "./webhook.ts";
import styles from "./webhooks.module.css";

export interface EndpointCalled {
  readonly endpoint: WebhookEndpoint;
  onChanged(): void;
  onRemoved(): void;
}

interface EndpointButtonsProps extends EndpointCalled {
  /** Whether a change of the endpoint waits for approval, so that no other one can be started. */
  readonly isWaiting: boolean;
}

export function EndpointButtons({ endpoint, isWaiting, ...on }: EndpointButtonsProps): ReactNode {
  const [confirming, setConfirming] = useState<"rotate" | "remove" | null>(null);
  const [shown, setShown] = useState<AddedEndpoint | null>(null);
  const name = endpointName(endpoint);
  const { isTesting, test, rotate, enable, remove } = useEndpointCalls(endpoint);
  const onRotate = async (): Promise<void> => {
    setShown(await rotate());
    on.onChanged();
  };
  const onEnable = async (): Promise<void> => {
    if (await enable()) on.onChanged();
  };
  const onRemove = async (): Promise<void> => {
    const begun = await remove();
    if (begun?.isDone === true) on.onRemoved();
    else if (begun !== null) on.onChanged();
  };
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) setConfirming(null);
  };
  return (
    <div className={styles.buttons}>
      {endpoint.disabledAt !== null && (
        <Button name={`Enable ${name}`} disabled={isWaiting} onClick={() => void onEnable()}>
          Enable
        </Button>
      )}
      <Button name={`Send a test to ${name}`} disabled={isTesting} onClick={() => void test()}>
        {isTesting ? "Sending…" : "Send a test"}
      </Button>
      <Button
        name={`Rotate secret of ${name}`}
        disabled={isWaiting}
        onClick={() => setConfirming("rotate")}
      >
        Rotate secret…
      </Button>
      <Button name={`Remove ${name}`} disabled={isWaiting} onClick={() => setConfirming("remove")}>
        Remove…
      </Button>
      <ConfirmDialog
        open={confirming === "rotate"}
        onOpenChange={onOpenChange}
        title={`Rotate the secret of ${name}?`}
        description="The next step shows the new secret once. For 24 hours, deliveries have the signatures of both secrets."
        action="Rotate secret"
        tone="approve"
        onConfirm={() => void onRotate()}
      />
      <ConfirmDialog
        open={confirming === "remove"}
        onOpenChange={onOpenChange}
        title={`Remove ${name}?`}
        description="It receives no more events. Events that are not delivered yet are removed with it."
        action="Remove"
        tone="danger"
        onConfirm={() => void onRemove()}
      />
      {shown !== null && (
        <EndpointSecret
          shown={shown}
          pending={
            shown.isDone ? null : "Deliveries have the former signature until this is approved."
          }
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}

interface ButtonProps {
  /** For screen readers, with the endpoint. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
  onClick(): void;
}

function Button({ name, ...button }: ButtonProps): ReactNode {
  return (
    <button type="button" className={`at-button ${styles.button}`} aria-label={name} {...button} />
  );
}
