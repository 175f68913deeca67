import { isRequestPermit, isTab } from "@agent-treasury/contract";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";
import type { ActionsBlock, Button, KnownBlock, RichTextBlock } from "@slack/types";
import { type ButtonValue, buttonValue } from "./button-value.ts";
import { escaped, oneLine, plainText, shortened } from "./plain-text.ts";
import { type Span, bold, list, plain, quote, richText, section, span } from "./rich-text.ts";
import {
  authorText,
  payableUsd,
  proposerText,
  spendText,
  statusSpans,
  title,
} from "./spend-text.ts";
import { formatUsd } from "./usd.ts";

export const actionIds = { approve: "approve", deny: "deny", open: "open" } as const;

/** Limits of Slack, in characters. */
const headerCharacters = 150;
const buttonCharacters = 75;
const confirmTitleCharacters = 100;
const confirmTextCharacters = 300;
const fallbackCharacters = 1_000;
const maximumReasons = 5;
const reasonCharacters = 300;

export interface MessageContent {
  /** For notifications and screen readers. */
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** Returns the message as it should look now. Only a pending proposal has buttons. */
export function messageContent(message: ApprovalMessage): MessageContent {
  const { proposal } = message;
  const status = statusSpans(proposal);
  const heading = title(message);
  const value = proposal.status === "pending" ? buttonValue(proposal) : null;
  const fallback = `${heading} ${plain(status)}`;
  return {
    text: escaped(shortened(oneLine(fallback), fallbackCharacters)),
    blocks: [
      { type: "header", text: plainText(heading, headerCharacters) },
      details(message),
      ...(status.length === 0 ? [] : [richText([section(status)])]),
      ...(proposal.status === "pending" ? [buttons(message, value)] : []),
    ],
  };
}

function details(message: ApprovalMessage): RichTextBlock {
  const { proposal, workspaceId } = message;
  const { agentId, agentLabel, onBehalfOf } = proposal;
  const isForPerson = onBehalfOf !== null && agentId !== "person";
  const facts: readonly (readonly [string, string])[] = [
    [`Payee, named by ${authorText(proposal)}`, oneLine(proposal.vendor)],
    ["Requested by", proposerText(proposal)],
    ...(agentLabel === null ? [] : [["Sub-agent, self-reported", oneLine(agentLabel)] as const]),
    ...(isForPerson ? [["On behalf of", oneLine(onBehalfOf)] as const] : []),
    ["Workspace", workspaceId],
    ...pendingFacts(message),
  ];
  return richText([
    section([bold(`Purpose, in the words of ${authorText(proposal)}`)]),
    quote(proposal.purpose),
    section(facts.flatMap(([name, value], index) => fact(name, value, index > 0))),
    ...reasons(message),
  ]);
}

function fact(name: string, value: string, isNext: boolean): readonly Span[] {
  return [bold(`${isNext ? "\n" : ""}${name}: `), span(value)];
}

/** After the decision, the balance is no longer that after the spend. */
function pendingFacts(message: ApprovalMessage): readonly (readonly [string, string])[] {
  if (message.proposal.status !== "pending") return [];
  return [["Balance afterwards", formatUsd(message.balanceAfterUsd)]];
}

function reasons({ reasons: given, proposal }: ApprovalMessage): RichTextBlock["elements"] {
  if (given.length === 0 || proposal.status !== "pending") return [];
  const shown = given.slice(0, maximumReasons).map(({ ruleId, text }) => {
    const reason = shortened(oneLine(text), reasonCharacters);
    return ruleId === null || text.includes(ruleId) ? reason : `${reason} (rule ${ruleId})`;
  });
  const more = given.length - shown.length;
  return [
    section([bold("Needs approval because")]),
    list(more > 0 ? [...shown, `${more} more on the page`] : shown),
  ];
}

function buttons({ proposal, pageUrl }: ApprovalMessage, value: ButtonValue | null): ActionsBlock {
  const open: Button = {
    type: "button",
    action_id: actionIds.open,
    text: plainText("Open", buttonCharacters),
    url: pageUrl,
  };
  if (value === null) return { type: "actions", elements: [open] };
  const upTo = isTab(proposal) ? "up to " : "";
  const amount = isRequestPermit(proposal) ? "request" : upTo + formatUsd(payableUsd(proposal));
  const approve: Button = {
    type: "button",
    action_id: actionIds.approve,
    style: "primary",
    text: plainText(`Approve ${amount}`, buttonCharacters),
    value: JSON.stringify(value),
    confirm: {
      title: plainText(`Approve ${amount}?`, confirmTitleCharacters),
      text: plainText(spendText(proposal), confirmTextCharacters),
      confirm: plainText("Approve", 30),
      deny: plainText("Cancel", 30),
      style: "primary",
    },
  };
  const deny: Button = {
    type: "button",
    action_id: actionIds.deny,
    style: "danger",
    text: plainText("Deny", buttonCharacters),
    value: JSON.stringify(value),
  };
  return { type: "actions", elements: [approve, deny, open] };
}
