import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { amount, filledText, optional, text, time, workspaceId } from "./fields.ts";
import { requestShape, responseShape } from "./shape.ts";

const proposalId = filledText(requestLimits.sessionIdCharacters).describe(
  "Proposal of the payment.",
);

const operator = text(requestLimits.operatorCharacters)
  .optional()
  .describe("Name of the person, recorded as unverified. Ignored where approvers sign in.");

const reason = z.enum(["nothing_delivered", "error_delivered", "other_content", "late", "other"]);

const note = optional(filledText(requestLimits.purposeCharacters));

const deliverySchema = z.object({
  status: z.number().int().describe("HTTP status of the seller's answer."),
  contentType: z.string().nullable().describe("Its content type; null without one."),
  bytes: z.number().int().describe("Size of its content."),
  at: time.describe("Time of the answer. ISO 8601, UTC."),
});

export const refundCaseStepSchema = responseShape(
  "RefundCaseStep",
  "What was done in a refund case.",
  z.object({
    kind: z
      .enum([
        "opened",
        "asked_again",
        "refund_requested",
        "disputed",
        "refunded",
        "delivered",
        "refused",
        "withdrawn",
        "expired",
      ])
      .describe("What was done, or how the case ended."),
    at: time.describe("When. ISO 8601, UTC."),
    by: z.string().nullable().describe("Person or agent; null for the treasury."),
    text: z.string().nullable().describe("A note, a reference, or what was found."),
  }),
);
export interface RefundCaseStep extends z.infer<typeof refundCaseStepSchema> {}

export const refundCaseSchema = responseShape(
  "RefundCase",
  "A payment that did not buy what was offered.",
  z.object({
    proposalId: z.string().describe("Proposal of the payment, which is the id of the case."),
    vendor: z.string().describe("Payee."),
    purpose: z.string().describe("Purpose of the payment."),
    reason: reason.describe("Why it was opened."),
    isOpen: z.boolean().describe("False once it has an outcome."),
    outcome: z
      .enum(["refunded", "delivered", "refused", "withdrawn", "expired"])
      .nullable()
      .describe("How it ended; null while it is open."),
    paidUsd: z.number().describe("Paid in USD."),
    refundedUsd: z.number().describe("Returned by the payee so far, in USD."),
    reference: z.string().nullable().describe("Id of the payment on its rail; null without one."),
    delivered: deliverySchema.nullable().describe("The stored answer; null if nothing is stored."),
    offeredType: z
      .string()
      .nullable()
      .describe("Content type that the seller offered; null if it named none."),
    canAskAgain: z
      .boolean()
      .describe(
        "Whether the seller can be asked again with the same payment: it was a paid request.",
      ),
    steps: z.array(refundCaseStepSchema).describe("What was done, oldest first."),
    openedAt: time.describe("Time of its beginning. ISO 8601, UTC."),
    endsAt: time.describe("Time at which it ends without an outcome. ISO 8601, UTC."),
  }),
);
export interface RefundCase extends z.infer<typeof refundCaseSchema> {}

export const refundCaseAnswerSchema = responseShape(
  "RefundCaseAnswer",
  "A refund case.",
  z.object({ case: refundCaseSchema.describe("The case.") }),
);
export interface RefundCaseAnswer extends z.infer<typeof refundCaseAnswerSchema> {}

export const refundCaseReadingSchema = responseShape(
  "RefundCaseReading",
  "Response of `GET /treasury/refund-cases/{proposalId}`.",
  z.object({
    case: refundCaseSchema.describe("The case."),
    letter: z.string().describe("A request for a refund, which a person can send to the payee."),
    dispute: z
      .object({
        reason: z
          .enum(["not_received", "not_as_described"])
          .describe("The reason by the terms of card networks."),
        explanation: z.string().describe("What happened, for the form of the dispute."),
        until: time
          .nullable()
          .describe("Time by which it has to be filed. ISO 8601, UTC; null if unknown."),
      })
      .nullable()
      .describe("A prepared dispute; null on a rail without disputes, as a chain."),
  }),
);
export interface RefundCaseReading extends z.infer<typeof refundCaseReadingSchema> {}

export const refundCasePageSchema = responseShape(
  "RefundCasePage",
  "Response of `GET /treasury/refund-cases`.",
  z.object({
    cases: z.array(refundCaseSchema).describe("Cases, those of the newest payments first."),
    cursor: z.string().nullable().describe("Cursor of the next page; null on the last page."),
  }),
);
export interface RefundCasePage extends z.infer<typeof refundCasePageSchema> {}

export const refundCaseRequestSchema = requestShape(
  "RefundCaseRequest",
  "Body of `POST /treasury/refund-cases`.",
  z.object({
    workspaceId,
    proposalId,
    reason: reason.describe("What is wrong with the purchase."),
    note: note.describe("What happened, in a sentence."),
    operator,
  }),
);
export interface RefundCaseRequest extends z.input<typeof refundCaseRequestSchema> {}

export const refundCaseListRequestSchema = requestShape(
  "RefundCaseListRequest",
  "Query of `GET /treasury/refund-cases`.",
  z.object({
    workspaceId,
    cursor: text(200)
      .optional()
      .describe("Cursor from the previous page. Omit it to read the first page."),
  }),
);
export interface RefundCaseListRequest extends z.input<typeof refundCaseListRequestSchema> {}

export const refundCaseReferenceSchema = requestShape(
  "RefundCaseReference",
  "A refund case of a workspace.",
  z.object({ workspaceId, proposalId }),
);
export interface RefundCaseReference extends z.input<typeof refundCaseReferenceSchema> {}

export const refundCaseUpdateSchema = requestShape(
  "RefundCaseUpdate",
  "Body of `POST /treasury/refund-cases/{proposalId}`.",
  z.object({
    workspaceId,
    proposalId,
    step: z
      .enum(["refund_requested", "disputed", "delivered", "refused", "withdrawn"])
      .describe(
        "What a person did, or how the case ended: `delivered` late, `refused` by the payee, or `withdrawn`.",
      ),
    note: note.describe("For example the payee's reference of the request."),
    operator,
  }),
);
export interface RefundCaseUpdate extends z.input<typeof refundCaseUpdateSchema> {}

export const refundRecordSchema = requestShape(
  "RefundRecord",
  "Body of `POST /treasury/refund-cases/{proposalId}/refund`.",
  z.object({
    workspaceId,
    proposalId,
    reference: filledText(requestLimits.sessionIdCharacters).describe(
      "The payee's reference of the refund, for example the hash of a transaction. It counts once.",
    ),
    amountUsd: optional(amount).describe(
      "Returned in USD. Required on a rail that cannot look refunds up.",
    ),
    operator,
  }),
);
export interface RefundRecord extends z.input<typeof refundRecordSchema> {}
