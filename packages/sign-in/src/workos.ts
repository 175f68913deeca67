import { type NamesOf, checkOptions } from "@agent-treasury/provider/helpers";
import type { JWTVerifyGetKey } from "jose";
import {
  type AccessMapping,
  type Identity,
  type SignIn,
  mappedSignIn,
  mappingNames,
} from "./sign-in.ts";
import { bearerToken, namesIn, remoteKeys, textIn, verifyToken } from "./verify-token.ts";

/** The part of `new WorkOS(…)` that is used. */
export interface WorkosSessions {
  readonly userManagement: {
    getSessionFromCookie(options: {
      readonly sessionData: string;
      readonly cookiePassword: string;
    }): Promise<SealedSession | undefined>;
    getJwksUrl(clientId: string): string;
  };
}

export interface WorkosOptions extends AccessMapping {
  readonly clientId: string;
  /** The password of the sealed session cookie. Without it, only bearer tokens are accepted. */
  readonly cookiePassword?: string;
  /** Default: `wos-session`. */
  readonly cookieName?: string;
  /** The `iss` of the tokens, with a custom domain. Default: the issuers of `api.workos.com`. */
  readonly issuer?: string;
  /** The `aud` of the tokens, if your JWT template sets it. */
  readonly audience?: string;
}

const optionNames: NamesOf<WorkosOptions> = {
  ...mappingNames,
  clientId: true,
  cookiePassword: true,
  cookieName: true,
  issuer: true,
  audience: true,
};

/**
 * Signs in users of WorkOS AuthKit, by the sealed session cookie or by an access token. The SDK does
 * not check the issuer of a token, so each token is verified here.
 *
 * @example
 * ```ts
 * const access = workosSignIn(new WorkOS(), {
 *   clientId: "client_…",
 *   roles: { admin: "approver", member: "member" },
 * });
 * ```
 */
export function workosSignIn(workos: WorkosSessions, options: WorkosOptions): SignIn {
  const { clientId, cookiePassword, cookieName = "wos-session", audience } = options;
  let keys: JWTVerifyGetKey | null = null;
  checkOptions("workosSignIn", options, optionNames);
  return mappedSignIn(async ({ headers }) => {
    if (!clientId) throw new TypeError("`clientId` is empty. Set it to your WorkOS client id.");
    const sealed = cookieIn(headers, cookieName);
    const session = sealed && cookiePassword ? await unseal(workos, sealed, cookiePassword) : null;
    const token = bearerToken(headers) ?? session?.accessToken ?? null;
    if (token === null) return null;
    keys ??= remoteKeys(workos.userManagement.getJwksUrl(clientId));
    const claims = await verifyToken(token, keys, {
      issuers: options.issuer ? [options.issuer] : issuersOf(clientId),
      audience: audience ?? null,
      algorithm: "RS256",
    });
    if (claims === null || !isOfClient(claims["client_id"], clientId)) return null;
    const user = session?.user?.id === claims.sub ? session.user : null;
    return {
      id: claims.sub,
      name: nameOf(user) ?? textIn(claims["name"]) ?? textIn(claims["email"]),
      groups: [...new Set([...namesIn(claims["roles"]), ...namesIn(claims["role"])])],
      organization: textIn(claims["org_id"]),
      isImpersonated: claims["act"] !== undefined || session?.impersonator != null,
    } satisfies Identity;
  }, options);
}

interface SealedSession {
  readonly accessToken?: string;
  readonly user?: User;
  readonly impersonator?: object | undefined;
}

interface User {
  readonly id: string;
  readonly email?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

/** Returns null for a cookie that was not sealed with the password. The token in it is not verified. */
async function unseal(
  { userManagement }: WorkosSessions,
  sessionData: string,
  cookiePassword: string,
): Promise<SealedSession | null> {
  try {
    return (await userManagement.getSessionFromCookie({ sessionData, cookiePassword })) ?? null;
  } catch {
    return null;
  }
}

function issuersOf(clientId: string): readonly string[] {
  const host = "https://api.workos.com";
  return [host, `${host}/`, `${host}/user_management/${clientId}`];
}

function isOfClient(claim: unknown, clientId: string): boolean {
  return claim === undefined || claim === clientId;
}

function nameOf(user: User | null): string | null {
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(" ");
  return name || user?.email || null;
}

function cookieIn(headers: Headers, name: string): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return decoded(pair.slice(at + 1).trim());
  }
  return null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
