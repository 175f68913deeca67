"use client";

import type { AdministrativeAction, Decision } from "@agent-treasury/sdk-client";
import { useState } from "react";
import { useCommand } from "../command-context.ts";
import { useTask } from "../use-task.ts";
import { actionResult, actionTitle } from "./action-text.ts";
import { useAdministrationUpdate } from "./use-actions.ts";

/** Deciding one administrative action. */
export interface ActionDeciding {
  /** The decision in progress; null if no decision is in progress. */
  readonly deciding: Decision | null;
  readonly problem: string | null;
  decide(decision: Decision): Promise<boolean>;
}

export function useActionDecision({ id }: AdministrativeAction): ActionDeciding {
  const { client, operatorName, session, announce } = useCommand();
  const update = useAdministrationUpdate();
  const { problem, run } = useTask();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const decide = async (decision: Decision): Promise<boolean> => {
    setDeciding(decision);
    const operator = operatorName === "" ? undefined : operatorName;
    const isDecided = await run(async () => {
      const { action } = await client.actions.decide({ actionId: id, decision, operator });
      const isWithdrawn = decision === "deny" && action.startedBy === session.operator;
      announce(isWithdrawn ? `${actionTitle(action)}: withdrawn.` : actionResult(action));
    });
    setDeciding(null);
    update();
    return isDecided;
  };
  return { deciding, problem, decide };
}
