import type { AccessRules } from "@agent-treasury/treasury-core";

type Authenticate = NonNullable<AccessRules["authenticate"]>;

/** Groups by the name of the operator. */
export type OperatorGroups = ReadonlyMap<string, readonly string[]>;

const longestGroup = 128;
const mostGroups = 50;

/**
 * Reads the groups of operators, for example `ada=finance+admins,bo=finance`.
 *
 * @throws Error for a malformed list.
 */
export function operatorGroups(list: string): OperatorGroups {
  const groups = new Map<string, readonly string[]>();
  for (const item of list.split(",")) {
    const [, name = "", joined = ""] = /^([^=]+)=([^=]+)$/.exec(item) ?? [];
    const ofOperator = joined.split("+").map((group) => group.trim());
    const operator = name.trim();
    if (operator === "" || ofOperator.some((group) => !isGroup(group))) {
      throw new Error(`${JSON.stringify(item.trim())} cannot be read.`);
    }
    if (groups.has(operator)) throw new Error(`${operator} is listed twice.`);
    if (ofOperator.length > mostGroups)
      throw new Error(`${operator} has over ${mostGroups} groups.`);
    groups.set(operator, ofOperator);
  }
  return groups;
}

function isGroup(group: string): boolean {
  return group !== "" && group.length <= longestGroup && !/\p{Cc}|\p{Bidi_Control}/u.test(group);
}

export function withGroups(authenticate: Authenticate, groups: OperatorGroups): Authenticate {
  return async (input) => {
    const operator = await authenticate(input);
    return operator && { ...operator, groups: groups.get(operator.name) ?? [] };
  };
}
