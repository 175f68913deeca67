import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { depositAmount, filledText, time, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { treasuryStateSchema } from "./treasury.ts";
import { noInputSchema } from "./workspace.ts";

export const depositRequestSchema = requestShape(
  "DepositRequest",
  "Body of `POST /treasury/deposit`.",
  z.object({
    workspaceId,
    amountUsd: depositAmount.describe("USD in whole cents, 1 to 999,999.99."),
  }),
);
export interface DepositRequest extends z.input<typeof depositRequestSchema> {}

export const depositSessionSchema = responseShape(
  "DepositSession",
  "An open checkout.",
  z.object({
    id: z
      .string()
      .describe(
        "The payment processor's checkout id. The payer returns with it as `deposit_session`.",
      ),
    url: z.url().describe("URL of the checkout. Redirect the payer to it."),
    amountUsd: z.number().describe("Amount to pay, in USD."),
    workspaceId: z.string().describe("Workspace to credit."),
    expiresAt: time
      .nullable()
      .describe("Time when the checkout expires. ISO 8601, UTC; null if it has no expiry."),
  }),
);
export interface DepositSession extends z.infer<typeof depositSessionSchema> {}

export const depositConfirmationRequestSchema = requestShape(
  "DepositConfirmationRequest",
  "Query of `GET /treasury/deposit`.",
  z.object({
    workspaceId,
    session_id: filledText(requestLimits.sessionIdCharacters).describe(
      "Checkout id: `deposit_session` in the URL that the payer returned to.",
    ),
  }),
);
export interface DepositConfirmationRequest extends z.input<
  typeof depositConfirmationRequestSchema
> {}

export const depositConfirmationSchema = responseShape(
  "DepositConfirmation",
  "Response of `GET /treasury/deposit`.",
  z.object({
    paid: z.boolean().describe("True if the payment processor confirms the payment."),
    duplicate: z.boolean().describe("True if it was already credited."),
    depositedUsd: z.number().describe("Confirmed amount in USD; 0 while unpaid."),
    state: treasuryStateSchema.describe("The treasury after the confirmation."),
  }),
);
export interface DepositConfirmation extends z.infer<typeof depositConfirmationSchema> {}

export const webhookAnswerSchema = responseShape(
  "WebhookAnswer",
  "Response of `POST /treasury/webhook`. `outcomes` is empty if no money moved.",
  z.object({
    received: z.literal(true).describe("Always true. A rejected delivery returns an error."),
    outcomes: z
      .array(
        z.enum([
          "credited",
          "reversed",
          "duplicate",
          "waiting",
          "recorded",
          "passed_on",
          "ignored",
        ]),
      )
      .describe(
        "Outcome of each movement in the delivery. `duplicate`: already recorded. `waiting`: a reversal that arrived before its credit. `recorded`: a reversal of a credit from before a reset, so totals do not change. `passed_on`: forwarded to the payment executor of a spend. `ignored`: not applicable to this service.",
      ),
  }),
);
export interface WebhookAnswer extends z.infer<typeof webhookAnswerSchema> {}
export type WebhookOutcome = WebhookAnswer["outcomes"][number];

const checkoutErrors = [
  "payments_not_connected",
  "payment_mode_changed",
  "total_out_of_range",
  "payment_processor_error",
] as const;

export const paymentAuthorizationSchema = responseShape(
  "PaymentAuthorization",
  "The decision about an authorization of a card.",
  z.object({
    approved: z
      .boolean()
      .describe("True if the amount is held for this card, and nothing is frozen."),
  }),
);

export type PaymentAuthorization = z.infer<typeof paymentAuthorizationSchema>;

/** Deposits and payment events. */
export const depositRoutes = {
  startDeposit: {
    method: "POST",
    path: "/treasury/deposit",
    summary: "Start a deposit checkout",
    description:
      "Creates a checkout at the payment processor and returns its address for the payer. Nothing is credited before the payment.",
    tag: "treasury",
    access: "authorize",
    input: depositRequestSchema,
    output: depositSessionSchema,
    idempotencyKey: true,
    errors: checkoutErrors,
  },
  confirmDeposit: {
    method: "GET",
    path: "/treasury/deposit",
    summary: "Confirm a paid checkout and credit it once",
    description:
      "Asks the payment processor about a checkout, and credits a paid one. A repetition credits nothing.",
    tag: "treasury",
    access: "authorize",
    input: depositConfirmationRequestSchema,
    output: depositConfirmationSchema,
    errors: [...checkoutErrors, "deposit_belongs_elsewhere", "unsupported_currency"],
  },
  // The body has the payment processor's format. Its signature covers the bytes.
  receiveWebhook: {
    method: "POST",
    path: "/treasury/webhook",
    summary: "Receive signed events from the payment processor",
    description:
      "For the payment processor only. Verifies the signature over the bytes of the body, then applies the event once.",
    tag: "treasury",
    access: "signature",
    input: noInputSchema,
    output: webhookAnswerSchema,
    errors: [
      ...checkoutErrors,
      "invalid_json",
      "invalid_request",
      "body_too_large",
      "body_already_read",
      "webhook_signature_invalid",
      "webhook_mode_mismatch",
      "webhook_not_connected",
      "webhook_body_parsed",
      "storage_error",
      "storage_went_back",
      "storage_moved",
      "service_busy",
    ],
  },
  // Body and response have the format of the payment executor's card network.
  authorizePayment: {
    method: "POST",
    path: "/treasury/card-authorizations",
    summary: "Decide an authorization of a card, in less than two seconds",
    description:
      "For the card network of a payment executor only. Verifies the signature, then approves a card payment only if it matches an approved spend.",
    tag: "treasury",
    access: "signature",
    input: noInputSchema,
    output: paymentAuthorizationSchema,
    errors: [
      "payments_not_connected",
      "invalid_request",
      "route_not_found",
      "body_too_large",
      "body_already_read",
      "webhook_signature_invalid",
      "webhook_mode_mismatch",
      "webhook_not_connected",
      "webhook_body_parsed",
    ],
  },
} as const satisfies RouteDeclarations;
