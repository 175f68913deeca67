"use client";

import { type ReactNode, useState } from "react";
import { useSWRConfig } from "swr";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { createPasskey, signWithPasskey } from "./authenticator.ts";

interface RegisterDialogProps {
  /** Null to sign with another passkey of the person instead. */
  readonly invitation: string | null;
  onClose(): void;
}

/** Registers a passkey of the signed-in person. */
export function RegisterDialog({ invitation, onClose }: RegisterDialogProps): ReactNode {
  const { client, workspaceId, approver, announce } = useTreasuryContext();
  const { mutate } = useSWRConfig();
  const { isBusy, problem, run, setProblem } = useTask();
  const [name, setName] = useState("");

  const register = async (): Promise<void> => {
    if (name.trim() === "") {
      setProblem("Enter a name, for example Laptop.");
      return;
    }
    const isDone = await run(async () => {
      const grant =
        invitation === null
          ? { passkey: await signWithPasskey(client, { workspaceId, intent: "add_passkey" }) }
          : { invitation };
      const registration = await client.passkeys.begin({ workspaceId, ...grant });
      const created = await createPasskey(registration);
      const { passkey } = await client.passkeys.register({
        workspaceId,
        ...created,
        name: name.trim(),
      });
      announce(`Passkey ${passkey.name} was added.`);
    });
    void mutate(["passkeys", workspaceId]);
    if (isDone) onClose();
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Add a passkey"
      description={
        invitation === null
          ? "Sign with one of your passkeys first. Your device then creates another one."
          : `Your device creates a passkey for ${approver ?? "you"}. With it you sign approvals in workspace ${workspaceId}.`
      }
      action={isBusy ? "Waiting for your device…" : "Create passkey"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void register()}
    >
      <TextField
        label="Name"
        hint="Shown in the list of passkeys, for example Laptop."
        value={name}
        maxLength={100}
        onChange={setName}
      />
    </FormDialog>
  );
}
