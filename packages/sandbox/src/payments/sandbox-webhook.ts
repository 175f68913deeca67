import {
  type PaymentCollected,
  type PaymentReversed,
  type WebhookDelivery,
  Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import { type SignedDelivery, signDelivery } from "../stripe/sign-delivery.ts";

export type SandboxEvent = PaymentCollected | PaymentReversed;

const signatureHeader = "sandbox-signature";
const toleranceSeconds = 300;

/** Creates a signed webhook delivery. */
export async function writeSandboxDelivery(
  event: SandboxEvent,
  secret: string,
  now: number,
): Promise<SignedDelivery> {
  const content = { notice: "This is test money.", event: { ...event, amount: undefined } };
  const body = JSON.stringify({ ...content, amountMicros: Micros.toText(event.amount) });
  return sign(body, secret, Math.floor(now / 1_000));
}

/**
 * Checks a delivery's signature header before its body is read.
 *
 * @throws TreasuryError `webhook_signature_invalid`.
 */
export function checkSandboxDelivery(headers: WebhookDelivery["headers"], now: number): void {
  if (!isRecent(headers, now)) throw notSigned();
}

/**
 * Reads a delivery of the sandbox. A signed delivery without an event is an empty list.
 *
 * @throws TreasuryError `webhook_signature_invalid`.
 */
export async function readSandboxDelivery(
  { body: bytes, headers }: WebhookDelivery,
  secret: string,
  now: number,
): Promise<readonly SandboxEvent[]> {
  const body = new TextDecoder().decode(bytes);
  const given = headers[signatureHeader] ?? "";
  const expected = await sign(body, secret, timestampOf(headers));
  if (given !== expected.headers[signatureHeader] || !isRecent(headers, now)) throw notSigned();
  const { event, amountMicros } = JSON.parse(body) as {
    event?: Omit<SandboxEvent, "amount">;
    amountMicros?: string;
  };
  if (event === undefined || amountMicros === undefined) return [];
  return [{ ...event, amount: Micros.of(amountMicros) } as SandboxEvent];
}

function timestampOf(headers: WebhookDelivery["headers"]): number {
  return Number(/^t=(\d{1,12}),/.exec(headers[signatureHeader] ?? "")?.[1] ?? Number.NaN);
}

function isRecent(headers: WebhookDelivery["headers"], now: number): boolean {
  return Math.abs(now / 1_000 - timestampOf(headers)) <= toleranceSeconds;
}

function notSigned(): TreasuryError {
  return new TreasuryError(
    "webhook_signature_invalid",
    "The delivery is not signed by this sandbox, or is older than 5 minutes.",
  );
}

async function sign(body: string, secret: string, timestamp: number): Promise<SignedDelivery> {
  const { headers } = await signDelivery(body, secret, timestamp);
  const { "stripe-signature": signature = "", ...rest } = headers;
  return { body, headers: { ...rest, [signatureHeader]: signature } };
}
