import { type NamesOf, checkOptions } from "@agent-treasury/provider/helpers";
import {
  type AccessMapping,
  type Identity,
  type SignIn,
  mappedSignIn,
  mappingNames,
} from "./sign-in.ts";
import { claimAt, namesIn, textIn } from "./verify-token.ts";

/** The part of `createClerkClient(…)` that is used. */
export interface ClerkClient {
  authenticateRequest(
    request: Request,
    options: { authorizedParties: string[]; acceptsToken: "session_token"; jwtKey?: string },
  ): Promise<{ toAuth(): object | null }>;
}

export interface ClerkOptions extends AccessMapping {
  /** The origins of your app, so that the session of another site of the instance is rejected. */
  readonly authorizedParties: readonly string[];
  /** The PEM of your instance. With it, no request is sent to Clerk. */
  readonly jwtKey?: string;
  /**
   * Name or path of the claim with the groups of users without an organization, for example
   * `metadata.role`. It must not come from `unsafeMetadata`, which users can change. Default: none.
   */
  readonly groupsClaim?: string;
}

interface ClerkSession {
  readonly userId?: string | null;
  readonly orgId?: string | null;
  readonly orgRole?: string | null;
  readonly actor?: object | null;
  readonly sessionClaims?: object | null;
}

const optionNames: NamesOf<ClerkOptions> = {
  ...mappingNames,
  authorizedParties: true,
  jwtKey: true,
  groupsClaim: true,
};

/**
 * Signs in users of Clerk, by the session cookie or a session token. Members of an organization have
 * its role as group, for example `org:admin`.
 *
 * @example
 * ```ts
 * const access = clerkSignIn(createClerkClient({ secretKey, publishableKey }), {
 *   authorizedParties: ["https://app.example.com"],
 *   roles: { "org:admin": "approver", "org:member": "member" },
 * });
 * ```
 */
export function clerkSignIn(clerk: ClerkClient, options: ClerkOptions): SignIn {
  checkOptions("clerkSignIn", options, optionNames);
  return mappedSignIn(async ({ request }) => {
    const authorizedParties = options.authorizedParties.filter(Boolean);
    // Clerk accepts the sessions of every site of the instance without them.
    if (authorizedParties.length === 0) {
      throw new TypeError("`authorizedParties` is empty. List the origins of your app.");
    }
    const state = await clerk.authenticateRequest(request, {
      authorizedParties,
      acceptsToken: "session_token",
      ...(options.jwtKey && { jwtKey: options.jwtKey }),
    });
    const session: ClerkSession | null = state.toAuth();
    return session?.userId ? identityOf(session, session.userId, options) : null;
  }, options);
}

function identityOf(
  { orgId, orgRole, actor, sessionClaims }: ClerkSession,
  id: string,
  { groupsClaim }: ClerkOptions,
): Identity {
  const claims = sessionClaims ?? {};
  const ofUser = groupsClaim ? namesIn(claimAt(claims, groupsClaim), groupsClaim) : [];
  return {
    id,
    name: textIn(claimAt(claims, "name")) ?? textIn(claimAt(claims, "email")),
    groups: orgId ? namesIn(orgRole) : ofUser,
    organization: orgId,
    isImpersonated: actor != null,
  };
}
