import { type NamesOf, checkOptions } from "@agent-treasury/provider/helpers";
import type { JWTVerifyGetKey } from "jose";
import { type AccessMapping, type SignIn, mappedSignIn, mappingNames } from "./sign-in.ts";
import {
  type TokenAlgorithm,
  bearerToken,
  claimAt,
  namesIn,
  remoteKeys,
  secureUrl,
  textIn,
  verifyToken,
} from "./verify-token.ts";

export interface OidcOptions extends AccessMapping {
  /** The exact `iss` of the tokens, for example `https://acme.eu.auth0.com/`. */
  readonly issuer: string;
  /** The `aud` of the tokens: the API, or the client id of ID tokens. */
  readonly audience: string | readonly string[];
  /** The address of the issuer's keys. Default: from the issuer's discovery document. */
  readonly jwksUrl?: string;
  /** The only accepted algorithm. Default: `RS256`. */
  readonly algorithm?: TokenAlgorithm;
  /**
   * Name or path of the claim with the groups: a list, or one text with commas, or with spaces in
   * `scope` and `scp`. Default: `groups`.
   */
  readonly groupsClaim?: string;
  /** Name or path of the claim with the organization. Default: none. */
  readonly organizationClaim?: string;
  /** Name or path of the claim with the person's name. Default: `name`. */
  readonly nameClaim?: string;
}

const discoveryTimeoutMs = 5_000;

const optionNames: NamesOf<OidcOptions> = {
  ...mappingNames,
  issuer: true,
  audience: true,
  jwksUrl: true,
  algorithm: true,
  groupsClaim: true,
  organizationClaim: true,
  nameClaim: true,
};

/**
 * Signs in the subject of a bearer token of an OpenID Connect issuer, such as Auth0, Entra, Keycloak
 * or Okta. Values are checked at the first request, so that a build needs none.
 *
 * @example
 * ```ts
 * const access = oidcSignIn({
 *   issuer: "https://acme.eu.auth0.com/",
 *   audience: "treasury",
 *   roles: { finance: "approver", "*": "member" },
 * });
 * ```
 */
export function oidcSignIn(options: OidcOptions): SignIn {
  const { algorithm = "RS256", groupsClaim = "groups", organizationClaim } = options;
  let found: Promise<JWTVerifyGetKey> | null = null;
  const keys = (): Promise<JWTVerifyGetKey> => {
    found ??= findKeys(options).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
  checkOptions("oidcSignIn", options, optionNames);
  return mappedSignIn(async ({ headers }) => {
    const { issuer, audience } = options;
    if (!issuer) throw new TypeError("`issuer` is empty. Set it to the `iss` of your tokens.");
    if ([audience].flat().filter(Boolean).length === 0) {
      throw new TypeError("`audience` is empty. Set it to the `aud` of your tokens.");
    }
    const token = bearerToken(headers);
    if (token === null) return null;
    const claims = await verifyToken(token, await keys(), {
      issuers: [issuer],
      audience,
      algorithm,
    });
    return (
      claims && {
        id: claims.sub,
        name: textIn(claimAt(claims, options.nameClaim ?? "name")),
        groups: namesIn(claimAt(claims, groupsClaim), groupsClaim),
        organization: organizationClaim ? organizationIn(claims, organizationClaim) : null,
        isImpersonated: claims["act"] !== undefined,
      }
    );
  }, options);
}

/**
 * @throws TypeError for a claim that is no text, such as the list of Keycloak. Its person would
 * otherwise count as one without an organization, and act in other workspaces.
 */
function organizationIn(claims: object, claim: string): string | null {
  const organization = claimAt(claims, claim) ?? null;
  if (organization === null || typeof organization === "string") return organization;
  throw new TypeError(
    `The claim \`${claim}\` is not a text. Name one that has the id of one organization in \`organizationClaim\`.`,
  );
}

async function findKeys({ issuer, jwksUrl }: OidcOptions): Promise<JWTVerifyGetKey> {
  if (jwksUrl) return remoteKeys(jwksUrl);
  const url = secureUrl(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const response = await fetch(url, {
    redirect: "error",
    signal: AbortSignal.timeout(discoveryTimeoutMs),
  });
  if (!response.ok) throw new Error(`The issuer's discovery document answered ${response.status}.`);
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (document.issuer !== issuer) {
    throw new Error(
      `\`issuer\` must be the issuer of the discovery document, ${JSON.stringify(document.issuer)}.`,
    );
  }
  return remoteKeys(String(document.jwks_uri));
}
