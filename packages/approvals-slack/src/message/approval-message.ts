import {
  approveLabel,
  authorText,
  factsOf,
  oneLine,
  reasonsOf,
  shortened,
  spendText,
  statusParts,
  title,
} from "@agent-treasury/approval-messages";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";
import type { ActionsBlock, Button, KnownBlock, RichTextBlock } from "@slack/types";
import { type ButtonValue, buttonValue } from "./button-value.ts";
import { escaped, plainText } from "./plain-text.ts";
import {
  type Span,
  bold,
  list,
  plain,
  quote,
  richText,
  section,
  span,
  spansOf,
} from "./rich-text.ts";

export const actionIds = { approve: "approve", deny: "deny", open: "open" } as const;

/** Limits of Slack, in characters. */
const headerCharacters = 150;
const buttonCharacters = 75;
const confirmTitleCharacters = 100;
const confirmTextCharacters = 300;
const fallbackCharacters = 1_000;

export interface MessageContent {
  /** For notifications and screen readers. */
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** Returns the message as it should look now. Only a pending proposal has buttons. */
export function messageContent(message: ApprovalMessage): MessageContent {
  const { proposal } = message;
  const status = spansOf(statusParts(proposal));
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
  const { proposal } = message;
  return richText([
    section([bold(`Purpose, in the words of ${authorText(proposal)}`)]),
    quote(proposal.purpose),
    section(factsOf(message).flatMap(([name, value], index) => fact(name, value, index > 0))),
    ...reasons(message),
  ]);
}

function fact(name: string, value: string, isNext: boolean): readonly Span[] {
  return [bold(`${isNext ? "\n" : ""}${name}: `), span(value)];
}

function reasons(message: ApprovalMessage): RichTextBlock["elements"] {
  const given = reasonsOf(message);
  if (given.length === 0) return [];
  return [section([bold("Needs approval because")]), list(given)];
}

function buttons({ proposal, pageUrl }: ApprovalMessage, value: ButtonValue | null): ActionsBlock {
  const open: Button = {
    type: "button",
    action_id: actionIds.open,
    text: plainText("Open", buttonCharacters),
    url: pageUrl,
  };
  if (value === null) return { type: "actions", elements: [open] };
  const label = approveLabel(proposal);
  const approve: Button = {
    type: "button",
    action_id: actionIds.approve,
    style: "primary",
    text: plainText(label, buttonCharacters),
    value: JSON.stringify(value),
    confirm: {
      title: plainText(`${label}?`, confirmTitleCharacters),
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
