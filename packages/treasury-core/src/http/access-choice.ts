import { TreasuryError } from "@agent-treasury/provider";
import type { AccessRules } from "./access.ts";

/**
 * Anonymous access must be configured once live money or real machines are connected.
 *
 * @throws TreasuryError `access_not_chosen`.
 */
export function checkAccessIsChosen(rules: AccessRules, riskOf: () => string | null): void {
  if (rules.authenticate !== undefined || rules.access === "guests") return;
  const risk = riskOf();
  if (risk !== null) throw new TreasuryError("access_not_chosen", risk);
}
