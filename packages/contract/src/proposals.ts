import * as z from "zod";
import { approvalProgressSchema } from "./approvals.ts";
import { time } from "./fields.ts";
import { responseShape } from "./shape.ts";

export const proposalQuoteSchema = responseShape(
  "ProposalQuote",
  "The price of a payment, as its rail returned it. Only this payment is made.",
  z.object({
    rail: z
      .string()
      .describe(
        "Payment executor that pays it. `request` for a request to a seller that needs approval before it is sent, which pays nothing.",
      ),
    payee: z
      .string()
      .describe("The payee as the rail proves it, for example the https origin of a seller."),
    description: z
      .string()
      .nullable()
      .describe("The payee's own words about the purchase, not checked; null without any."),
    maximumUsd: z.number().describe("The maximum that can be paid, in USD."),
    isFixed: z.boolean().describe("True if exactly `maximumUsd` is paid."),
    expiresAt: time.describe("The proposal cannot be approved afterwards. ISO 8601, UTC."),
  }),
);
export interface ProposalQuote extends z.infer<typeof proposalQuoteSchema> {}

export const proposalPayeeSchema = responseShape(
  "ProposalPayee",
  "What was known of the payee when the spend was proposed. Policy approves only payees that are known or named, unless a rule allows the payee.",
  z.object({
    isKnown: z
      .boolean()
      .describe(
        "A person approved a payment to it on this rail, of at least half the amount, in the last 365 days.",
      ),
    isNamed: z
      .boolean()
      .describe("The message of the person named it, or a signed-in person proposed the spend."),
    isAfterOutsideContent: z
      .boolean()
      .describe(
        "An agent of the same person read content that others wrote, in this turn or in the last 24 hours.",
      ),
    namedAmountUsd: z
      .number()
      .nullable()
      .describe("The one amount in USD that the person's message names; null otherwise."),
    laterMaximumUsd: z
      .number()
      .nullable()
      .describe(
        "After an approval of the whole amount, later payments to the payee up to it may be automatic, within the limits. Null if the spend is not pending, or rules require approvals of it.",
      ),
  }),
);
export interface ProposalPayee extends z.infer<typeof proposalPayeeSchema> {}

export const proposalPayoutSchema = responseShape(
  "ProposalPayout",
  "A way to pay that is not one payment. Approvers decide about it, too.",
  z.object({
    id: z
      .string()
      .describe(
        "`tab`: many charges draw the amount down. `terms.minutes` is the time from the proposal until its end.",
      ),
    terms: z.record(z.string(), z.unknown()).describe("What it does, depending on `id`."),
  }),
);
export interface ProposalPayout extends z.infer<typeof proposalPayoutSchema> {}

export const proposalSchema = responseShape(
  "Proposal",
  "A spend that an agent proposed. Times are ISO 8601, UTC.",
  z.object({
    id: z.string().describe("Proposal id, used to decide it."),
    workspaceId: z.string().describe("Workspace that pays."),
    status: z
      .enum(["pending", "approved", "denied", "executed", "failed"])
      .describe(
        "`pending`: needs approval. `approved`: payment in progress, or captured in part. `denied`, `executed` and `failed` are final.",
      ),
    amountUsd: z.number().describe("Proposed amount in USD. It never changes."),
    approvedAmountUsd: z
      .number()
      .nullable()
      .describe(
        "Lowest amount that an approver named, in USD; null for the proposed amount. Payment and limits use it.",
      ),
    capturedUsd: z
      .number()
      .describe(
        "Captured amount in USD, without captures that were undone; 0 until paid. A payment executor may capture another amount than was approved.",
      ),
    refundedUsd: z
      .number()
      .describe("Amount in USD that the payee returned to a payment executor."),
    vendor: z
      .string()
      .describe("Payee: with a quote as its rail proves it, otherwise self-reported by the agent."),
    purpose: z.string().describe("Purpose of the payment, self-reported by the agent."),
    category: z.string().nullable().describe("Kind of purchase, self-reported by the agent."),
    verdict: z
      .enum(["safe", "review", "blocked"])
      .describe(
        "Screening verdict. `safe`: nothing found. `review`: needs approval at any amount. `blocked`: denied automatically.",
      ),
    reason: z.string().describe("Reason for the screening verdict."),
    autoApproved: z.boolean().describe("True if policy approved it without a person."),
    operator: z
      .string()
      .nullable()
      .describe("Person who decided; null if undecided or decided by policy."),
    operatorVerified: z
      .boolean()
      .describe("True if `operator` was signed in, false if the request named the operator."),
    deniedThrough: z
      .string()
      .nullable()
      .describe(
        "Channel of the denial, for example `slack`; null for the page, the API and policy. Approvals have their own.",
      ),
    comment: z.string().nullable().describe("Approver's comment."),
    approvals: approvalProgressSchema.describe(
      "Approvals that it has and needs. Rules that were published later may add some at the decision.",
    ),
    allocationId: z.string().nullable().describe("Allocation of the spend; null without one."),
    rules: z
      .string()
      .nullable()
      .describe(
        "Digest of the published rules that judged the spend last; null for the deployment's default rules.",
      ),
    digest: z
      .string()
      .nullable()
      .describe(
        "SHA-256 of what approvers decide about: agent, amount, texts, quote, and the rules and requirements at the proposal. A decision may carry it. Null if policy decided.",
      ),
    quote: proposalQuoteSchema
      .nullable()
      .describe("The price that the payee quoted; null without a quote."),
    payout: proposalPayoutSchema
      .nullable()
      .describe("How it is paid, if not by one payment; null otherwise."),
    payee: proposalPayeeSchema
      .nullable()
      .describe("What was known of the payee; null in records of earlier versions."),
    hasResource: z
      .boolean()
      .describe("True if what was bought was stored. It is deleted after 30 days."),
    createdAt: time.describe("Time of the proposal. ISO 8601, UTC."),
    decidedAt: time.nullable().describe("Time of approval or denial. ISO 8601, UTC."),
    executedAt: time.nullable().describe("Time when the expense was posted. ISO 8601, UTC."),
    expiresAt: time
      .nullable()
      .describe(
        "Time when a pending proposal is denied automatically. ISO 8601, UTC; null without expiry.",
      ),
    failure: z.string().nullable().describe("Reason for failure or automatic denial."),
    reference: z
      .string()
      .nullable()
      .describe("Id of the ledger entry, or the payment executor's id of the payment."),
    attention: z
      .string()
      .nullable()
      .describe(
        "Reason why the spend needs review by a person: the captured amount exceeds the approved one, or the outcome of the payment is unknown.",
      ),
    turnId: z.string().nullable().describe("Turn that proposed it; null for external agents."),
    proposedBy: z
      .string()
      .nullable()
      .describe(
        "Name of the external agent that proposed it, from its credential; null for this service's own agent and for a person.",
      ),
    agentId: z
      .string()
      .describe(
        "Id of the agent that proposed it: `agent` for this service's own agent, `person` for a person without an agent, otherwise the id from the agent's credential.",
      ),
    agentLabel: z
      .string()
      .nullable()
      .describe("Name of the agent's sub-agent, self-reported; null without one."),
    onBehalfOf: z
      .string()
      .nullable()
      .describe(
        "Name of the person behind the proposal: who started the turn, owns the agent's credential, or proposed it; null if unknown.",
      ),
  }),
);
export interface Proposal extends z.infer<typeof proposalSchema> {}
export type ProposalStatus = Proposal["status"];
export type Verdict = Proposal["verdict"];
