"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { actionResult } from "../administration/action-text.ts";
import { standingCreation } from "../administration/changes-of.ts";
import { useAdministrationUpdate, usePendingActions } from "../administration/use-actions.ts";
import { formatUsd } from "../format/usd.ts";
import { useTask } from "../hooks/use-task.ts";
import { agentIdText } from "../inbox/proposer-text.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { StandingFields } from "./standing-fields.tsx";
import { readStandingForm, standingFormFor } from "./standing-form.ts";

export interface AllowNextProps {
  /** With the amount that an approval pays. */
  readonly proposal: Proposal;
  readonly isDisabled: boolean;
  /** Called once the next spends are allowed, to approve this one. */
  onAllowed(note: string): void;
}

interface AllowNextDialogProps extends AllowNextProps {
  onClose(): void;
}

/** Creates a standing approval for the payee of a pending spend. */
export function AllowNextDialog(props: AllowNextDialogProps): ReactNode {
  const { proposal, onAllowed, onClose } = props;
  const { amountUsd, vendor, agentId } = proposal;
  const { client, workspaceId, approverName } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const waiting = standingCreation(usePendingActions(), agentId, vendor);
  const { isBusy, problem, run, setProblem } = useTask();
  const [form, setForm] = useState(() => standingFormFor(amountUsd));

  const submit = async (): Promise<void> => {
    const { terms, problem: found } = readStandingForm(form, Date.now());
    if (terms === null) {
      setProblem(found);
      return;
    }
    if (waiting !== undefined) {
      setProblem(actionResult(waiting));
      return;
    }
    const operator = approverName === "" ? undefined : approverName;
    let note = "";
    const isDone = await run(async () => {
      const { action } = await client.standingApprovals.create({
        workspaceId,
        agentId,
        vendor,
        ...terms,
        operator,
      });
      note = actionResult(action);
    });
    update();
    if (!isDone) return;
    onClose();
    onAllowed(note);
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Allow the next spends to ${vendor}`}
      description={`Approves ${formatUsd(amountUsd)} now, and gives your approval to later spends of ${agentIdText(agentId)} to ${vendor} within these limits. You can revoke it on the page Rules.`}
      action={isBusy ? "Approving…" : "Approve and allow"}
      tone="approve"
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void submit()}
    >
      <StandingFields form={form} onChange={(fields) => setForm({ ...form, ...fields })} />
    </FormDialog>
  );
}
