import { createHash, hkdfSync, randomUUID } from "node:crypto";
import {
  type AccessRules,
  type AuthenticationInput,
  type RequestHeaders,
  type SessionRecords,
  type SignedInOperator,
  operatorTokens,
} from "@agent-treasury/treasury-core";
import { EncryptJWT, type JWTPayload, jwtDecrypt } from "jose";
import { readSession } from "./session-cookie.ts";

export const sessionSeconds: number = 12 * 60 * 60;

const audience = "agent-treasury page";
const encryption = "A256GCM";

/** Sessions of operators who sign in with a token. */
export interface PageSessions {
  /** Returns the operator's name and the cookie's value, or null for an unknown token. */
  open(token: string): Promise<{ readonly operator: string; readonly sealed: string } | null>;
  /** Ends the request's session in every process. */
  end(request: Request): Promise<void>;
  /** By `authorization: Bearer …`, otherwise by the session cookie. */
  readonly authenticate: NonNullable<AccessRules["authenticate"]>;
}

/**
 * The cookie is an encrypted JWT of a random id, the digest of the operator's token and the expiry.
 * A session ends early on sign-out, or when the digest is removed.
 *
 * @param operators - `name:sha256-of-token` pairs, separated by commas
 */
export function pageSessions(
  operators: string,
  baseUrl: string,
  records: () => SessionRecords,
): PageSessions {
  const byToken = operatorTokens(operators);
  const names = namesByDigest(operators);
  const key = async (): Promise<Uint8Array> =>
    new Uint8Array(hkdfSync("sha256", await records().secret(), "", audience, 32));

  const payloadOf = async (headers: RequestHeaders): Promise<JWTPayload | null> => {
    const sealed = readSession(headers, baseUrl);
    if (sealed === null) return null;
    const opened = await jwtDecrypt(sealed, await key(), {
      audience,
      requiredClaims: ["jti", "exp", "digest"],
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: [encryption],
    }).catch(() => null);
    return opened?.payload ?? null;
  };
  const bySession = async (headers: RequestHeaders): Promise<SignedInOperator | null> => {
    const payload = await payloadOf(headers);
    const name = names.get(String(payload?.["digest"]));
    if (payload === null || name === undefined) return null;
    return (await records().hasEnded(String(payload.jti))) ? null : { name };
  };
  return {
    open: async (token) => {
      const digest = createHash("sha256").update(token).digest("hex");
      const operator = names.get(digest);
      if (operator === undefined) return null;
      const sealed = await new EncryptJWT({ digest })
        .setProtectedHeader({ alg: "dir", enc: encryption })
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${sessionSeconds}s`)
        .encrypt(await key());
      return { operator, sealed };
    },
    end: async (request) => {
      const payload = await payloadOf(request.headers);
      if (payload === null) return;
      await records().end(String(payload.jti), Number(payload.exp) * 1_000);
    },
    authenticate: (input: AuthenticationInput) =>
      input.headers.get("authorization") === null ? bySession(input.headers) : byToken(input),
  };
}

function namesByDigest(operators: string): ReadonlyMap<string, string> {
  return new Map(
    operators.split(",").map((pair) => {
      const [name = "", digest = ""] = pair.split(":");
      return [digest.trim().toLowerCase(), name.trim()] as const;
    }),
  );
}
