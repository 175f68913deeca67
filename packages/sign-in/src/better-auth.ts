import { type AccessMapping, type Identity, type SignIn, signIn } from "./sign-in.ts";
import { namesIn } from "./verify-token.ts";

/** The part of `betterAuth(…)` that is used, with or without its plugins. */
export interface BetterAuthInstance {
  readonly api: object;
}

interface Api {
  getSession(context: {
    readonly headers: Headers;
    readonly query: { readonly disableCookieCache: true };
  }): Promise<BetterAuthSession | null>;
  /** Of the plugin `organization`. */
  getActiveMemberRole?(context: {
    readonly headers: Headers;
    readonly query: { readonly organizationId: string; readonly userId: string };
  }): Promise<{ readonly role: string }>;
}

interface BetterAuthSession {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** Of the plugin `admin`. */
    readonly role?: string | null;
    /** Of the plugin `anonymous`. */
    readonly isAnonymous?: boolean | null;
  };
  readonly session: {
    readonly activeOrganizationId?: string | null;
    readonly impersonatedBy?: string | null;
  };
}

/**
 * Signs in users of Better Auth. Their groups are the roles of its plugins: those of the member in
 * the session's active organization, or the user's own without one.
 *
 * @example
 * ```ts
 * const access = betterAuthSignIn(auth, { roles: { admin: "approver", user: "member" } });
 * ```
 */
export function betterAuthSignIn(auth: BetterAuthInstance, mapping: AccessMapping): SignIn {
  const api = auth.api as Api;
  return signIn(async ({ headers }) => {
    // The cached copy in the cookie would accept a revoked session until it expires.
    const found = await api.getSession({ headers, query: { disableCookieCache: true } });
    if (found === null || found.user.isAnonymous === true) return null;
    const { user, session } = found;
    const identity = {
      id: user.id,
      name: user.name || user.email,
      isImpersonated: session.impersonatedBy != null,
    };
    const organization = session.activeOrganizationId ?? null;
    if (organization === null) return { ...identity, groups: namesIn(user.role) };
    const role = await memberRole(api, headers, organization, user.id);
    // The session keeps its organization after the person left it.
    if (role === null) return null;
    return { ...identity, groups: namesIn(role), organization } satisfies Identity;
  }, mapping);
}

/**
 * Returns null for a person who is not a member any more. Names the organization and the user,
 * because the active ones may come from the cookie's copy of the session.
 */
async function memberRole(
  api: Api,
  headers: Headers,
  organizationId: string,
  userId: string,
): Promise<string | null> {
  try {
    const member = await api.getActiveMemberRole?.({ headers, query: { organizationId, userId } });
    return member?.role ?? null;
  } catch (error) {
    const { body } = error as { readonly body?: { readonly code?: string } };
    if (body?.code === "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION") return null;
    throw error;
  }
}
