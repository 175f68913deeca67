import { requestLimits } from "@agent-treasury/contract";
import type { TreasuryError } from "@agent-treasury/provider";
import { retryLater } from "../kernel/errors.ts";
import { paymentUnrecorded } from "../kernel/judgement/payment-unconfirmed.ts";
import {
  mayHaveWritten,
  type RequestEffects,
  withEffects,
} from "../kernel/ledger/commit/request-effects.ts";
import { UnclearCommit } from "../kernel/ledger/commit/send-commit.ts";
import type { AccessAction } from "./access-action.ts";

/** From the arrival of a request to its answer. */
const longestMs = 30_000;

/** Calls of other services before a payment, which have a limit of their own, and the wait of a read. */
const moreMs: Partial<Record<AccessAction, number>> = {
  fetchPaid: 40_000,
  // Its tool `fetch_paid`.
  mcp: 40_000,
  readProposal: requestLimits.waitSeconds * 1_000,
  startDeposit: 60_000,
  confirmDeposit: 60_000,
};

/**
 * Turns, drafts and machines have limits of their own. The time of walks through a ledger, and of a freeze
 * of all workspaces, depends on their size.
 */
const unbounded: ReadonlySet<AccessAction> = new Set<AccessAction>([
  "runTurn",
  "resumeTurn",
  "replayRules",
  "listSuggestions",
  "writeRules",
  "verifyLedger",
  // The first one reads the whole ledger.
  "readCheckpoint",
  "readReceipt",
  "reconcileRails",
  "freezeAll",
  "unfreezeAll",
  "listMachines",
  "provisionMachine",
  "readMachine",
  "actOnMachine",
  "destroyMachine",
]);

/**
 * Answers a request in time, whatever its database does. The time of a payment executor is added,
 * because its outcome is worth the wait. What is not sent by then is never sent.
 *
 * @param effects marked by the commands of the work.
 * @throws TreasuryError `service_busy` if nothing was sent, `payment_unconfirmed` during a payment,
 * and otherwise `storage_error`.
 */
export async function withinBound<Answer>(
  action: AccessAction,
  effects: RequestEffects,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const marking = (): Promise<Answer> => withEffects(effects, work);
  if (unbounded.has(action)) return marking();
  const begun = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const check = (): void => {
      const allowed = longestMs + (moreMs[action] ?? 0) + (effects.payment?.graceMs ?? 0);
      const since = Math.max(begun, effects.boundedSince);
      const left = effects.isUnbounded ? longestMs : allowed - (performance.now() - since);
      if (left > 0) {
        timer = setTimeout(check, Math.ceil(left));
        return;
      }
      effects.isAbandoned = true;
      reject(failureOf(effects, allowed));
    };
    check();
  });
  try {
    return await Promise.race([marking(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(effects: RequestEffects, allowedMs: number): TreasuryError {
  const message = `The service did not answer within ${allowedMs / 1_000} seconds.`;
  const cause = new Error(message);
  if (effects.payment !== null) return paymentUnrecorded(effects.payment.proposalId, cause);
  if (mayHaveWritten(effects)) return new UnclearCommit(cause);
  return retryLater("service_busy", message, 5);
}
