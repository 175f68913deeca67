import type { Requirement } from "../rule-set/rule-set.ts";

/** For example `2 approvals from finance or legal by other persons than the proposer`. */
export function describeRequirement(requirement: Requirement): string {
  return `${requirement.count} ${approvals(requirement, requirement.count)}`;
}

/** For example `1 more approval from finance`. */
export function describeMissing(requirement: Requirement, missing: number): string {
  return `${missing} more ${approvals(requirement, missing)}`;
}

function approvals(requirement: Requirement, count: number): string {
  const { from, notProposer, passkey, page } = requirement;
  const noun = count === 1 ? "approval" : "approvals";
  const groups = from === null ? "" : ` from ${from.length === 0 ? "no group" : from.join(" or ")}`;
  const persons = count === 1 ? "another person" : "other persons";
  const others = notProposer ? ` by ${persons} than the proposer` : "";
  const means = `${passkey === true ? " with a passkey" : ""}${page === true ? " on the page" : ""}`;
  return `${noun}${groups}${others}${means}`;
}
