import { type Json, TreasuryError } from "@agent-treasury/provider";
import type { Requirement } from "../rule-set/rule-set.ts";

/** Returns each requirement once, in an order that does not depend on the order of the list. */
export function distinctRequirements(requirements: readonly Requirement[]): Requirement[] {
  if (requirements.length < 2) return requirements.map(canonicalRequirement);
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
    (stricter.passkey === true || other.passkey !== true) &&
    (stricter.page === true || other.page !== true) &&
    (other.from === null ||
      (stricter.from?.every((group) => other.from?.includes(group) === true) ?? false))
  );
}

/** A list, because requirements are stored with each proposal: `[2,["finance"],true,["passkey"]]`. */
export function requirementToJson({ count, from, notProposer, ...given }: Requirement): Json {
  const means = approvalMeans.filter((one) => given[one] === true);
  if (means.length > 0) return [count, from, notProposer, means];
  if (notProposer) return [count, from, true];
  return from === null ? [count] : [count, from];
}

/**
 * Reads a stored requirement.
 *
 * @throws TreasuryError `storage_error`, because ignoring it would lower what a proposal needs.
 */
export function requirementFromJson(json: Json): Requirement {
  const [count, from = null, notProposer = false, means = []] = Array.isArray(json)
    ? (json as readonly Json[])
    : [];
  if (
    typeof count !== "number" ||
    !Number.isInteger(count) ||
    count < 1 ||
    !isGroups(from) ||
    typeof notProposer !== "boolean" ||
    !isMeans(means)
  ) {
    throw new TreasuryError("storage_error", "A stored approval requirement is not readable.");
  }
  return { count, from, notProposer, ...meansOf(means) };
}

/** How an approval was given. */
const approvalMeans = ["passkey", "page"] as const;
type ApprovalMeans = (typeof approvalMeans)[number];

function meansOf(means: readonly ApprovalMeans[]): Pick<Requirement, ApprovalMeans> {
  return {
    ...(means.includes("passkey") && { passkey: true }),
    ...(means.includes("page") && { page: true }),
  };
}

function isMeans(means: Json): means is readonly ApprovalMeans[] {
  return Array.isArray(means) && means.every((one) => approvalMeans.some((known) => known === one));
}

function isGroups(from: Json): from is readonly string[] | null {
  return from === null || (Array.isArray(from) && from.every((group) => typeof group === "string"));
}

function canonicalRequirement(requirement: Requirement): Requirement {
  const { from } = requirement;
  return from === null
    ? requirement
    : { ...requirement, from: [...new Set(from)].sort(compareTexts) };
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
