import { type ExecutorContext, TreasuryError } from "@agent-treasury/provider";
import { railStore } from "./rail-store.ts";

/** What the treasury of an executor gives to it. */
export interface RailContext {
  /** @throws TreasuryError `invalid_request` if it is connected already. */
  connect(context: ExecutorContext): void;
  /** @throws TreasuryError `spend_executor_error` before `connect`. */
  treasury(): ExecutorContext;
}

export function railContext(rail: string): RailContext {
  let context: ExecutorContext | undefined;
  return {
    connect: (connecting) => {
      // Its payments would be those of another deployment.
      if (context !== undefined) {
        throw new TreasuryError("invalid_request", `The executor ${rail} is part of one treasury.`);
      }
      context = { ...connecting, store: railStore(connecting.store, rail) };
    },
    treasury: () => {
      if (context !== undefined) return context;
      throw new TreasuryError("spend_executor_error", "The executor is not part of a treasury.");
    },
  };
}
