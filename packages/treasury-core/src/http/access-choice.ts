import { TreasuryError } from "@agent-treasury/provider";
import type { AccessRules } from "./access.ts";

/**
 * Anonymous access is open until real money or real machines are behind the service. From then on the
 * deployment must have chosen how access is meant.
 *
 * @param riskOf - The reason why it must choose; null while it need not.
 * @throws TreasuryError `access_not_chosen`.
 */
export function checkAccessIsChosen(rules: AccessRules, riskOf: () => string | null): void {
  if (rules.authenticate !== undefined || rules.access === "guests") return;
  const risk = riskOf();
  if (risk !== null) throw new TreasuryError("access_not_chosen", risk);
}

/** Whether the process runs in production. Read at each call, because nothing is read at import. */
export function isProduction(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.["NODE_ENV"] === "production";
}
