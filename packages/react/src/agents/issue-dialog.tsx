"use client";

import type { IssuedCredential } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { type CredentialForm, CredentialFields } from "./credential-fields.tsx";
import { TokenDialog } from "./token-dialog.tsx";

interface IssueDialogProps {
  onClose(): void;
  onIssued(): void;
}

const empty: CredentialForm = {
  agentId: "",
  name: "",
  owner: "",
  allocationId: "",
  role: "agent",
  days: "90",
};

export function IssueDialog({ onClose, onIssued }: IssueDialogProps): ReactNode {
  const { client } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const { isBusy, problem, run, setProblem } = useTask();
  const [form, setForm] = useState(empty);
  const [issued, setIssued] = useState<IssuedCredential | null>(null);
  const change = (fields: Partial<CredentialForm>): void => setForm({ ...form, ...fields });

  const issue = async (): Promise<void> => {
    const { agentId, name, owner, allocationId, role, days } = form;
    if (agentId.trim() === "") {
      setProblem("Enter an agent id, for example buyer-1.");
      return;
    }
    await run(async () => {
      const answer = await client.credentials.issue({
        agentId: agentId.trim(),
        name: name.trim() || agentId.trim(),
        owner: owner.trim() || undefined,
        allocationId: allocationId || undefined,
        role,
        expiresInDays: days === "" ? undefined : Number(days),
      });
      setIssued(answer);
      onIssued();
      update();
    });
  };
  if (issued !== null) return <TokenDialog issued={issued} onClose={onClose} />;
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Issue a credential"
      description="The next step shows its token once."
      action={isBusy ? "Issuing…" : "Issue credential"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void issue()}
    >
      <CredentialFields form={form} onChange={change} />
    </FormDialog>
  );
}
