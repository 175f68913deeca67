import { type WebhookDelivery, TreasuryError } from "@agent-treasury/provider";

export function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9-]{1,100}$/.test(name);
}

/** Returns a check that rejects deliveries without the header, before their body is read. */
export function requireHeader(name: string): (headers: WebhookDelivery["headers"]) => void {
  const header = name.toLowerCase();
  return ({ [header]: value }) => {
    if (value !== undefined && value !== "") return;
    throw new TreasuryError("unauthenticated", `The header ${header} is missing.`);
  };
}
