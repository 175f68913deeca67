import { TreasuryError, type WebhookDelivery } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { Connection } from "./connection.ts";

const toleranceSeconds = 300;

/**
 * Checks the header `stripe-signature` before the signed body is read. It only avoids reading
 * bodies, because a caller can forge the header.
 *
 * @throws TreasuryError `webhook_signature_invalid` when it is missing, malformed or older than 5
 * minutes.
 */
export function checkSignatureHeader(headers: WebhookDelivery["headers"]): void {
  const given = (headers["stripe-signature"] ?? "").split(",");
  const [, seconds] =
    /^t=(\d{1,12})$/.exec(given.find((part) => part.startsWith("t=")) ?? "") ?? [];
  const isSigned = given.some((part) => /^v1=[\da-f]{64}$/.test(part));
  const oldest = Date.now() / 1_000 - toleranceSeconds;
  if (seconds === undefined || !isSigned || Number(seconds) < oldest) throw signatureInvalid();
}

/** @throws TreasuryError `webhook_signature_invalid`, and `invalid_request` if it is no event. */
export async function verifiedEvent(
  { client }: Connection,
  { body, headers }: WebhookDelivery,
  secret: string,
): Promise<Stripe.Event> {
  const event = await signedEvent(client, body, headers["stripe-signature"] ?? "", secret);
  // The SDK returns whatever JSON is signed.
  const { data, type } = Object(event) as Partial<Stripe.Event>;
  const object: unknown = Object(data).object;
  if (typeof type !== "string" || typeof object !== "object" || object === null) {
    throw new TreasuryError(
      "invalid_request",
      "The signed delivery is not an event with an object.",
    );
  }
  return event;
}

async function signedEvent(
  client: Stripe,
  body: WebhookDelivery["body"],
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  try {
    return await client.webhooks.constructEventAsync(body, signature, secret, toleranceSeconds);
  } catch (error) {
    // Thrown after the signature was verified. The SDK's errors repeat the delivery.
    if (error instanceof Error && error.message.includes("thin event")) {
      throw new TreasuryError(
        "invalid_request",
        "The endpoint receives Stripe's thin events (v2), and needs snapshot events: in Stripe, create a webhook endpoint whose payload style is Snapshot.",
      );
    }
    throw signatureInvalid();
  }
}

function signatureInvalid(): TreasuryError {
  return new TreasuryError(
    "webhook_signature_invalid",
    "The delivery is not signed by Stripe with this endpoint's secret, or is older than 5 minutes.",
  );
}

/**
 * Whether an event belongs to another account. Such an account writes its own metadata, so that its
 * sessions can carry the treasury's mark.
 */
export function isOfOtherAccount(event: Stripe.Event, accounts: readonly string[]): boolean {
  const { account, context } = event;
  return [account, context].some((name) => name != null && !accounts.includes(name));
}

export function checkEventMode(connection: Connection, { livemode }: Stripe.Event): void {
  checkMode(connection, "event", livemode);
}

/** @throws TreasuryError `webhook_mode_mismatch`. */
export function checkMode({ mode }: Connection, what: "event" | "session", isLive: boolean): void {
  if (isLive === (mode === "live")) return;
  throw new TreasuryError(
    "webhook_mode_mismatch",
    `The ${what} is of ${isLive ? "live" : "test"} mode, and the key of ${mode} mode.`,
  );
}
