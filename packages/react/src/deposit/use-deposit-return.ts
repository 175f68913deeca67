"use client";

import { useCallback, useEffect, useState } from "react";
import { failureText, isTemporary } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasuryUpdate } from "../provider/use-treasury.ts";
import { later } from "../support/later.ts";
import { isReported, rememberConfirming, rememberReported } from "./deposit-memory.ts";
import type { DepositReturn } from "./deposit-return.ts";

/** The status of a deposit after its payer returned. */
export type DepositStatus =
  | { readonly stage: "none" }
  | { readonly stage: "cancelled" }
  | { readonly stage: "confirming" }
  | { readonly stage: "unpaid" }
  | { readonly stage: "credited"; readonly depositedUsd: number; readonly duplicate: boolean }
  | { readonly stage: "failed"; readonly problem: string };

const askEveryMs = 2000;
const timesAsked = 15;

/** Confirms the checkout that the browser returned from, until it is credited. */
export function useDepositReturn({ sessionId, isCancelled }: DepositReturn): {
  readonly deposit: DepositStatus;
  again(): void;
  dismiss(): void;
} {
  const { client } = useTreasuryContext();
  const updateTreasury = useTreasuryUpdate();
  const [attempt, setAttempt] = useState(0);
  const [deposit, setDeposit] = useState<DepositStatus>({ stage: "none" });

  useEffect(() => {
    if (isReported(sessionId)) return;
    if (isCancelled) {
      rememberReported(sessionId);
      setDeposit({ stage: "cancelled" });
    }
    if (sessionId === null) return;
    const giveUp = new AbortController();
    const confirm = async (): Promise<void> => {
      setDeposit({ stage: "confirming" });
      for (let asked = 0; asked < timesAsked && !giveUp.signal.aborted; asked += 1) {
        try {
          const confirmed = await client.treasury.confirmDeposit(
            { sessionId },
            { signal: giveUp.signal },
          );
          if (confirmed.paid) {
            rememberConfirming(null);
            rememberReported(sessionId);
            updateTreasury(confirmed.state);
            setDeposit({ stage: "credited", ...confirmed });
            return;
          }
        } catch (error) {
          if (giveUp.signal.aborted) return;
          // Other rejections are final.
          if (!isTemporary(error)) {
            rememberConfirming(null);
            setDeposit({ stage: "failed", problem: failureText(error) });
            return;
          }
        }
        await later(askEveryMs, giveUp.signal);
      }
      if (!giveUp.signal.aborted) setDeposit({ stage: "unpaid" });
    };
    void confirm();
    return () => giveUp.abort();
  }, [attempt, client, isCancelled, sessionId, updateTreasury]);

  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const dismiss = useCallback(() => {
    rememberConfirming(null);
    rememberReported(sessionId);
    setDeposit({ stage: "none" });
  }, [sessionId]);
  return { deposit, again, dismiss };
}
