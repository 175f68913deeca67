import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import {
  amount,
  commandText,
  currency,
  filledLine,
  filledText,
  line,
  optional,
  optionalKey,
  seconds,
  text,
} from "./fields.ts";
import { paidFetchRequestSchema } from "./paid-requests.ts";
import { requestShape } from "./shape.ts";

const spendArguments = requestShape(
  "SpendArguments",
  "Arguments of `propose_spend`.",
  z.object({
    amountUsd: amount.describe("Amount in USD, above zero."),
    vendor: filledLine(requestLimits.vendorCharacters).describe("Payee."),
    purpose: filledText(requestLimits.purposeCharacters).describe("Purpose of the payment."),
    currency,
    category: optional(line(requestLimits.categoryCharacters)).describe("Kind of purchase."),
  }),
);
export interface SpendArguments extends z.output<typeof spendArguments> {}
export const spendArgumentsSchema: z.ZodType<SpendArguments, unknown> = spendArguments;

const paidFetchArguments = requestShape(
  "PaidFetchArguments",
  "Arguments of `fetch_paid`.",
  paidFetchRequestSchema.pick({
    url: true,
    method: true,
    contentType: true,
    body: true,
    purpose: true,
    currency: true,
    category: true,
    maximumUsd: true,
    followRedirects: true,
    tabId: true,
  }),
);
export interface PaidFetchArguments extends z.output<typeof paidFetchArguments> {}
export const paidFetchArgumentsSchema: z.ZodType<PaidFetchArguments, unknown> = paidFetchArguments;

const commandArguments = requestShape(
  "CommandArguments",
  "Arguments of `run_command`.",
  z.object({
    command: commandText(requestLimits.commandCharacters).describe("Bash command."),
    timeoutSec: optional(seconds).describe("Timeout in seconds, 1 to 600."),
  }),
);
export interface CommandArguments extends z.output<typeof commandArguments> {}
export const commandArgumentsSchema: z.ZodType<CommandArguments, unknown> = commandArguments;

const offerArguments = requestShape(
  "OfferArguments",
  "Arguments of `create_offer`.",
  z.object({
    title: filledLine(requestLimits.labelCharacters).describe("Title of the offer."),
    amountUsd: amount.describe("Price in USD."),
    description: optional(text(requestLimits.offerDescriptionCharacters)).describe(
      "Description of the offer.",
    ),
  }),
);
export interface OfferArguments extends z.output<typeof offerArguments> {}
export const offerArgumentsSchema: z.ZodType<OfferArguments, unknown> = offerArguments;

const endpointOfferArguments = requestShape(
  "EndpointOfferArguments",
  "Arguments of `create_offer` for a paid endpoint.",
  z.object({
    endpoint: filledLine(requestLimits.labelCharacters).describe("Title of the paid endpoint."),
  }),
);
export interface EndpointOfferArguments extends z.input<typeof endpointOfferArguments> {}
export const endpointOfferArgumentsSchema: z.ZodType<EndpointOfferArguments, unknown> =
  endpointOfferArguments;

const collectArguments = requestShape(
  "CollectArguments",
  "Arguments of `collect_revenue`.",
  z.object({
    offerId: optionalKey(requestLimits.sessionIdCharacters).describe(
      "Offer to check. Omit it to check all offers.",
    ),
    continuation: optionalKey(requestLimits.continuationCharacters).describe(
      "Position from which a previous call continues.",
    ),
  }),
);
export interface CollectArguments extends z.output<typeof collectArguments> {}
export const collectArgumentsSchema: z.ZodType<CollectArguments, unknown> = collectArguments;
