import {
  isTreasuryError,
  type SpendEventReceiver,
  type SpendExecutor,
} from "@agent-treasury/provider";
import type { Engine } from "../engine.ts";
import { recordSpendNotice } from "./record-spend-notice.ts";

/** Records what an executor reads in the events of the payment processor's webhook. */
export function spendEventReceiver(
  engineOf: () => Engine,
  executor: SpendExecutor,
): SpendEventReceiver {
  return {
    receive: async (event) => {
      const engine = engineOf();
      for (const notice of (await executor.notices?.(event)) ?? []) {
        try {
          await recordSpendNotice(engine, notice);
        } catch (error) {
          // What can never count would be sent again for days, and the deployment has to know of it.
          const isFinal = isTreasuryError(error) && finalCodes.has(error.code);
          if (!isFinal) throw error;
          engine.report(error);
        }
      }
    },
  };
}

const finalCodes: ReadonlySet<string> = new Set(["proposal_not_found", "invalid_request"]);
