import type { Finding } from "@agent-treasury/rules";
import { authorNames } from "../../kernel/approvals/back-spend.ts";
import type { StandingApproval } from "./standing-approval.ts";

export function standingFindings(used: readonly StandingApproval[]): readonly Finding[] {
  return used.map(({ authors }) => ({
    rule: "standing-approval",
    effect: "approve",
    text: `Approved in advance by ${authorNames(authors) ?? "an unknown person"}.`,
    usage: null,
  }));
}
