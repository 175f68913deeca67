"use client";

import type { DeploymentFreezeAnswer, Freeze, FreezeRequest } from "@agent-treasury/sdk-client";
import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { actionResult } from "../administration/action-text.ts";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { failureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { type FreezeScope, frozenText } from "./freeze-text.ts";

/** The result of a freeze. */
export interface FreezeResult {
  /** Payments that had begun. They cannot be recalled. */
  readonly payments: Freeze["payments"];
  /** Workspaces that could not be reached. */
  readonly notDone: DeploymentFreezeAnswer["notDone"];
}

export interface FreezeOrder {
  readonly scope: FreezeScope;
  /** Of the allocation, agent or vendor. */
  readonly id: string;
  readonly reason: string;
}

/** Returns functions that freeze and unfreeze payments. */
export function useFreezing(): {
  freeze(order: FreezeOrder): Promise<FreezeResult>;
  unfreeze(freeze: Freeze): Promise<void>;
} {
  const { client, workspaceId, approverName, announce } = useTreasuryContext();
  const { mutate } = useSWRConfig();
  const updateActions = useAdministrationUpdate();
  const operator = approverName === "" ? undefined : approverName;
  const update = useCallback(() => {
    void mutate(["freezes", workspaceId]);
    updateActions();
  }, [mutate, updateActions, workspaceId]);

  const freeze = async ({ scope, id, reason }: FreezeOrder): Promise<FreezeResult> => {
    const why = { reason: reason === "" ? undefined : reason, operator };
    try {
      if (scope === "all") return await client.freezes.freezeAll(why);
      const target: Pick<FreezeRequest, "scope" | "id"> =
        scope === "workspace" ? { scope } : { scope, id };
      const answer = await client.freezes.freeze({ ...target, ...why });
      return { payments: answer.freeze.payments, notDone: [] };
    } finally {
      update();
    }
  };
  const unfreeze = async ({ scope, id }: Freeze): Promise<void> => {
    try {
      if (scope === "deployment") {
        const { missing, notDone } = await client.freezes.unfreezeAll({ operator });
        const open = [...missing, ...notDone.map((one) => `${one.workspaceId}: ${one.problem}`)];
        announce(
          open.length === 0
            ? "Unfroze all workspaces."
            : `Unfreezing all workspaces needs ${open.join(", ")}.`,
        );
      } else {
        const target = id === null ? { scope } : { scope, id };
        const { action } = await client.freezes.unfreeze({ ...target, operator });
        announce(actionResult(action));
      }
    } catch (error) {
      announce(`${capital(frozenText({ scope, id }))}: ${failureText(error)}`, "bad");
    } finally {
      update();
    }
  };
  return { freeze, unfreeze };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
