import { isWorkspaceId } from "../../http/workspace-id.ts";
import { toBase64Url } from "../../kernel/base64.ts";

/** The workspace and the id of a credential, which its token contains. */
export interface CredentialPlace {
  readonly workspaceId: string;
  readonly credentialId: string;
}

/** @param secret 256 random bits in hexadecimal. */
export function credentialToken(
  { workspaceId, credentialId }: CredentialPlace,
  secret: string,
): string {
  const encoded = toBase64Url(new TextEncoder().encode(workspaceId));
  return `agt_${encoded}_${credentialId}_${secret}`;
}

/** Whether a request sends a credential, even if the header is malformed. */
export function hasCredential(authorization: string | null): authorization is string {
  return authorization !== null && /(?:^|[\s,])agt_/i.test(authorization);
}

export function bearerOf(authorization: string | null): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Returns null for a malformed token. */
export function placeOf(token: string): CredentialPlace | null {
  const [, encoded, credentialId] =
    /^agt_([\w-]{2,172})_([0-9a-f]{32})_[0-9a-f]{64}$/.exec(token) ?? [];
  if (encoded === undefined || credentialId === undefined) return null;
  const workspaceId = decoded(encoded);
  return isWorkspaceId(workspaceId) ? { workspaceId, credentialId } : null;
}

function decoded(encoded: string): string {
  try {
    return atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}
