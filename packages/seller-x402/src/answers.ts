import {
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
  encodePaymentSignatureHeader,
} from "@x402/core/http";
import type { PaymentRequired, PaymentRequirements, SettleResponse } from "@x402/core/types";
import type { PresentedTransfer } from "./sale-protocol.ts";

/** The extension by which a buyer gets an answer again. */
const paymentIdentifier = {
  info: { required: false },
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      required: { type: "boolean" },
      id: { type: "string", minLength: 16, maxLength: 128, pattern: "^[a-zA-Z0-9_-]+$" },
    },
    required: ["required"],
  },
};

export interface ChallengeParts {
  readonly settled?: SettleResponse | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** Asks for a payment. */
export function paymentRequired(
  resource: { readonly url: string; readonly description: string },
  requirements: PaymentRequirements,
  error: string,
  { settled, extensions }: ChallengeParts = {},
): Response {
  const challenge: PaymentRequired = {
    x402Version: 2,
    error,
    resource,
    accepts: [requirements],
    extensions: { "payment-identifier": paymentIdentifier, ...extensions },
  };
  return answer(402, error, {
    "payment-required": encodePaymentRequiredHeader(challenge),
    ...(settled && { "payment-response": encodePaymentResponseHeader(settled) }),
  });
}

/** Answers a payment that is used. A status of 402 would make clients pay again. */
export function alreadyUsed(error: string): Response {
  return answer(409, error, {});
}

/** Answers while it is unknown whether a payment was collected. */
export function unknownOutcome(error: string): Response {
  return answer(503, error, { "retry-after": "5" });
}

export function tooLarge(error: string): Response {
  return answer(413, error, {});
}

export function paid(response: Response, settled: SettleResponse): Response {
  const headers = new Headers(response.headers);
  headers.set("payment-response", encodePaymentResponseHeader(settled));
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

/** The payment of another protocol, as x402 presents it. */
export function paymentHeader(
  { signature, authorization }: PresentedTransfer,
  accepted: PaymentRequirements,
): string {
  const payload = { signature, authorization };
  return encodePaymentSignatureHeader({ x402Version: 2, accepted, payload });
}

export function withHeaders(
  response: Response,
  added: Readonly<Record<string, string>> = {},
): Response {
  for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
  return response;
}

function answer(status: number, error: string, headers: Record<string, string>): Response {
  return Response.json({ error }, { status, headers: { ...headers, "cache-control": "no-store" } });
}
