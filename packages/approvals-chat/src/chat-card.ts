import {
  approveLabel,
  authorText,
  factsOf,
  oneLine,
  payableUsd,
  reasonsOf,
  shortened,
  statusParts,
  title,
  type TextPart,
} from "@agent-treasury/approval-messages";
import type { ApprovalMessage, SenderDecision } from "@agent-treasury/treasury-core/channel";
import type { CardActions, ChatCard } from "./chat-adapter.ts";
import { literal } from "./literal-text.ts";

export const actionIds = { approve: "approve", deny: "deny" } as const;

/** Limits of Discord, in characters, which are the lowest. */
const titleCharacters = 250;
const valueCharacters = 1_000;
const labelCharacters = 80;

/** What a button decides about. */
export type DecidedSpend = Pick<
  SenderDecision,
  "workspaceId" | "proposalId" | "digest" | "approvedAmountUsd"
>;

/**
 * Returns the message as it should look now. Only a pending proposal has buttons.
 *
 * @param carriesValue whether the buttons name the spend. Otherwise the link beside them does,
 * because buttons of Telegram and Discord carry too few bytes.
 */
export function chatCard(message: ApprovalMessage, carriesValue: boolean): ChatCard {
  const { proposal } = message;
  const reasons = reasonsOf(message);
  const facts = [
    [`Purpose, in the words of ${authorText(proposal)}`, proposal.purpose],
    ...factsOf(message),
    ...(reasons.length === 0 ? [] : [["Needs approval because", reasons.join(" ")] as const]),
    [proposal.status === "pending" ? "Approvals" : "Outcome", plain(statusParts(proposal))],
  ] as const;
  return {
    type: "card",
    title: shortened(literal(title(message)), titleCharacters),
    children: [
      {
        type: "fields",
        children: facts
          .filter(([, value]) => value.trim() !== "")
          .map(([label, value]) => fieldOf(label, literal(oneLine(value)))),
      },
      ...(proposal.status === "pending" ? [buttons(message, carriesValue)] : []),
    ],
  };
}

/** The page that "Open" shows has the whole text. */
function fieldOf(label: string, value: string) {
  const cut = value.length > valueCharacters ? ` (the beginning: "Open" shows all)` : "";
  const shownLabel = shortened(literal(label), titleCharacters - cut.length);
  return {
    type: "field",
    label: `${shownLabel}${cut}`,
    value: shortened(value, valueCharacters),
  } as const;
}

function buttons({ proposal, pageUrl }: ApprovalMessage, carriesValue: boolean): CardActions {
  const { digest, amountUsd } = proposal;
  const url = new URL(pageUrl);
  if (digest === null) return actions([{ type: "link-button", label: "Open", url: url.href }]);
  const payable = payableUsd(proposal);
  url.searchParams.set("digest", digest);
  if (payable !== amountUsd) url.searchParams.set("approve", String(payable));
  const value = carriesValue ? { value: url.href } : {};
  const label = shortened(approveLabel(proposal), labelCharacters);
  return actions([
    { type: "button", id: actionIds.approve, label, style: "primary", ...value },
    { type: "button", id: actionIds.deny, label: "Deny", style: "danger", ...value },
    { type: "link-button", label: "Open", url: url.href },
  ]);
}

function actions(children: CardActions["children"]): CardActions {
  return { type: "actions", children };
}

/** Reads what a button decides about from the link beside it. Null for another link. */
export function decidedSpend(link: string): DecidedSpend | null {
  if (!URL.canParse(link)) return null;
  const { searchParams } = new URL(link);
  const [workspaceId, proposalId, digest] = ["workspace", "proposal", "digest"].map((name) =>
    searchParams.get(name),
  );
  if (workspaceId == null || proposalId == null || digest == null) return null;
  const amount = searchParams.get("approve");
  return {
    workspaceId,
    proposalId,
    digest,
    ...(amount !== null && { approvedAmountUsd: Number(amount) }),
  };
}

function plain(parts: readonly TextPart[]): string {
  return parts.map((part) => (typeof part === "string" ? part : moment(part.time))).join("");
}

const inUtc = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

function moment(iso: string): string {
  return `${inUtc.format(new Date(iso))} UTC`;
}
