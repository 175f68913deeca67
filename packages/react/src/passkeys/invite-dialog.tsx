"use client";

import type { PasskeyInvitation } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { SecretDialog } from "../parts/secret-dialog.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { invitationLink } from "./invitation-link.ts";

interface InviteDialogProps {
  onClose(): void;
}

/** Invites a person to register a passkey, and shows the link once. */
export function InviteDialog({ onClose }: InviteDialogProps): ReactNode {
  const { client, workspaceId } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const { isBusy, problem, run, setProblem } = useTask();
  const [personId, setPersonId] = useState("");
  const [invited, setInvited] = useState<PasskeyInvitation | null>(null);

  const invite = async (): Promise<void> => {
    if (personId.trim() === "") {
      setProblem("Enter the id of a person who signs in here.");
      return;
    }
    await run(async () => {
      setInvited(await client.passkeys.invite({ workspaceId, personId: personId.trim() }));
    });
    update();
  };
  if (invited !== null) {
    return (
      <SecretDialog
        title={`Invitation of ${invited.personId}`}
        label="Link"
        secret={invitationLink(location, invited.token)}
        onClose={onClose}
      >
        <p className="at-soft at-small">
          {invited.personId} opens it within 24 hours, signs in and adds a passkey. It is valid for
          one passkey of this person.
        </p>
        {invited.action.status === "pending" && (
          <p className="at-small">
            It is not valid before this change is approved, on the page Rules.
          </p>
        )}
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Invite an approver"
      description="The approver registers a passkey with the link of the next step."
      action={isBusy ? "Inviting…" : "Create link"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void invite()}
    >
      <TextField
        label="Person"
        hint="The id with which the person signs in. It is the name unless your sign-in sets another id."
        value={personId}
        maxLength={128}
        onChange={setPersonId}
      />
    </FormDialog>
  );
}
