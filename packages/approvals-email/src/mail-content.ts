import { type Proposal, isRequestPermit, tabEnd } from "@agent-treasury/contract";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";
import { linesOf, oneLine } from "./outside-words.ts";
import { approvalFacts, askedBy, authorOf, type Fact, usd } from "./proposal-words.ts";

/** What a mail shows. The renderers escape it. */
export interface MailContent {
  readonly heading: string;
  /** The purpose in the words of the agent or the person who asks. Null without one. */
  readonly quote: { readonly author: string; readonly lines: readonly string[] } | null;
  readonly facts: readonly Fact[];
  readonly link: { readonly label: string; readonly url: string };
  readonly note: string;
}

const note =
  "This e-mail and its link decide nothing. Sign in on the page to approve or deny the spend.";

/** Returns the subject of the first mail about a proposal. */
export function subjectOf({ proposal }: ApprovalMessage): string {
  return `Approve ${isRequestPermit(proposal) ? requestText(proposal) : spendText(proposal)}?`;
}

function spendText(proposal: Proposal): string {
  const { amountUsd, vendor } = proposal;
  const end = tabEnd(proposal);
  const amount =
    end === null
      ? usd(amountUsd)
      : `up to ${usd(amountUsd)} until ${moment(end)}, in many charges,`;
  return `${amount} to ${oneLine(vendor, 100)}`;
}

/** A request to a seller, which pays nothing. */
export function requestText({ amountUsd, approvedAmountUsd, vendor }: Proposal): string {
  return `a request to ${oneLine(vendor, 100)} (price up to ${usd(approvedAmountUsd ?? amountUsd)})`;
}

/** Returns the content of a mail that asks for approval. */
export function requestContent(message: ApprovalMessage): MailContent {
  const { proposal, workspaceId, reasons, balanceAfterUsd, pageUrl } = message;
  const { purpose, expiresAt } = proposal;
  const rules = reasons.map(({ ruleId, text }) => {
    const reason = oneLine(text);
    return ruleId === null ? reason : `${reason} Rule: ${oneLine(ruleId, 64)}.`;
  });
  return {
    heading: headings[message.kind](subjectOf(message)),
    quote: purpose === "" ? null : { author: authorOf(proposal), lines: linesOf(purpose) },
    facts: [
      ["Asked by", askedBy(proposal)],
      ...rules.map((rule): Fact => ["Why it needs approval", rule]),
      ...approvalFacts(proposal),
      ["Balance afterwards", usd(balanceAfterUsd)],
      ["Workspace", workspaceId],
      ...(expiresAt === null ? [] : [["Expires", moment(expiresAt)] as const]),
    ],
    link: { label: "Open the spend", url: pageUrl },
    note,
  };
}

const headings: Readonly<Record<ApprovalMessage["kind"], (subject: string) => string>> = {
  requested: (subject) => subject,
  reminder: (subject) => `Still waiting: ${subject}`,
  escalated: (subject) => `Escalated: ${subject}`,
  changed: (subject) => subject,
};

const inUtc = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

function moment(at: string): string {
  return `${inUtc.format(new Date(at))} UTC`;
}
