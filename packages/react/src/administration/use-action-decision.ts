"use client";

import type { AdministrativeAction, Decision } from "@agent-treasury/sdk-client";
import { useState } from "react";
import { useTask } from "../hooks/use-task.ts";
import { signWithPasskey } from "../passkeys/authenticator.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { actionResult, actionTitle } from "./action-text.ts";
import { useAdministrationUpdate } from "./use-actions.ts";

/** Deciding one administrative action. */
export interface ActionDeciding {
  /** The decision in progress; null if no decision is in progress. */
  readonly deciding: Decision | null;
  readonly problem: string | null;
  decide(decision: Decision): Promise<boolean>;
}

export function useActionDecision({ id, approvals }: AdministrativeAction): ActionDeciding {
  const { client, workspaceId, approverName, approver = null, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const { problem, run } = useTask();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const decide = async (decision: Decision): Promise<boolean> => {
    setDeciding(decision);
    const operator = approverName === "" ? undefined : approverName;
    const isDecided = await run(async () => {
      const isSigned = decision === "approve" && approvals.needsPasskey === true;
      const passkey = isSigned
        ? await signWithPasskey(client, { workspaceId, intent: "approve_action", id })
        : undefined;
      const { action } = await client.actions.decide({
        workspaceId,
        actionId: id,
        decision,
        operator,
        passkey,
      });
      const isWithdrawn = decision === "deny" && action.startedBy === approver;
      announce(isWithdrawn ? `${actionTitle(action)}: withdrawn.` : actionResult(action));
    });
    setDeciding(null);
    update();
    return isDecided;
  };
  return { deciding, problem, decide };
}
