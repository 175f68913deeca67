import { type Json, TreasuryError } from "@agent-treasury/provider";
import type { Requirement } from "../rule-set/rule-set.ts";

/** Returns each requirement once, in an order that does not depend on the order of the list. */
export function distinctRequirements(requirements: readonly Requirement[]): Requirement[] {
  const byText = new Map<string, Requirement>();
  for (const requirement of requirements) {
    const canonical = canonicalRequirement(requirement);
    byText.set(JSON.stringify(requirementToJson(canonical)), canonical);
  }
  return [...byText].sort(([left], [right]) => compareTexts(left, right)).map(([, one]) => one);
}

/** Returns whether approvals that meet `stricter` always meet `other`. */
export function implies(stricter: Requirement, other: Requirement): boolean {
  return (
    stricter.count >= other.count &&
    (stricter.notProposer || !other.notProposer) &&
    (other.from === null ||
      (stricter.from?.every((group) => other.from?.includes(group) === true) ?? false))
  );
}

/** A list, because requirements are stored with each proposal: `[2,["finance"],true]`. */
export function requirementToJson({ count, from, notProposer }: Requirement): Json {
  if (notProposer) return [count, from, true];
  return from === null ? [count] : [count, from];
}

/**
 * Reads a stored requirement.
 *
 * @throws TreasuryError `storage_error`, because ignoring it would lower what a proposal needs.
 */
export function requirementFromJson(json: Json): Requirement {
  const [count, from = null, notProposer = false] = Array.isArray(json)
    ? (json as readonly Json[])
    : [];
  if (
    typeof count !== "number" ||
    !Number.isInteger(count) ||
    count < 1 ||
    !isGroups(from) ||
    typeof notProposer !== "boolean"
  ) {
    throw new TreasuryError("storage_error", "A stored approval requirement is not readable.");
  }
  return { count, from, notProposer };
}

function isGroups(from: Json): from is readonly string[] | null {
  return from === null || (Array.isArray(from) && from.every((group) => typeof group === "string"));
}

function canonicalRequirement({ count, from, notProposer }: Requirement): Requirement {
  const groups = from === null ? null : [...new Set(from)].sort(compareTexts);
  return { count, from: groups, notProposer };
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
