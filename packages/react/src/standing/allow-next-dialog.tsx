"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { actionResult } from "../administration/action-text.ts";
import { standingCreation } from "../administration/changes-of.ts";
import { useAdministrationUpdate, usePendingActions } from "../administration/use-actions.ts";
import { formatUsd } from "../format/usd.ts";
import { agentIdText } from "../inbox/proposer-text.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { StandingFields } from "./standing-fields.tsx";
import { readStandingForm, standingFormFor } from "./standing-form.ts";

export interface AllowNextProps {
  /** With the amount that an approval pays. */
  readonly proposal: Proposal;
  readonly isDisabled: boolean;
  /**
   * Approves this spend, and then calls `allow` to create the standing approval. It resolves to the
   * result for the person.
   */
  onApprove(allow: () => Promise<string>): void;
}

interface AllowNextDialogProps extends AllowNextProps {
  onClose(): void;
}

/** Creates a standing approval for the payee of a pending spend. */
export function AllowNextDialog(props: AllowNextDialogProps): ReactNode {
  const { proposal, onApprove, onClose } = props;
  const { amountUsd, vendor, agentId } = proposal;
  const { client, workspaceId, approverName } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const waiting = standingCreation(usePendingActions(), agentId, vendor);
  const [problem, setProblem] = useState<string | null>(null);
  const [form, setForm] = useState(() => standingFormFor(amountUsd));

  const submit = (): void => {
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
    const request = { workspaceId, agentId, vendor, ...terms, operator };
    onClose();
    onApprove(async () => {
      try {
        return actionResult((await client.standingApprovals.create(request)).action);
      } finally {
        update();
      }
    });
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Allow the next spends to ${vendor}`}
      description={`Approves ${formatUsd(amountUsd)} now, and gives your approval to later spends of ${agentIdText(agentId)} to ${vendor} within these limits. You can revoke it on the page Rules.`}
      action="Approve and allow"
      tone="approve"
      isBusy={false}
      problem={problem}
      onSubmit={submit}
    >
      <StandingFields form={form} onChange={(fields) => setForm({ ...form, ...fields })} />
    </FormDialog>
  );
}
