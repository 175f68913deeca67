import { createHash } from "node:crypto";
import {
  type JsonObject,
  TreasuryError,
  type WebhookDelivery,
  isTreasuryError,
} from "@agent-treasury/provider";
import type { DecideForSender } from "@agent-treasury/treasury-core/channel";
import type { PressedButton } from "./chat-adapter.ts";
import { type DecidedSpend, actionIds, decidedSpend } from "./chat-card.ts";
import type { ChatDeps } from "./chat-deps.ts";
import { type Platform, linksIn } from "./platforms.ts";

/** Discord reports a failure to the user after 3 seconds without an answer. */
const answerMs = 2_000;
const toleranceMs = 5 * 60_000;

/**
 * Lets the adapter verify a delivery, and passes its decision on. Responds after 2 seconds at the
 * latest, and then continues in the background.
 *
 * @throws TreasuryError `unauthenticated` or `invalid_request`.
 */
export async function receiveAction(
  deps: ChatDeps,
  delivery: WebhookDelivery,
  decide: DecideForSender,
): Promise<string | JsonObject> {
  const { platform, bot, context, inBackground } = deps;
  const happenedAt = platform.happenedAt(delivery);
  if (happenedAt !== null && !(Math.abs(context.clock.now() - happenedAt) <= toleranceMs)) {
    throw refused(platform);
  }
  await bot.ready();
  // The same in a repeated delivery.
  const deliveryId = createHash("sha256").update(delivery.body).digest("hex");
  const { response, work } = await bot.deliver(requestOf(platform, delivery), (pressed) =>
    passOn(deps, pressed, deliveryId, decide),
  );
  await inBackground(answerMs, async () => void (await Promise.all(work)));
  if (response.status === 401 || response.status === 403) throw refused(platform);
  if (response.status >= 400 && response.status < 500) {
    throw new TreasuryError("invalid_request", "The action cannot be read. Decide on the page.");
  }
  if (!response.ok) throw new TreasuryError("service_busy", "The action could not be verified.");
  const text = await response.text();
  return text.startsWith("{") ? (JSON.parse(text) as JsonObject) : text;
}

/** With no header that the adapter could take for another kind of delivery. */
function requestOf({ signatureHeader, headers }: Platform, delivery: WebhookDelivery): Request {
  const names = [signatureHeader, ...headers, "content-type"];
  const given = names.flatMap((name) => {
    const value = delivery.headers[name];
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  const body = new Uint8Array(delivery.body);
  return new Request("https://channel.invalid/", { method: "POST", headers: given, body });
}

async function passOn(
  deps: ChatDeps,
  pressed: PressedButton,
  deliveryId: string,
  decide: DecideForSender,
): Promise<void> {
  const { actionId, user, threadId, messageId } = pressed;
  const { messenger, inOrder } = deps;
  if (actionId !== actionIds.approve && actionId !== actionIds.deny) return;
  const spend = spendOf(deps.platform, pressed);
  if (spend === null) {
    await succeeded(deps, () =>
      messenger.sendNotice(
        threadId,
        user.userId,
        "This button cannot be read. Decide on the page.",
      ),
    );
    return;
  }
  const { approvedAmountUsd, ...decided } = spend;
  const { kind, text, message } = await decide({
    ...decided,
    ...(actionId === "approve" && approvedAmountUsd !== undefined && { approvedAmountUsd }),
    decision: actionId,
    sender: user.userId,
    deliveryId,
    evidence: { userId: user.userId, threadId, messageId },
  });
  const place = { threadId, messageId };
  const isShown =
    message !== null &&
    (await succeeded(deps, () => inOrder(messageId, () => messenger.edit(place, message))));
  if (kind === "rejected" || !isShown) {
    await succeeded(deps, () => messenger.sendNotice(threadId, user.userId, text));
  }
}

/** From the button, or from the link beside it in the message that the service stores. */
function spendOf(
  { carriesValue, buttonsIn }: Platform,
  pressed: PressedButton,
): DecidedSpend | null {
  if (carriesValue) return decidedSpend(pressed.value ?? "");
  const found = linksIn(buttonsIn(pressed.raw)).flatMap((link) => decidedSpend(link) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Returns false if the service refused the call or did not respond. */
async function succeeded({ context }: ChatDeps, call: () => Promise<void>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    context.logger.warn({ problem: error.message }, "A call to the chat service failed.");
    return false;
  }
}

function refused({ title }: Platform): TreasuryError {
  const message = `The delivery is not signed by ${title} for this bot, or is too old.`;
  return new TreasuryError("unauthenticated", message);
}
