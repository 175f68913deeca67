import type { UnkeyedAddresses } from "@agent-treasury/contract/wire";

/** The POSTs that the service does not deduplicate by key. The compiler requires what the contract states. */
const unkeyed: {
  readonly [
    Address in keyof UnkeyedAddresses as Address extends `POST ${string}` ? Address : never
  ]: UnkeyedAddresses[Address];
} = {
  "POST /agents/{id}": "never",
  "POST /treasury/tabs/{tabId}/settle": "safe",
  "POST /treasury/tabs/{tabId}/charge": "safe",
  "POST /treasury/tabs/{tabId}/cancel": "safe",
  "POST /treasury/tabs/{tabId}/confirm": "safe",
  "POST /treasury/tabs/{tabId}/close": "safe",
  "POST /treasury/refund-cases": "safe",
  "POST /treasury/refund-cases/{proposalId}": "safe",
  "POST /treasury/refund-cases/{proposalId}/ask-again": "safe",
  "POST /treasury/refund-cases/{proposalId}/refund": "safe",
  "POST /treasury/rules/validate": "safe",
  "POST /treasury/rules/replay": "safe",
  "POST /treasury/rules/draft": "safe",
  "POST /treasury/rules/write": "never",
  "POST /treasury/freeze-all": "safe",
  "POST /treasury/unfreeze-all": "never",
  "POST /treasury/credentials": "never",
  "POST /treasury/credentials/{credentialId}/revoke": "safe",
  "POST /treasury/passkey-invitations": "never",
  "POST /treasury/passkey-registrations": "safe",
  "POST /treasury/passkeys": "never",
  "POST /treasury/passkey-challenges": "safe",
  "POST /treasury/passkeys/{passkeyId}/remove": "never",
  "POST /agent/resume": "never",
};

/** How a POST may be repeated whose answer did not arrive. Responses of plugins are not stored. */
export function repeatsOfPost(route: string): "key" | "safe" | "never" {
  if (route.startsWith("POST /plugins/")) return "never";
  return (unkeyed as Readonly<Record<string, "safe" | "never">>)[route] ?? "key";
}
