import { type WebhookDelivery, isTreasuryError } from "@agent-treasury/provider";
import type {
  ApprovalMessage,
  DecideForSender,
  SenderDecision,
} from "@agent-treasury/treasury-core/channel";
import type { MessagePlace } from "../client/slack-client.ts";
import { keyOf } from "../message-reference.ts";
import { messageContent } from "../message/approval-message.ts";
import { denyDialog } from "../message/deny-dialog.ts";
import type { SlackDeps } from "../slack-deps.ts";
import { type Decide, type OpenDialog, type SlackUser, readInteraction } from "./interaction.ts";
import { replyToSender } from "./reply.ts";
import { signatureHeader, verifySignature } from "./signature.ts";

/** Slack reports a failure to the user after 3 seconds without an answer. */
const answerMs = 2_000;

/**
 * Verifies a delivery of Slack and passes its decision on. Responds after 2 seconds at the latest,
 * and then continues in the background.
 *
 * @throws TreasuryError `unauthenticated` or `invalid_request`.
 */
export async function receiveInteraction(
  deps: SlackDeps,
  delivery: WebhookDelivery,
  decide: DecideForSender,
): Promise<string> {
  const { context, signingSecret, inBackground } = deps;
  const signedAt = verifySignature(delivery, signingSecret, context.clock.now());
  const interaction = readInteraction(delivery.body);
  if (interaction.kind === "openDialog") {
    await inBackground(answerMs, () => openDialog(deps, interaction));
  } else if (interaction.kind === "decide") {
    const signed = { signedAt, deliveryId: delivery.headers[signatureHeader] ?? "" };
    await inBackground(answerMs, () => passOn(deps, interaction, signed, decide));
  }
  return "";
}

async function openDialog(deps: SlackDeps, pressed: OpenDialog): Promise<void> {
  const { triggerId, value, place, responseUrl } = pressed;
  const dialog = denyDialog({ value, ...place, responseUrl });
  const isOpen = await succeeded(deps, () => deps.client.openDialog(triggerId, dialog));
  if (!isOpen) await reply(deps, responseUrl, "Slack did not open the dialog. Press Deny again.");
}

interface SignedDelivery {
  /** In seconds since 1970. */
  readonly signedAt: number;
  readonly deliveryId: string;
}

async function passOn(
  deps: SlackDeps,
  interaction: Decide,
  signed: SignedDelivery,
  decide: DecideForSender,
): Promise<void> {
  const { user, place, responseUrl } = interaction;
  let sender = "";
  const isKnown = await succeeded(deps, async () => {
    sender = senderId(user, await deps.teamId());
  });
  if (!isKnown) {
    await reply(deps, responseUrl, "Slack could not be reached. Nothing was decided. Try again.");
    return;
  }
  const { kind, text, message } = await decide(senderDecision(interaction, sender, signed));
  const isShown = message !== null && (await show(deps, place, message));
  if (kind === "rejected" || !isShown) await reply(deps, responseUrl, text);
}

/** Ids of users are unique within their Slack workspace only. */
function senderId({ userId, teamId }: SlackUser, ownTeamId: string): string {
  return teamId === ownTeamId ? userId : `${teamId}-${userId}`;
}

function senderDecision(
  { user, place, value, decision, comment }: Decide,
  sender: string,
  { signedAt, deliveryId }: SignedDelivery,
): SenderDecision {
  const { workspaceId, proposalId, digest, approvedAmountUsd } = value;
  return {
    workspaceId,
    proposalId,
    digest,
    decision,
    sender,
    deliveryId,
    ...(comment !== null && { comment }),
    ...(decision === "approve" && approvedAmountUsd !== null && { approvedAmountUsd }),
    evidence: { ...user, ...place, signedAt: new Date(signedAt * 1_000).toISOString() },
  };
}

/** Shows the decision at once. The event of the decision does it again. */
async function show(
  { client, inOrder, ...deps }: SlackDeps,
  place: MessagePlace,
  message: ApprovalMessage,
): Promise<boolean> {
  const update = () => client.update(place, messageContent(message));
  return succeeded(deps, () => inOrder(keyOf(place), update));
}

async function reply(deps: SlackDeps, responseUrl: string, text: string): Promise<void> {
  await succeeded(deps, () => replyToSender(responseUrl, text, deps.apiUrl));
}

/** Returns false if Slack refused the call or did not respond. */
async function succeeded(
  { context }: Pick<SlackDeps, "context">,
  call: () => Promise<void>,
): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    context.logger.warn({ problem: error.message }, "A call to Slack failed.");
    return false;
  }
}
