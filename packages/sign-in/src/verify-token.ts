import { type JWTPayload, type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from "jose";

/** Signatures that a public key verifies. */
export type TokenAlgorithm = "RS256" | "PS256" | "ES256" | "ES384" | "EdDSA";

export interface TokenRules {
  readonly issuers: readonly string[];
  /** Null accepts every audience. */
  readonly audience: string | readonly string[] | null;
  readonly algorithm: TokenAlgorithm;
}

const clockToleranceSeconds = 30;

const algorithms: ReadonlySet<string> = new Set(["RS256", "PS256", "ES256", "ES384", "EdDSA"]);

/** Logout tokens and security events have the same issuer, audience and key. */
const acceptedTypes: ReadonlySet<unknown> = new Set([undefined, "jwt", "at+jwt"]);

/** Fetches the keys again for an unknown key id, at most once in 30 seconds. */
export function remoteKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(secureUrl(url), { cooldownDuration: 30_000, cacheMaxAge: 600_000 });
}

/** Over http, another host of the network could replace the keys. */
export function secureUrl(text: string): URL {
  const url = new URL(text);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLocal)) return url;
  throw new TypeError(
    `The addresses of the issuer and its keys must begin with https://: ${url.host}`,
  );
}

/**
 * Returns the claims of a valid token of a person; null for any other token.
 *
 * @throws Error if the issuer's keys cannot be read, which does not mean that the token is invalid.
 */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuers, audience, algorithm }: TokenRules,
): Promise<(JWTPayload & { readonly sub: string }) | null> {
  if (!algorithms.has(algorithm)) {
    throw new TypeError(`\`algorithm\` must be one of ${[...algorithms].join(", ")}.`);
  }
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: [algorithm],
      issuer: [...issuers],
      ...(audience !== null && { audience: [audience].flat() }),
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ["sub", "exp"],
    });
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
    const { sub } = payload;
    // The header of a logout token may lack its type.
    const isEvent = !acceptedTypes.has(type) || payload["events"] !== undefined;
    if (isEvent || !isPersons(payload) || !sub) return null;
    return { ...payload, sub };
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
}

/** Which program a token is for. Entra's `oid` is the subject in a program's own token only. */
const programClaims = ["client_id", "cid", "azp", "appid", "oid"];

/** A program's own token has no person, and a sender-constrained one proves nothing by itself. */
function isPersons({ sub, cnf, ...claims }: JWTPayload): boolean {
  const isProgram =
    claims["gty"] === "client-credentials" ||
    claims["idtyp"] === "app" ||
    String(claims["preferred_username"]).startsWith("service-account-") ||
    programClaims.some((name) => sub === claims[name]);
  return cnf === undefined && !isProgram;
}

/** Failures to read the keys are generic errors of jose, or none of its errors. */
function isRejection(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    error.code !== errors.JOSEError.code &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid)
  );
}

/** Returns null without a bearer token. */
export function bearerToken(headers: Headers): string | null {
  return /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Reads a claim by its name or, such as `realm_access.roles`, by its path. */
export function claimAt(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return (claims as Readonly<Record<string, unknown>>)[path];
  let value: unknown = claims;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** Accepts a list, or one text: with commas, or with spaces in a claim of scopes. */
export function namesIn(value: unknown, claim?: string): readonly string[] {
  if (typeof value === "string") {
    const separator = claim === "scope" || claim === "scp" ? " " : ",";
    const names = value.split(separator).map((name) => name.trim());
    return names.filter((name) => name !== "");
  }
  if (!Array.isArray(value)) return [];
  return value.filter((name): name is string => typeof name === "string");
}

export function textIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
