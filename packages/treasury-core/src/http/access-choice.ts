import { TreasuryError } from "@agent-treasury/provider";
import { paymentIdentityOf } from "../treasury/engine.ts";
import type { AccessRules } from "./access.ts";
import type { Service } from "./operations.ts";

/**
 * Guests are welcome until real money or real machines are behind the service: then the deployment
 * must have said how access is meant.
 *
 * @throws TreasuryError `access_not_chosen`.
 */
export function checkAccessIsChosen(
  rules: AccessRules,
  { engine, fleet }: Service,
  inProduction: () => boolean,
): void {
  if (rules.authenticate !== undefined || rules.access === "guests") return;
  if (paymentIdentityOf(engine)?.mode === "live") {
    throw new TreasuryError("access_not_chosen", "Live money is connected, and nobody signs in.");
  }
  if (engine.external?.mode() === "live") {
    throw new TreasuryError("access_not_chosen", "Live money is spent, and nobody signs in.");
  }
  if (fleet.host?.real === true && fleet.host.configured() && inProduction()) {
    throw new TreasuryError(
      "access_not_chosen",
      "Real machines are connected, and nobody signs in.",
    );
  }
}

/**
 * Agents from elsewhere can send any request. Where nobody signs in, that includes the decision on what
 * they propose: then the deployment must have said that it is meant.
 *
 * @throws TreasuryError `access_not_chosen`.
 */
export function checkAccessBesideAgents(rules: AccessRules): void {
  if (rules.authenticate !== undefined || rules.access === "guests") return;
  throw new TreasuryError(
    "access_not_chosen",
    "Agents from elsewhere may propose spends, and nobody signs in, so that they may decide as well.",
  );
}

/** Whether the process says that it runs in production. Asked anew each time: nothing is read at import. */
export function isProduction(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.["NODE_ENV"] === "production";
}
