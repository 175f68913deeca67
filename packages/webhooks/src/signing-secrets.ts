import { toBase64 } from "./base64.ts";
import type { StoredEndpoint, StoredSecret } from "./endpoint.ts";
import type { KeyRing } from "./key-ring.ts";

const secretBytes = 32;

/** Time after a rotation in which deliveries have the signatures of both secrets. */
const overlapMs = 86_400_000;

export function newSecret(): string {
  return `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(secretBytes)))}`;
}

/** What a secret is encrypted for, so that it is of no use in another endpoint's record. */
export function secretContext(workspaceId: string, endpointId: string): string {
  return `${workspaceId}/${endpointId}`;
}

/** The new secret is valid at once. The previous one ends later, and earlier ones end now. */
export function rotated(
  endpoint: StoredEndpoint,
  encrypted: string,
  nowMs: number,
): StoredEndpoint {
  const previous = endpoint.secrets
    .slice(0, 1)
    .map((secret) => ({ ...secret, until: nowMs + overlapMs }));
  return { ...endpoint, secrets: [{ encrypted, until: null }, ...previous] };
}

/** Whether a valid secret is encrypted with another key than the first of the ring. */
export async function hasOldKey(
  ring: KeyRing,
  endpoint: StoredEndpoint,
  nowMs: number,
): Promise<boolean> {
  const valid = validSecrets(endpoint, nowMs);
  const current = await Promise.all(valid.map(({ encrypted }) => ring.isCurrent(encrypted)));
  return current.includes(false);
}

export function validSecrets({ secrets }: StoredEndpoint, nowMs: number): readonly StoredSecret[] {
  return secrets.filter(({ until }) => until === null || until > nowMs);
}

/** When the previous secret ends; null without one. Milliseconds since 1970. */
export function previousUntil(endpoint: StoredEndpoint, nowMs: number): number | null {
  return validSecrets(endpoint, nowMs).find(({ until }) => until !== null)?.until ?? null;
}

/** Returns the secrets to sign with, newest first. */
export function openSecrets(
  ring: KeyRing,
  workspaceId: string,
  endpoint: StoredEndpoint,
  nowMs: number,
): Promise<readonly string[]> {
  const context = secretContext(workspaceId, endpoint.id);
  const valid = validSecrets(endpoint, nowMs);
  return Promise.all(valid.map(({ encrypted }) => ring.decrypt(encrypted, context)));
}
