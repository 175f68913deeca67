import * as z from "zod";
import { actionAnswerSchema, actionErrors } from "./actions.ts";
import { approvalProgressSchema } from "./approvals.ts";
import { requestLimits } from "./defaults.ts";
import {
  amount,
  anyAgentId,
  filledLine,
  filledText,
  mustBe,
  text,
  time,
  workspaceId,
} from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { spendWindow } from "./spend-window.ts";
import { workspaceRequestSchema } from "./workspace.ts";

const operator = text(requestLimits.operatorCharacters)
  .optional()
  .describe("Name of the person, recorded as unverified. Ignored where approvers sign in.");

export const standingApprovalSchema = responseShape(
  "StandingApproval",
  "Approvals given in advance for an agent's payments to one payee. They count as approvals of the persons who gave them, and never replace a limit, a denial or a freeze. Times are ISO 8601, UTC.",
  z.object({
    id: z.string().describe("Id, used to revoke it."),
    workspaceId: z.string().describe("Workspace that pays."),
    status: z
      .enum(["active", "suspended", "used_up", "expired", "revoked"])
      .describe(
        "`suspended`: a spend of `maximumUsd` would need more approvals under the present rules. `expired` and `revoked` are final. `used_up` ends if a payment is released.",
      ),
    agentId: z.string().describe("Agent whose spends it approves."),
    vendor: z.string().describe("Payee, as it was named."),
    maximumUsd: z.number().describe("Maximum of each spend in USD."),
    windowMaximumUsd: z
      .number()
      .nullable()
      .describe("Maximum in each window in USD; null without one."),
    per: spendWindow.nullable().describe("Window of `windowMaximumUsd`; null without one."),
    count: z.number().int().nullable().describe("Maximum number of spends; null without one."),
    endsAt: time.describe("Time from which it approves nothing. ISO 8601, UTC."),
    usedCount: z.number().int().describe("Spends that it approved. A released spend is not one."),
    usedUsd: z
      .number()
      .describe("Spent and held in the present window in USD; in total without a window."),
    leftUsd: z
      .number()
      .nullable()
      .describe("Left of `windowMaximumUsd` in the present window; null without one."),
    approvals: approvalProgressSchema.describe(
      "The approvals that it gives, and those that a spend of `maximumUsd` would still need under the present rules.",
    ),
    createdAt: time.describe("Time when it took effect. ISO 8601, UTC."),
    endedAt: time
      .nullable()
      .describe("Time of its last use, its end or its revocation; null while it is in effect."),
    endedBy: z.string().nullable().describe("Person who revoked it; null if none or unknown."),
  }),
);
export interface StandingApproval extends z.infer<typeof standingApprovalSchema> {}
export type StandingApprovalStatus = StandingApproval["status"];

export const standingApprovalListSchema = responseShape(
  "StandingApprovalList",
  "Response of `GET /treasury/standing-approvals`.",
  z.object({
    standingApprovals: z
      .array(standingApprovalSchema)
      .describe("Standing approvals in effect and up to 100 ended ones, newest first."),
  }),
);
export interface StandingApprovalList extends z.infer<typeof standingApprovalListSchema> {}

export const standingApprovalRequestSchema = requestShape(
  "StandingApprovalRequest",
  "Body of `POST /treasury/standing-approvals`. `windowMaximumUsd` with `per`, or `count`, is required.",
  z
    .object({
      workspaceId,
      agentId: anyAgentId,
      vendor: filledLine(requestLimits.vendorCharacters).describe("Payee."),
      maximumUsd: amount.describe("Maximum of each spend in USD, above zero."),
      windowMaximumUsd: amount
        .optional()
        .describe("Maximum in each window in USD, at least `maximumUsd`. Default: none."),
      per: spendWindow.optional().describe("Window of `windowMaximumUsd`."),
      count: z
        .number({ error: mustBe("a whole number") })
        .int({ error: "must be a whole number" })
        .min(1, { error: "must be at least 1" })
        .max(10_000, { error: "must be at most 10000" })
        .optional()
        .describe("Maximum number of spends, up to 10000. Default: none."),
      endsAt: z.iso
        .datetime({ offset: true, error: mustBe("a time with a time zone, in ISO 8601") })
        .describe("Time from which it approves nothing, within 366 days."),
      operator,
    })
    .meta({
      dependentRequired: { windowMaximumUsd: ["per"], per: ["windowMaximumUsd"] },
      if: { not: { properties: { windowMaximumUsd: true }, required: ["windowMaximumUsd"] } },
      // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
      then: { properties: { count: true }, required: ["count"] },
    }),
);
export interface StandingApprovalRequest extends z.input<typeof standingApprovalRequestSchema> {}

export const standingApprovalReferenceSchema = requestShape(
  "StandingApprovalReference",
  "Body of `POST /treasury/standing-approvals/{standingApprovalId}/revoke`.",
  z.object({
    workspaceId,
    standingApprovalId: filledText(requestLimits.principalCharacters).describe(
      "Standing approval to revoke.",
    ),
    operator,
  }),
);
export interface StandingApprovalReference extends z.input<
  typeof standingApprovalReferenceSchema
> {}

export const revokedStandingApprovalSchema = responseShape(
  "RevokedStandingApproval",
  "Response of `POST /treasury/standing-approvals/{standingApprovalId}/revoke`.",
  z.object({
    standingApproval: standingApprovalSchema.describe(
      "The standing approval. One that ended before keeps its first end.",
    ),
  }),
);
export interface RevokedStandingApproval extends z.infer<typeof revokedStandingApprovalSchema> {}

/** Approvals given in advance. */
export const standingApprovalRoutes = {
  listStandingApprovals: {
    call: "standingApprovals.list",
    method: "GET",
    path: "/treasury/standing-approvals",
    summary: "List standing approvals and their usage",
    description: "Returns standing approvals in effect and ended ones, with their usage.",
    tag: "treasury",
    access: "authorize",
    input: workspaceRequestSchema,
    output: standingApprovalListSchema,
    errors: [],
  },
  createStandingApproval: {
    call: "standingApprovals.create",
    method: "POST",
    path: "/treasury/standing-approvals",
    summary: "Approve an agent's payments to a payee in advance",
    description:
      "Lets an agent pay one payee within a maximum, a window and an end, without further approvals. Rules that deny a spend still apply.",
    tag: "treasury",
    access: "authorize",
    input: standingApprovalRequestSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: ["standing_approval_limit_reached", ...actionErrors],
  },
  revokeStandingApproval: {
    call: "standingApprovals.revoke",
    method: "POST",
    path: "/treasury/standing-approvals/{standingApprovalId}/revoke",
    summary: "Revoke a standing approval",
    description: "Ends a standing approval at once.",
    tag: "treasury",
    access: "authorize",
    input: standingApprovalReferenceSchema,
    output: revokedStandingApprovalSchema,
    idempotencyKey: true,
    errors: ["standing_approval_not_found"],
  },
} as const satisfies RouteDeclarations;
