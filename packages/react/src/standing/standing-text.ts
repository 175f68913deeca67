import type { StandingApproval } from "@agent-treasury/sdk-client";
import { windowText } from "../administration/action-text.ts";
import { joined, meansText, missingText } from "../approvals/approval-text.ts";
import { formatUsd } from "../format/usd.ts";

export const standingStatusNames: Readonly<Record<StandingApproval["status"], string>> = {
  active: "Active",
  suspended: "Suspended",
  used_up: "Used up",
  expired: "Expired",
  revoked: "Revoked",
};

/** Whether a standing approval may approve a later spend. */
export function isInEffect({ status }: StandingApproval): boolean {
  return status === "active" || status === "suspended";
}

/** Returns the used amount: "$48.00 of $100.00 per month". */
export function usedText({ usedUsd, windowMaximumUsd, per }: StandingApproval): string {
  const used = formatUsd(usedUsd);
  if (windowMaximumUsd === null) return used;
  return `${used} of ${formatUsd(windowMaximumUsd)} ${windowText(per)}`;
}

/** Returns the number of uses: "2 of 5". */
export function usesText({ usedCount, count }: StandingApproval): string {
  const uses = usedCount.toLocaleString("en-US");
  return count === null ? uses : `${uses} of ${count.toLocaleString("en-US")}`;
}

/** Returns the persons whose approvals it gives: "Ada (with a passkey) and Bo". */
export function signersText({ approvals }: Pick<StandingApproval, "approvals">): string {
  return joined(
    approvals.by.map((approval) => {
      const name = approval.name ?? "an unnamed approver";
      const means = meansText(approval);
      return means === null ? name : `${name} (${means})`;
    }),
  );
}

/** Returns why it approves nothing now; null while it does. */
export function suspensionText(standing: StandingApproval): string | null {
  if (standing.status !== "suspended") return null;
  const missing = missingText(standing.approvals);
  return ["The present rules need more than these approvals.", ...(missing ? [missing] : [])].join(
    " ",
  );
}
