import type { AgentCredential } from "@agent-treasury/sdk-client";

export type CredentialStatus = "active" | "expired" | "revoked";

/** Returns whether a credential is valid, otherwise why not. */
export function credentialStatus(
  { revokedAt, expiresAt }: AgentCredential,
  now: number = Date.now(),
): CredentialStatus {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "active";
}

export const statusNames: Readonly<Record<CredentialStatus, string>> = {
  active: "Active",
  expired: "Expired",
  revoked: "Revoked",
};

const dayMs = 86_400_000;

/** Returns the days until expiry, rounded up: "in 3 days"; null if there are more than 30. */
export function expiresSoon(
  { expiresAt }: Pick<AgentCredential, "expiresAt">,
  now: number = Date.now(),
): string | null {
  if (expiresAt === null) return null;
  const days = Math.ceil((Date.parse(expiresAt) - now) / dayMs);
  if (days > 30 || days <= 0) return null;
  return days === 1 ? "in 1 day" : `in ${days} days`;
}
