import * as z from "zod";
import { allocationSchema } from "./allocations.ts";
import { requestLimits } from "./defaults.ts";
import {
  allocationId,
  amount,
  currency,
  filledLine,
  filledText,
  line,
  mustBe,
  optional,
  optionalKey,
  workspaceId,
} from "./fields.ts";
import { proposalSchema } from "./proposals.ts";
import { requestShape, responseShape } from "./shape.ts";
import { treasuryStateSchema } from "./treasury.ts";

export const explanationItemSchema = responseShape(
  "ExplanationItem",
  "The effect of one rule on a proposal.",
  z.object({
    rule: z.string().describe("Id of the rule."),
    effect: z
      .enum(["deny", "review", "require", "approve", "pass"])
      .describe(
        "`deny`: the spend is denied. `review`: it needs approval. `require`: it needs particular approvals. `approve`: it is approved automatically. `pass`: no effect.",
      ),
    text: z.string().describe("What the rule observed, and its limit."),
  }),
);
export interface ExplanationItem extends z.infer<typeof explanationItemSchema> {}

export const repetitionFields = {
  repeated: z
    .boolean()
    .describe(
      "True if an earlier request proposed the spend, so that this one pays nothing. A repeated request with the same `Idempotency-Key` is no other request.",
    ),
  note: z
    .string()
    .nullable()
    .describe(
      "For the agent, if `repeated` is true: the time of the earlier request, and how to buy the same again. Null otherwise.",
    ),
};

export const proposalAnswerSchema = responseShape(
  "ProposalAnswer",
  "Response of `POST /treasury/proposals` and `GET /treasury/proposals/{proposalId}`.",
  z.object({
    proposal: proposalSchema.describe(
      "The proposal. For a dry run, the proposal that the same request would return now. It is not stored, and its `reference` is null.",
    ),
    explanation: z
      .array(explanationItemSchema)
      .describe("The rules that decided, the decisive ones first."),
    dryRun: z.boolean().describe("True if nothing was stored and no money moved."),
    ...repetitionFields,
  }),
);
export interface ProposalAnswer extends z.infer<typeof proposalAnswerSchema> {}

export const proposalRequestSchema = requestShape(
  "ProposalRequest",
  "Body of `POST /treasury/proposals`.",
  z.object({
    workspaceId,
    amountUsd: amount.describe("Amount in USD, above zero."),
    vendor: filledLine(requestLimits.vendorCharacters).describe("Payee."),
    purpose: filledText(requestLimits.purposeCharacters).describe("Purpose of the payment."),
    currency,
    category: optional(line(requestLimits.categoryCharacters)).describe("Kind of purchase."),
    allocationId: optional(allocationId).describe(
      "Allocation of the spend. Default: the allocation of the credential, if any.",
    ),
    agentLabel: optional(filledLine(requestLimits.agentNameCharacters)).describe(
      "Name of the sub-agent that proposes it, self-reported.",
    ),
    idempotencyKey: optionalKey(requestLimits.keyCharacters).describe(
      "Identifies this purchase. A request with the same key is the same purchase. Without a key, a request with the same values is.",
    ),
    dryRun: optional(
      z.union([z.boolean(), z.literal("unless_pending")], {
        error: mustBe("`true`, `false` or `unless_pending`"),
      }),
    ).describe(
      "If true, returns what would happen now. Stores nothing. `unless_pending` stores the spend if it needs approval, and is otherwise the same.",
    ),
  }),
);
export interface ProposalRequest extends z.input<typeof proposalRequestSchema> {}

export const proposalReadingSchema = requestShape(
  "ProposalReading",
  "Input of `GET /treasury/proposals/{proposalId}`.",
  z.object({
    workspaceId,
    proposalId: filledText(requestLimits.sessionIdCharacters).describe("Proposal to read."),
    wait: z.coerce
      .number<number>({ error: mustBe("a number of seconds") })
      .min(0, { error: "must be at least 0" })
      .max(requestLimits.waitSeconds, { error: `must be at most ${requestLimits.waitSeconds}` })
      .default(0)
      .describe(
        "Seconds to wait while the proposal is `pending` or `approved`, 0 to 55. Default: 0. Afterwards, the response has its present status.",
      ),
  }),
);
export interface ProposalReading extends z.input<typeof proposalReadingSchema> {}

export const agentBudgetSchema = responseShape(
  "AgentBudget",
  "What an agent can spend, and its own spends. Amounts are USD with at most six decimals.",
  treasuryStateSchema
    .pick({
      workspaceId: true,
      balanceUsd: true,
      availableUsd: true,
      heldUsd: true,
      spentTodayUsd: true,
      pendingCount: true,
      budget: true,
    })
    .extend({
      allocation: allocationSchema
        .nullable()
        .describe("Allocation of the agent's credential; null without one."),
      proposals: z
        .array(proposalSchema)
        .describe("The agent's own spends: all pending ones, and the newest 20 decided ones."),
    }),
);
export interface AgentBudget extends z.infer<typeof agentBudgetSchema> {}

export const resourceRequestSchema = requestShape(
  "ResourceRequest",
  "Input of `GET /treasury/proposals/{proposalId}/resource`.",
  z.object({
    workspaceId,
    proposalId: filledText(requestLimits.sessionIdCharacters).describe("Proposal."),
  }),
);
export interface ResourceRequest extends z.input<typeof resourceRequestSchema> {}

const signedStatementSchema = z.object({
  signer: z
    .string()
    .max(64)
    .nullable()
    .describe("Address whose key signed it; null if that is not verified."),
  isPayee: z.boolean().describe("Whether the key of the paid address signed it."),
  text: z.string().max(4_096).describe("The statement with its signature, as JSON."),
});

export const boughtResourceSchema = responseShape(
  "BoughtResource",
  "The payee's answer to the payment, as the payee sent it. Without JSON in `Accept`, the response is its body, to download, with the payee's content type in `x-resource-type`.",
  z.object({
    status: z.number().describe("HTTP status of the payee's answer."),
    contentType: z.string().nullable().describe("Content type that the payee named; null if none."),
    bodyBase64: z.string().describe("Body in base64, at most 8 MiB before."),
    signed: z
      .object({
        offer: signedStatementSchema.nullable().describe("Before the payment."),
        receipt: signedStatementSchema.nullable().describe("After the payment."),
      })
      .optional()
      .describe("What the payee signed about the purchase; missing if it signed nothing."),
  }),
);
export interface BoughtResource extends z.infer<typeof boughtResourceSchema> {}

export const approvalWithdrawalSchema = requestShape(
  "ApprovalWithdrawal",
  "Input of `POST /treasury/proposals/{proposalId}/withdraw`.",
  z.object({
    workspaceId,
    proposalId: filledText(requestLimits.sessionIdCharacters).describe("Proposal."),
  }),
);
export interface ApprovalWithdrawal extends z.input<typeof approvalWithdrawalSchema> {}

export const withdrawnApprovalSchema = responseShape(
  "WithdrawnApproval",
  "Response of `POST /treasury/proposals/{proposalId}/withdraw`.",
  z.object({ proposal: proposalSchema.describe("The proposal without the approval.") }),
);
export interface WithdrawnApproval extends z.infer<typeof withdrawnApprovalSchema> {}
