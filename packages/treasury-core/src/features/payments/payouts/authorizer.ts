import { type PaymentExecutor, TreasuryError } from "@agent-treasury/provider";
import type { SpendingDeps } from "./spending-deps.ts";

type Authorizer = PaymentExecutor & Required<Pick<PaymentExecutor, "authorizations">>;

/**
 * Returns the executor that decides authorizations.
 *
 * @throws TreasuryError `route_not_found` without one.
 */
export function authorizerOf({ executors }: SpendingDeps): Authorizer {
  for (const { executor } of executors) if (isAuthorizer(executor)) return executor;
  throw new TreasuryError(
    "route_not_found",
    "No connected payment executor decides authorizations of cards.",
  );
}

function isAuthorizer(executor: PaymentExecutor): executor is Authorizer {
  return executor.authorizations !== undefined;
}
