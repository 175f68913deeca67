import type { WrittenRequirement } from "@agent-treasury/rules";
import { groupsOfPerson, type PersonName } from "../histories/rule-history.ts";

/** Whether approvals by these persons meet every requirement. Without any, one person is needed. */
export function isApproved(
  requirements: readonly WrittenRequirement[],
  approvers: readonly PersonName[],
  proposer: PersonName | null,
): boolean {
  const all = requirements.length === 0 ? [{ count: 1 }] : requirements;
  return all.every((requirement) => {
    const persons = new Set(approvers.filter((one) => mayMeet(requirement, one, proposer)));
    // One of them may be the unknown proposer.
    const mayPropose = requirement.notProposer === true && proposer === null ? 1 : 0;
    return persons.size - mayPropose >= requirement.count;
  });
}

/** Whether a person's approval counts towards a requirement. */
export function mayApprove(
  requirements: readonly WrittenRequirement[],
  person: PersonName,
  proposer: PersonName | null,
): boolean {
  const all = requirements.length === 0 ? [{ count: 1 }] : requirements;
  return all.some((requirement) => mayMeet(requirement, person, proposer));
}

function mayMeet(
  { count, from, notProposer = false }: WrittenRequirement,
  person: PersonName,
  proposer: PersonName | null,
): boolean {
  // Approvals without sign-in may all be one person's.
  if (person === "guest") return count === 1 && from === undefined && !notProposer;
  if (notProposer && person === proposer) return false;
  return from === undefined || groupsOfPerson[person].some((group) => from.includes(group));
}
