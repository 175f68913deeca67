"use client";

import type { Publication } from "@agent-treasury/sdk-client";
import { useState } from "react";
import { actionResult } from "../administration/action-text.ts";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { failureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";

/** Publishes the rules of an earlier publication again, and announces the result. */
export function useRollBack(
  { digest }: Publication,
  onDone: () => void,
): { readonly isBusy: boolean; rollBack(): Promise<void> } {
  const { client, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const [isBusy, setBusy] = useState(false);
  const rollBack = async (): Promise<void> => {
    setBusy(true);
    try {
      const { action } = await client.rules.rollBack({ digest });
      announce(actionResult(action));
      onDone();
    } catch (error) {
      announce(failureText(error), "bad");
    } finally {
      setBusy(false);
      update();
    }
  };
  return { isBusy, rollBack };
}
