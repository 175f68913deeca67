import * as z from "zod";
import { agentTurnResultSchema, turnErrors } from "./agent.ts";
import { requestLimits } from "./defaults.ts";
import { amount, filledText, mustBe, text, workspaceId } from "./fields.ts";
import { passkeySignatureSchema } from "./passkey-signature.ts";
import { proposalSchema } from "./proposals.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { treasuryStateSchema } from "./treasury.ts";

export const decisionRequestSchema = requestShape(
  "DecisionRequest",
  "Body of `POST /treasury/decide`.",
  z
    .object({
      workspaceId,
      proposalId: filledText(requestLimits.sessionIdCharacters).describe("Proposal to decide."),
      decision: z
        .enum(["approve", "deny"], { error: mustBe("`approve` or `deny`") })
        .describe(
          "The first decision is final. Repeating it has no effect; the opposite decision is rejected.",
        ),
      operator: text(requestLimits.operatorCharacters)
        .optional()
        .describe("Name of the approver, recorded as unverified. Ignored where approvers sign in."),
      comment: text(requestLimits.commentCharacters)
        .optional()
        .describe("Comment for the agent and the audit record."),
      digest: text(requestLimits.sessionIdCharacters)
        .optional()
        .describe(
          "`digest` of the proposal that the approver saw. The decision is rejected if it is another one.",
        ),
      approvedAmountUsd: amount
        .optional()
        .describe(
          "Amount that an approval allows, in USD: above zero and at most the proposed amount, which is the default. With several approvers, the lowest one is paid.",
        ),
      passkey: passkeySignatureSchema
        .optional()
        .describe(
          "Signature with a passkey, with the intent `approve_proposal` or `deny_proposal`.",
        ),
      resume: z
        .boolean({ error: mustBe("`true` or `false`") })
        .optional()
        .describe(
          "If true, resumes the turn once it has no pending proposals, and responds when the turn finishes.",
        ),
    })
    .meta({
      dependentSchemas: { approvedAmountUsd: { properties: { decision: { const: "approve" } } } },
    }),
);
export interface DecisionRequest extends z.input<typeof decisionRequestSchema> {}
export type Decision = DecisionRequest["decision"];

export const decisionAnswerSchema = responseShape(
  "DecisionAnswer",
  "Response of `POST /treasury/decide`.",
  z.object({
    proposal: proposalSchema.describe(
      "The proposal after the decision. If a limit stopped it, `status` is `failed` and `failure` has the reason.",
    ),
    state: treasuryStateSchema.describe("The treasury after the decision."),
    turn: agentTurnResultSchema
      .nullable()
      .optional()
      .describe(
        "Result of the resumed turn, if `resume` was true; null while the turn has pending proposals.",
      ),
  }),
);
export interface DecisionAnswer extends z.infer<typeof decisionAnswerSchema> {}

/** Decisions of approvers. */
export const decisionRoutes = {
  decideProposal: {
    method: "POST",
    path: "/treasury/decide",
    summary: "Approve or deny a spend",
    description:
      "Approves or denies a pending spend. An approval is checked against the rules and limits of that moment, and pays the spend once all required approvals exist.",
    tag: "treasury",
    access: "authorize",
    input: decisionRequestSchema,
    output: decisionAnswerSchema,
    idempotencyKey: true,
    errors: [
      "already_decided",
      "proposal_expired",
      "quote_expired",
      "payment_not_possible",
      "proposal_changed",
      "payment_mode_changed",
      "too_many_held",
      "total_out_of_range",
      "proposal_not_found",
      "spend_executor_error",
      "payment_unconfirmed",
      "clock_suspect",
      "passkeys_not_connected",
      "passkey_rejected",
      ...turnErrors,
    ],
  },
} as const satisfies RouteDeclarations;
