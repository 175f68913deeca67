"use client";

import type { Passkey } from "@agent-treasury/sdk-client";
import { Dialog } from "@base-ui/react/dialog";
import { KeyRound, Plus, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Problem } from "../parts/problem.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import { RegisterDialog } from "./register-dialog.tsx";
import { usePasskeys } from "./use-passkeys.ts";
import dialog from "../parts/dialog.module.css";
import styles from "./passkeys-dialog.module.css";

interface PasskeysDialogProps {
  onClose(): void;
}

/** The passkeys of the workspace: adding, inviting and removing. */
export function PasskeysDialog({ onClose }: PasskeysDialogProps): ReactNode {
  const [step, setStep] = useState<"list" | "invite" | "add">("list");
  const back = (): void => setStep("list");
  if (step === "invite") return <InviteDialog onClose={back} />;
  if (step === "add") return <RegisterDialog invitation={null} onClose={back} />;
  return (
    <ListDialog onClose={onClose} onInvite={() => setStep("invite")} onAdd={() => setStep("add")} />
  );
}

interface ListDialogProps extends PasskeysDialogProps {
  onInvite(): void;
  onAdd(): void;
}

function ListDialog({ onClose, onInvite, onAdd }: ListDialogProps): ReactNode {
  const { approver, workspaceId, root } = useTreasuryContext();
  const { data, error, mutate } = usePasskeys();
  const passkeys = data?.passkeys ?? [];
  const own = passkeys.filter(({ person }) => person === approver);
  const others = passkeys.filter(({ person }) => person !== approver);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal {...root}>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title className={dialog.title}>Passkeys</Dialog.Title>
          <Dialog.Description className={dialog.description}>
            With a passkey you sign an approval on your device, so that a stolen session cannot give
            it. Passkeys are valid in workspace <bdi>{workspaceId}</bdi>.
          </Dialog.Description>
          {error !== undefined && (
            <Problem
              title="Passkeys could not be loaded."
              error={error}
              onAgain={() => void mutate()}
            />
          )}
          {data === undefined && error === undefined && (
            <p className="at-soft">Loading passkeys…</p>
          )}
          {data !== undefined && (
            <>
              <Group title="Yours" passkeys={own} onRemoved={() => void mutate()} />
              {own.length === 0 && (
                <p className="at-soft at-small">
                  You have none. Add the first one with an invitation’s link.
                </p>
              )}
              <Group title="Other approvers" passkeys={others} onRemoved={() => void mutate()} />
            </>
          )}
          <div className={styles.add}>
            {own.length > 0 && (
              <button type="button" className="at-button" onClick={onAdd}>
                <Plus size={15} aria-hidden="true" /> Add a passkey
              </button>
            )}
            <button type="button" className="at-button" onClick={onInvite}>
              <UserPlus size={15} aria-hidden="true" /> Invite an approver
            </button>
          </div>
          <div className={dialog.actions}>
            <Dialog.Close className="at-button at-button-solid">Done</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface GroupProps {
  readonly title: string;
  readonly passkeys: readonly Passkey[];
  onRemoved(): void;
}

function Group({ title, passkeys, onRemoved }: GroupProps): ReactNode {
  if (passkeys.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>
        <KeyRound size={14} aria-hidden="true" /> {title}
      </h3>
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <PasskeyRow passkey={passkey} onRemoved={onRemoved} />
          </li>
        ))}
      </ul>
    </section>
  );
}
