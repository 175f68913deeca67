import { type NamesOf, checkOptions } from "@agent-treasury/provider/helpers";
import type { AccessRules, AuthenticationInput } from "@agent-treasury/treasury-core";
import { type Role, highestRole, isRole, mayDo } from "./roles.ts";

/** Names of workspaces, or every workspace of the deployment. */
export type Workspaces = readonly string[] | "all";

export interface AccessMapping {
  /**
   * The role that each group or role of the identity provider gives; the highest counts. `"*"` is
   * every person who signed in. A person without a role gets 403.
   */
  readonly roles: Readonly<Record<string, Role>>;
  /**
   * The group of the treasury's rules for each group of the identity provider. By default, the groups
   * that `roles` names keep their names.
   */
  readonly groups?: Readonly<Record<string, string>>;
  /** The workspaces of persons without an organization. Default: `["demo"]`. */
  readonly workspaces?: Workspaces;
  /**
   * The workspaces of each organization's members, by its id. By default, the workspace that is named
   * like the id. The roles of a member count in these workspaces only.
   */
  readonly organizations?: Readonly<Record<string, Workspaces>>;
  /** The workspaces in which the people of channels, such as Slack, may decide. Default: none. */
  readonly channels?: Workspaces;
}

/** A person, as the identity provider describes them. */
export interface Identity {
  /** Identifies the person over changes of the name. */
  readonly id: string;
  /** Shown to other people. Default: the id. */
  readonly name?: string | null | undefined;
  /** Groups or roles in the organization, or in the app without one. */
  readonly groups?: readonly string[];
  /** The organization that the person acts for. */
  readonly organization?: string | null | undefined;
  /** True if another person acts as this one. Gives the role `viewer` at most. */
  readonly isImpersonated?: boolean;
}

/** Returns the person of a request; null to reject it with 401. A throw rejects it with 503. */
export type Identify = (input: AuthenticationInput) => Promise<Identity | null>;

/** Options of `createTreasury` and `treasuryFromEnvironment`. */
export type SignIn = Required<Pick<AccessRules, "authenticate" | "authorize" | "authorizePlugins">>;

interface Access {
  readonly role: Role | null;
  readonly workspaces: Workspaces;
}

/** A symbol survives code that copies the operator, and is left out of JSON. */
const accessKey = Symbol("access");

/** Lists of all workspaces, of which each item is authorized again. */
const listActions: ReadonlySet<string> = new Set(["listMachines", "listWorkspaces", "readInbox"]);

/** The names of `AccessMapping`, for functions with further options. */
export const mappingNames: NamesOf<AccessMapping> = {
  roles: true,
  groups: true,
  workspaces: true,
  organizations: true,
  channels: true,
};

const channelActions: ReadonlySet<string> = new Set(["decideProposal", "resumeTurn"]);

/**
 * Returns the access options for any library that can identify the person of a request.
 *
 * @throws TypeError if the mapping has no roles or an unknown one; TreasuryError `invalid_request`
 * for an unknown option.
 *
 * @example
 * ```ts
 * const access = signIn(async ({ native }) => (native as { user?: { id: string } }).user ?? null, {
 *   roles: { "*": "approver" },
 * });
 * ```
 */
export function signIn(identify: Identify, mapping: AccessMapping): SignIn {
  checkOptions("signIn", mapping, mappingNames);
  return mappedSignIn(identify, mapping);
}

/** As `signIn`, for options that are checked. */
export function mappedSignIn(identify: Identify, mapping: AccessMapping): SignIn {
  const roles = rolesOf(mapping);
  const groups = new Map(
    Object.entries(
      mapping.groups ?? Object.fromEntries([...roles.keys()].map((key) => [key, key])),
    ),
  );
  return {
    authenticate: async (input) => {
      const identity = await identify(input);
      if (identity === null) return null;
      const { id, name, groups: given = [] } = identity;
      const named = given.flatMap((group) => groups.get(group) ?? []);
      return {
        id,
        name: name?.trim() ? name : id,
        groups: [...new Set(named)],
        [accessKey]: accessOf(identity, roles, mapping),
      };
    },
    authorize: ({ operator, agent, channel, action, workspaceId }) => {
      // The treasury checked its credential, and limits it to its own workspace and spends.
      if (agent !== undefined) return true;
      if (channel !== undefined) {
        return channelActions.has(action) && includes(mapping.channels ?? [], workspaceId);
      }
      const { [accessKey]: access } = (operator ?? {}) as { readonly [accessKey]?: Access };
      if (access === undefined || access.role === null || !mayDo(access.role, action)) return false;
      if (workspaceId === null && listActions.has(action)) return true;
      return includes(access.workspaces, workspaceId);
    },
    // `authorize` denies routes of plugins to all but administrators, unless a role lists them.
    authorizePlugins: () => true,
  };
}

function rolesOf({ roles }: AccessMapping): ReadonlyMap<string, Role> {
  const entries = Object.entries(roles ?? {});
  if (entries.length === 0)
    throw new TypeError("`roles` is empty, so that every user would get 403.");
  const unknown = entries.find(([, role]) => !isRole(role));
  if (unknown === undefined) return new Map(entries);
  throw new TypeError(
    `\`roles\` gives ${JSON.stringify(unknown[0])} an unknown role. Use viewer, member, approver or admin.`,
  );
}

function accessOf(
  { groups = [], organization, isImpersonated = false }: Identity,
  roles: ReadonlyMap<string, Role>,
  { workspaces = ["demo"], organizations }: AccessMapping,
): Access {
  const role = highestRole(["*", ...groups].flatMap((group) => roles.get(group) ?? []));
  return {
    role: role !== null && isImpersonated ? "viewer" : role,
    workspaces: organization ? workspacesOf(organization, organizations) : workspaces,
  };
}

function workspacesOf(organization: string, listed: AccessMapping["organizations"]): Workspaces {
  if (listed === undefined) return [organization];
  return Object.hasOwn(listed, organization) ? (listed[organization] ?? []) : [];
}

/** Actions without a workspace are those of the whole deployment. */
function includes(workspaces: Workspaces, workspaceId: string | null): boolean {
  return workspaces === "all" || (workspaceId !== null && workspaces.includes(workspaceId));
}
