import type { RepeatableAddresses } from "@agent-treasury/contract/wire";

/** How each POST may be repeated that may be. The compiler requires what the contract states. */
const repeatable: {
  readonly [
    Address in keyof RepeatableAddresses as Address extends `POST ${string}` ? Address : never
  ]: RepeatableAddresses[Address];
} = {
  "POST /agents": "key",
  "POST /treasury/budget": "key",
  "POST /treasury/reset": "key",
  "POST /treasury/deposit": "key",
  "POST /treasury/decide": "key",
  "POST /treasury/proposals": "key",
  "POST /treasury/proposals/{proposalId}/withdraw": "key",
  "POST /treasury/paid-requests": "key",
  "POST /treasury/rules/validate": "safe",
  "POST /treasury/rules": "key",
  "POST /treasury/rules/{digest}/publish": "key",
  "POST /treasury/rules/replay": "safe",
  "POST /treasury/rules/draft": "safe",
  "POST /treasury/allocations": "key",
  "POST /treasury/allocations/{allocationId}/archive": "key",
  "POST /treasury/payees": "key",
  "POST /treasury/payees/{payeeId}/forget": "key",
  "POST /treasury/standing-approvals": "key",
  "POST /treasury/standing-approvals/{standingApprovalId}/revoke": "key",
  "POST /treasury/actions/{actionId}/decide": "key",
  "POST /treasury/freezes": "key",
  "POST /treasury/unfreeze": "key",
  "POST /treasury/freeze-all": "safe",
  "POST /treasury/credentials/{credentialId}/revoke": "safe",
  "POST /treasury/passkey-registrations": "safe",
  "POST /treasury/passkey-challenges": "safe",
  "POST /agent": "key",
};

/** Whether the service deduplicates calls by key. */
export function isKeyed(route: string): boolean {
  return (repeatable as Readonly<Record<string, string>>)[route] === "key";
}

/** Whether a call may be repeated whose answer did not arrive. */
export function isRepeatable(route: string): boolean {
  return Object.hasOwn(repeatable, route);
}
