import type { ApprovalProgress } from "@agent-treasury/sdk-client";

/** Returns the progress towards all required approvals: "1 of 2 approved". */
export function progressText({ given, needed }: ApprovalProgress): string {
  return `${given} of ${needed} approved`;
}

/** Returns what is missing as one sentence; null if nothing is. */
export function missingText({ missing }: ApprovalProgress): string | null {
  return missing.length === 0 ? null : `Needs ${joined(missing)}.`;
}

/** Returns whether the page shows progress: one approval by any person needs no explanation. */
export function hasQuorum({ given, needed, missing }: ApprovalProgress): boolean {
  return needed > 1 || given > 0 || missing.some((requirement) => requirement !== anyApproval);
}

/** Returns when this signed-in person approved; null without an approval of that name. */
export function approvedAt({ by }: ApprovalProgress, person: string | null): string | null {
  if (person === null) return null;
  return by.find(({ name }) => name === person)?.at ?? null;
}

/** Returns how a person decided: " through Slack". Empty for the page and the API. */
export function throughChannel(channel: string | null): string {
  if (channel === null || channel === "standing") return "";
  return ` through ${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
}

const anyApproval = "1 more approval";

/** Joins a list for a sentence: "a, b and c". */
export function joined(parts: readonly string[], word: "and" | "or" = "and"): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}
