import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import {
  allocationId,
  amount,
  currency,
  filledLine,
  filledText,
  forbid,
  line,
  mustBe,
  optional,
  optionalKey,
  workspaceId,
} from "./fields.ts";
import { proposalSchema } from "./proposals.ts";
import { repetitionFields } from "./proposing.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";

export const fetchedResourceSchema = responseShape(
  "FetchedResource",
  "What a seller returned. It is not trusted.",
  z.object({
    origin: z.string().describe("Origin of the requested address."),
    status: z.number().describe("HTTP status of the response."),
    contentType: z.string().nullable().describe("Content type that the seller stated, if any."),
    location: z
      .string()
      .optional()
      .describe("Address that a redirect names. It is not requested. Missing without one."),
    encoding: z
      .enum(["text", "base64"])
      .describe("`text` if the response is valid UTF-8, otherwise `base64`."),
    body: z.string().describe("The response, decoded, at most its first 256 KiB."),
    isTruncated: z
      .boolean()
      .describe(
        "True if the response was longer. The whole response to a payment, up to 8 MiB, is the resource of its proposal.",
      ),
  }),
);
export interface FetchedResource extends z.infer<typeof fetchedResourceSchema> {}

export const paidFetchAnswerSchema = responseShape(
  "PaidFetchAnswer",
  "Response of `POST /treasury/paid-requests`.",
  z.object({
    proposal: proposalSchema
      .nullable()
      .describe(
        "Proposal of the payment; null if the seller asked for none. With the quote's rail `request`, the request itself needs approval: send it again afterwards.",
      ),
    resource: fetchedResourceSchema
      .nullable()
      .describe(
        "What the seller returned. Null until the payment is executed, and afterwards if the response was lost.",
      ),
    ...repetitionFields,
  }),
);
export interface PaidFetchAnswer extends z.infer<typeof paidFetchAnswerSchema> {}

const utf8 = new TextEncoder();

/** The body is sent as it is, and stored until it is paid for. */
const tooLong = `must have at most ${requestLimits.paidBodyBytes} bytes`;
const requestBody = forbid(["U+0000"], z.string({ error: mustBe("a string") }))
  .max(requestLimits.paidBodyBytes, { error: tooLong, abort: true })
  .refine((value) => utf8.encode(value).length <= requestLimits.paidBodyBytes, { error: tooLong })
  .refine((value) => value.isWellFormed() && !value.includes("\u0000"), {
    error: "must be well-formed Unicode without the character U+0000",
  });

export const paidFetchRequestSchema = requestShape(
  "PaidFetchRequest",
  "Body of `POST /treasury/paid-requests`.",
  z
    .object({
      workspaceId,
      url: filledText(requestLimits.urlCharacters).describe(
        "Address to request: https, without user name, password and fragment. An origin that the deployment does not list is rejected, or the request is proposed before it is sent.",
      ),
      method: z
        .enum(["GET", "POST"], { error: mustBe("`GET` or `POST`") })
        .nullish()
        .transform((value) => value ?? "GET")
        .describe("Method of the request. Default: GET."),
      contentType: optional(
        z
          .string({ error: mustBe("a string") })
          .max(requestLimits.contentTypeCharacters, {
            error: `must have at most ${requestLimits.contentTypeCharacters} characters`,
          })
          .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(?:;[\x20-\x7e]*)?$/, {
            error: "must be a content type such as `application/json`",
          }),
      ).describe("Content type of the body. No other header is sent."),
      body: optional(requestBody).describe(
        "Body of a POST: at most 16 KiB in UTF-8, of well-formed Unicode.",
      ),
      purpose: filledText(requestLimits.paidPurposeCharacters).describe("Purpose of the payment."),
      currency,
      category: optional(line(requestLimits.categoryCharacters)).describe("Kind of purchase."),
      maximumUsd: optional(amount).describe(
        "Highest price in USD to propose. A higher one is rejected. Required if the request itself needs approval, unless the deployment has a maximum.",
      ),
      followRedirects: optional(z.boolean({ error: mustBe("true or false") })).describe(
        "Whether redirects within the seller's origin are followed, at most 5, before a payment. Default: false. A redirect of a payment is never followed.",
      ),
      tabId: optional(filledText(requestLimits.sessionIdCharacters)).describe(
        "Id of an open tab whose payee is the seller. It pays the price without another decision.",
      ),
      allocationId: optional(allocationId).describe(
        "Allocation of the spend. Default: the allocation of the credential, if any.",
      ),
      agentLabel: optional(filledLine(requestLimits.agentNameCharacters)).describe(
        "Name of the sub-agent that requests it, self-reported.",
      ),
      idempotencyKey: optionalKey(requestLimits.keyCharacters).describe(
        "Identifies this purchase. A request with the same key is the same purchase. Without a key, a request with the same values is.",
      ),
    })
    .meta({
      if: {
        anyOf: [
          { properties: { body: { type: "string" } }, required: ["body"] },
          { properties: { contentType: { type: "string" } }, required: ["contentType"] },
        ],
      },
      // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
      then: { properties: { method: { const: "POST" } }, required: ["method"] },
    }),
);
export interface PaidFetchRequest extends z.input<typeof paidFetchRequestSchema> {}

/** Requests to sellers, paid if they ask for a payment. */
export const paidFetchRoutes = {
  fetchPaid: {
    call: "treasury.fetchPaid",
    method: "POST",
    path: "/treasury/paid-requests",
    summary: "Request an address of a seller, and propose its price",
    description:
      "Sends a request to a seller. If the seller asks for a payment, proposes its price as a spend, and pays it once rules or approvers allow it.",
    tag: "treasury",
    access: "authorize",
    agents: true,
    isClosed: true,
    idempotencyKey: true,
    input: paidFetchRequestSchema,
    output: paidFetchAnswerSchema,
    errors: [
      "paid_fetch_not_connected",
      "paid_origin_not_listed",
      "price_not_accepted",
      "quote_expired",
      "address_refused",
      "outbound_failed",
      "too_many_pending",
      "allocation_not_found",
      "clock_suspect",
      "payment_mode_changed",
      "total_out_of_range",
      "idempotency_key_reused",
      "tab_not_found",
      "tab_closed",
      "tab_exhausted",
      "too_many_held",
      "spend_executor_error",
      "payment_unconfirmed",
    ],
  },
} as const satisfies RouteDeclarations;
