import type { ApprovalProgress } from "@agent-treasury/sdk-client";

export type GivenApproval = ApprovalProgress["by"][number];

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

/** Returns whether the next approval of any person is the last one. */
export function isLastApproval({ missing }: ApprovalProgress): boolean {
  return missing.every((requirement) => requirement === anyApproval);
}

/** Returns the approval of this signed-in person; null without one. */
export function approvalOf({ by }: ApprovalProgress, person: string | null): GivenApproval | null {
  return (person !== null && by.find(({ name }) => name === person)) || null;
}

/** Returns whether an approval of this person is possible, or one without a passkey can be signed. */
export function mayApprove(approvals: ApprovalProgress, own: GivenApproval | null): boolean {
  return own === null || (approvals.needsPasskey === true && !own.passkey);
}

/** Returns approvals with their comments: a list leaves out long ones. */
export function completeApprovals(
  listed: ApprovalProgress,
  loaded: ApprovalProgress | undefined,
): ApprovalProgress {
  return loaded !== undefined && timesOf(loaded) === timesOf(listed) ? loaded : listed;
}

function timesOf({ by }: ApprovalProgress): string {
  return by.map(({ at }) => at).join();
}

/** Returns how an approval was given: "through Slack, with a passkey". Null for a click on the page. */
export function meansText({
  channel,
  passkey,
}: Pick<GivenApproval, "channel" | "passkey">): string | null {
  const from = channel === null ? [] : [channelText(channel)];
  return [...from, ...(passkey ? ["with a passkey"] : [])].join(", ") || null;
}

/** Returns a channel for a sentence: "through Slack", "by standing approval". */
export function channelText(channel: string): string {
  if (channel === standing) return "by standing approval";
  return `through ${Object.hasOwn(channelNames, channel) ? channelNames[channel] : channel}`;
}

/** Whether standing approvals gave all approvals. */
export function isByStanding({ by }: ApprovalProgress): boolean {
  return by.length > 0 && by.every(({ channel }) => channel === standing);
}

const standing = "standing";

/** Other channels are shown by their id. */
const channelNames: Readonly<Record<string, string>> = { slack: "Slack", email: "e-mail" };

const anyApproval = "1 more approval";

/** Joins a list for a sentence: "a, b and c". */
export function joined(parts: readonly string[], word: "and" | "or" = "and"): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}
