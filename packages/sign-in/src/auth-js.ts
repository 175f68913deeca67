import { type NamesOf, checkOptions } from "@agent-treasury/provider/helpers";
import type { AuthenticationInput } from "@agent-treasury/treasury-core";
import {
  type AccessMapping,
  type Identity,
  type SignIn,
  mappedSignIn,
  mappingNames,
} from "./sign-in.ts";
import { namesIn } from "./verify-token.ts";

/** A session of Auth.js, with what your `session` callback adds. */
export interface AuthJsSession {
  readonly user?: AuthJsUser | undefined;
  readonly expires: string;
}

export interface AuthJsUser {
  readonly id?: string | undefined;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** Added by your callback: one role or a list. */
  readonly role?: unknown;
  readonly roles?: unknown;
}

export interface AuthJsOptions extends AccessMapping {
  /**
   * The field that identifies a person. `email` only if every provider verifies addresses, because a
   * person who registers another one's address elsewhere would be taken for them. Default: `id`,
   * which your `session` callback must add.
   */
  readonly identifyBy?: "id" | "email";
}

const optionNames: NamesOf<AuthJsOptions> = {
  ...mappingNames,
  identifyBy: true,
};

/**
 * Signs in users of Auth.js.
 *
 * @param getSession returns the session of a request, for example by `getSession` of `@auth/express`
 * or `auth` of `next-auth`.
 *
 * @example
 * ```ts
 * const access = authJsSignIn(() => auth(), { roles: { admin: "approver", user: "member" } });
 * ```
 */
export function authJsSignIn(
  getSession: (input: AuthenticationInput) => Promise<AuthJsSession | null>,
  options: AuthJsOptions,
): SignIn {
  const { identifyBy = "id" } = options;
  checkOptions("authJsSignIn", options, optionNames);
  return mappedSignIn(async (input) => {
    const user = (await getSession(input))?.user;
    if (user === undefined) return null;
    const id = user[identifyBy];
    if (!id) throw new TypeError(`The session of Auth.js has no user ${identifyBy}. ${remedy}`);
    const groups = [...new Set([...namesIn(user.roles), ...namesIn(user.role)])];
    return { id, name: user.name || user.email, groups } satisfies Identity;
  }, options);
}

const remedy =
  "Add it in the `session` callback of your configuration, such as `session.user.id = token.sub`.";
