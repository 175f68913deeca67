"use client";

import { type ReactNode, useState } from "react";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { EndpointSecret } from "./endpoint-secret.tsx";
import { KindsField } from "./kinds-field.tsx";
import { addressProblem } from "./webhook-text.ts";
import type { AddedEndpoint } from "./webhook.ts";

interface AddDialogProps {
  onClose(): void;
  onAdded(): void;
}

export function AddDialog({ onClose, onAdded }: AddDialogProps): ReactNode {
  const { client } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const { isBusy, problem, run, setProblem } = useTask();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [kinds, setKinds] = useState<readonly string[] | null>(null);
  const [added, setAdded] = useState<AddedEndpoint | null>(null);
  const add = async (): Promise<void> => {
    const invalid =
      addressProblem(url) ?? (kinds?.length === 0 ? "Select at least one kind of event." : null);
    if (invalid !== null) {
      setProblem(invalid);
      return;
    }
    await run(async () => {
      const answer = await client.plugin<AddedEndpoint>("webhooks", {
        method: "POST",
        path: "/endpoints",
        input: { url: url.trim(), kinds, description: description.trim() || null },
      });
      setAdded(answer);
      onAdded();
      if (!answer.isDone) update();
    });
  };
  if (added !== null) {
    const pending = added.isDone
      ? null
      : "The endpoint receives no events before this change is approved.";
    return <EndpointSecret shown={added} pending={pending} onClose={onClose} />;
  }
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Add an endpoint"
      description="It receives events as signed POST requests. The next step shows its signing secret once."
      action={isBusy ? "Adding…" : "Add endpoint"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void add()}
    >
      <TextField
        label="Address"
        hint="A public https address."
        value={url}
        maxLength={1000}
        onChange={setUrl}
      />
      <TextField
        label="Description (optional)"
        hint="For people, for example the receiver."
        value={description}
        maxLength={200}
        onChange={setDescription}
      />
      <KindsField kinds={kinds} onChange={setKinds} />
    </FormDialog>
  );
}
