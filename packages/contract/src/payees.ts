import * as z from "zod";
import { actionAnswerSchema, actionErrors } from "./actions.ts";
import { requestLimits } from "./defaults.ts";
import { amount, filledLine, filledText, text, time, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { workspaceRequestSchema } from "./workspace.ts";

const operator = text(requestLimits.operatorCharacters)
  .optional()
  .describe("Name of the person, recorded as unverified. Ignored where approvers sign in.");

export const knownPayeeSchema = responseShape(
  "KnownPayee",
  "A payee to which persons approved payments. Policy may approve later ones.",
  z.object({
    id: z.string().describe("Id, used to forget it."),
    name: z.string().nullable().describe("Payee, as it was named last; null after an erasure."),
    rails: z
      .array(
        z.object({
          rail: z.string().describe("Payment executor, or `ledger`."),
          approvedUsd: z.number().describe("Largest amount in USD that a person approved."),
          maximumUsd: z
            .number()
            .describe("Payments up to twice that amount, in USD, may be automatic."),
          approvedBy: z
            .string()
            .nullable()
            .describe("Person of the newest approval; null if unknown."),
          approvedAt: time.describe("Time of the newest approval. ISO 8601, UTC."),
          endsAt: time.describe("Time from which a person has to approve again. ISO 8601, UTC."),
        }),
      )
      .describe("One item for each rail on which it is known."),
  }),
);
export interface KnownPayee extends z.infer<typeof knownPayeeSchema> {}

export const payeePageSchema = responseShape(
  "PayeePage",
  "Response of `GET /treasury/payees`.",
  z.object({
    payees: z.array(knownPayeeSchema).describe("Known payees, newest first."),
    cursor: z.string().nullable().describe("Cursor of the next page; null on the last page."),
  }),
);
export interface PayeePage extends z.infer<typeof payeePageSchema> {}

export const payeeListRequestSchema = requestShape(
  "PayeeListRequest",
  "Query of `GET /treasury/payees`.",
  z.object({
    workspaceId,
    cursor: text(200)
      .optional()
      .describe("Cursor from the previous page. Omit it to read the first page."),
  }),
);
export interface PayeeListRequest extends z.input<typeof payeeListRequestSchema> {}

export const payeeAdditionSchema = requestShape(
  "PayeeAddition",
  "Body of `POST /treasury/payees`.",
  z.object({
    workspaceId,
    vendor: filledLine(requestLimits.vendorCharacters).describe(
      "Payee, as agents name it, or the https origin of a seller.",
    ),
    amountUsd: amount.describe(
      "Counts as the largest amount in USD that a person approved, so that payments up to twice as much may be automatic.",
    ),
    rail: filledText(requestLimits.principalCharacters)
      .default("ledger")
      .describe("Payment executor that pays it. Default: `ledger`."),
    operator,
  }),
);
export interface PayeeAddition extends z.input<typeof payeeAdditionSchema> {}

export const payeeReferenceSchema = requestShape(
  "PayeeReference",
  "Body of `POST /treasury/payees/{payeeId}/forget`.",
  z.object({
    workspaceId,
    payeeId: filledText(requestLimits.principalCharacters).describe("Payee to forget."),
    operator,
  }),
);
export interface PayeeReference extends z.input<typeof payeeReferenceSchema> {}

export const forgottenPayeeSchema = responseShape(
  "ForgottenPayee",
  "Response of `POST /treasury/payees/{payeeId}/forget`.",
  z.object({ payee: knownPayeeSchema.describe("The payee as it was known.") }),
);
export interface ForgottenPayee extends z.infer<typeof forgottenPayeeSchema> {}

export const paidByPolicySchema = responseShape(
  "PaidByPolicy",
  "Response of `GET /treasury/payees/paid-by-policy`.",
  z.object({
    payees: z
      .array(
        z.object({
          vendor: z.string().describe("Payee, as it was named."),
          rail: z.string().describe("Payment executor, or `ledger`."),
          count: z.number().int().describe("Payments that policy approved."),
          largestUsd: z.number().describe("Largest of them in USD."),
        }),
      )
      .describe(
        "Payees that policy paid in the last 90 days before the check of payees or without it, and that are not known.",
      ),
    isComplete: z.boolean().describe("False if only the newest 10,000 spends were read."),
  }),
);
export interface PaidByPolicy extends z.infer<typeof paidByPolicySchema> {}

/** Payees that persons approved. */
export const payeeRoutes = {
  listPayees: {
    call: "payees.list",
    method: "GET",
    path: "/treasury/payees",
    summary: "List the payees that persons approved",
    description:
      "Returns the payees to which a person approved a payment, newest first. Policy may pay them within the limits.",
    tag: "treasury",
    access: "authorize",
    input: payeeListRequestSchema,
    output: payeePageSchema,
    errors: [],
  },
  listPaidByPolicy: {
    call: "payees.paidByPolicy",
    method: "GET",
    path: "/treasury/payees/paid-by-policy",
    summary: "List the payees that policy paid without the check of payees",
    description:
      "Returns payees that policy paid while the check of payees was turned off, so that persons can confirm or freeze them.",
    tag: "treasury",
    access: "authorize",
    input: workspaceRequestSchema,
    output: paidByPolicySchema,
    errors: [],
  },
  addPayee: {
    call: "payees.add",
    method: "POST",
    path: "/treasury/payees",
    summary: "Add a payee that policy may pay",
    description:
      "Lets policy pay a payee without an earlier approval of a payment. The change is an administrative action.",
    tag: "treasury",
    access: "authorize",
    input: payeeAdditionSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: [...actionErrors],
  },
  forgetPayee: {
    call: "payees.forget",
    method: "POST",
    path: "/treasury/payees/{payeeId}/forget",
    summary: "Forget a payee, so that a person has to approve it again",
    description: "Makes the next payment to a payee need a person's approval.",
    tag: "treasury",
    access: "authorize",
    input: payeeReferenceSchema,
    output: forgottenPayeeSchema,
    idempotencyKey: true,
    errors: ["payee_not_found"],
  },
} as const satisfies RouteDeclarations;
