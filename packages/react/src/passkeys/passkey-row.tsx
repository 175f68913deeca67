"use client";

import type { Passkey } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { actionResult } from "../administration/action-text.ts";
import { passkeyRemoval } from "../administration/changes-of.ts";
import { useAdministrationUpdate, usePendingActions } from "../administration/use-actions.ts";
import { WaitingBadge } from "../administration/waiting-badge.tsx";
import { formatMoment } from "../format/moment.ts";
import { useTask } from "../hooks/use-task.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { signWithPasskey } from "./authenticator.ts";
import styles from "./passkeys-dialog.module.css";

interface PasskeyRowProps {
  readonly passkey: Passkey;
  onRemoved(): void;
}

export function PasskeyRow({ passkey, onRemoved }: PasskeyRowProps): ReactNode {
  const { client, workspaceId, approver, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const { isBusy, problem, run } = useTask();
  const [isAsking, setAsking] = useState(false);
  const { id, name, person } = passkey;
  const waiting = passkeyRemoval(usePendingActions(), id);
  const isOwn = person === approver;
  const remove = async (): Promise<void> => {
    await run(async () => {
      const signature = isOwn
        ? await signWithPasskey(client, { workspaceId, intent: "remove_passkey", id })
        : undefined;
      const { action } = await client.passkeys.remove({
        workspaceId,
        passkeyId: id,
        passkey: signature,
      });
      announce(action === null ? `Passkey ${name} was removed.` : actionResult(action));
    });
    update();
    onRemoved();
  };
  return (
    <article className={styles.row} aria-label={`Passkey ${name}`}>
      <p className={styles.name}>
        <bdi>{name}</bdi>
        {!isOwn && (
          <span className="at-soft">
            {" "}
            of <bdi>{person ?? "an unnamed person"}</bdi>
          </span>
        )}
      </p>
      <WaitingBadge change={waiting} label="Removal waits" />
      <p className="at-soft at-small">{passkeyFacts(passkey)}</p>
      <button
        type="button"
        className="at-button"
        disabled={isBusy || waiting !== undefined}
        aria-label={`Remove passkey ${name}`}
        onClick={() => setAsking(true)}
      >
        {isBusy ? "Removing…" : "Remove…"}
      </button>
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove passkey ${name}?`}
        description={
          isOwn
            ? "You confirm with one of your passkeys. If you have lost it, ask another approver to remove it here."
            : "A second approver has to approve this change."
        }
        action="Remove"
        tone="danger"
        onConfirm={() => void remove()}
      />
    </article>
  );
}

function passkeyFacts({ addedAt, lastUsedAt, isSynced }: Passkey): string {
  const used = lastUsedAt === null ? "Never used" : `Last used ${formatMoment(lastUsedAt)}`;
  return `Added ${formatMoment(addedAt)}. ${used}.${isSynced ? " Synced to other devices." : ""}`;
}
