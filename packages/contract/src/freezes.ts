import * as z from "zod";
import { actionAnswerSchema, actionErrors } from "./actions.ts";
import { requestLimits } from "./defaults.ts";
import { filledLine, mustBe, text, time, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { workspaceRequestSchema } from "./workspace.ts";

const scopes = ["workspace", "allocation", "agent", "vendor"] as const;

const scope = z
  .enum(scopes, { error: mustBe("`workspace`, `allocation`, `agent` or `vendor`") })
  .describe("What to freeze. An allocation includes all allocations below it.");

const target = filledLine(requestLimits.vendorCharacters)
  .optional()
  .describe(
    "Id of the allocation or agent (`agent` for the built-in agent), or name of the vendor. Omit it for a workspace.",
  );

const operator = text(requestLimits.operatorCharacters)
  .optional()
  .describe("Name of the person, recorded as unverified. Ignored where approvers sign in.");

const reason = text(requestLimits.commentCharacters)
  .optional()
  .describe("Reason, for the audit record.");

const targetByScope = {
  if: { properties: { scope: { const: "workspace" } }, required: ["scope"] },
  // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
  then: { properties: { id: false } },
  else: { properties: { id: true }, required: ["id"] },
};

export const paymentInFlightSchema = responseShape(
  "PaymentInFlight",
  "A payment that began before a freeze, and had no recorded outcome then. It cannot be recalled. Its outcome is recorded, late captures included.",
  z.object({
    workspaceId: z.string().describe("Workspace of the payment."),
    proposalId: z.string().describe("Proposal of the payment."),
    amountUsd: z.number().describe("Amount on hold, in USD."),
    vendor: z.string().describe("Payee."),
    executor: z.string().describe("Payment executor that pays it."),
    since: time.describe("Time of the hold. ISO 8601, UTC."),
    until: time
      .nullable()
      .describe(
        "End of the lease under which a process pays it. Null if that call has ended without an outcome. ISO 8601, UTC.",
      ),
  }),
);
export interface PaymentInFlight extends z.infer<typeof paymentInFlightSchema> {}

export const freezeSchema = responseShape(
  "Freeze",
  "A freeze that is in effect. Nothing in its scope is paid, at the first attempt or a later one.",
  z.object({
    scope: z
      .enum([...scopes, "deployment"])
      .describe("What is frozen. `deployment`: all workspaces."),
    id: z
      .string()
      .nullable()
      .describe(
        "Allocation, agent, or vendor as it was named; null for a workspace and the deployment.",
      ),
    reason: z.string().nullable().describe("Reason; null without one."),
    frozenBy: z.string().nullable().describe("Person or agent that froze it; null if unknown."),
    frozenAt: time.describe("Time of the freeze. ISO 8601, UTC."),
    payments: z
      .array(paymentInFlightSchema)
      .describe("Payments in its scope that were in flight at that time."),
  }),
);
export interface Freeze extends z.infer<typeof freezeSchema> {}

export const stoppedSpendSchema = responseShape(
  "StoppedSpend",
  "A pending spend in the scope of a freeze. Its approval is refused until the freeze ends.",
  z.object({
    proposalId: z.string().describe("Proposal of the spend."),
    reason: z.string().describe("What is frozen, as one sentence."),
  }),
);
export interface StoppedSpend extends z.infer<typeof stoppedSpendSchema> {}

export const freezeListSchema = responseShape(
  "FreezeList",
  "Response of `GET /treasury/freezes`.",
  z.object({
    freezes: z.array(freezeSchema).describe("All freezes in effect, the oldest first."),
    stopped: z.array(stoppedSpendSchema).describe("Pending spends that they stop."),
  }),
);
export interface FreezeList extends z.infer<typeof freezeListSchema> {}

export const freezeRequestSchema = requestShape(
  "FreezeRequest",
  "Body of `POST /treasury/freezes`.",
  z.object({ workspaceId, scope, id: target, reason, operator }).meta(targetByScope),
);
export interface FreezeRequest extends z.input<typeof freezeRequestSchema> {}

export const freezeAnswerSchema = responseShape(
  "FreezeAnswer",
  "Response of `POST /treasury/freezes`.",
  z.object({
    freeze: freezeSchema.describe("The freeze. A repeated request returns the first one."),
  }),
);
export interface FreezeAnswer extends z.infer<typeof freezeAnswerSchema> {}

export const unfreezeRequestSchema = requestShape(
  "UnfreezeRequest",
  "Body of `POST /treasury/unfreeze`.",
  z
    .object({
      workspaceId,
      scope: scope.describe("What to unfreeze."),
      id: target,
      operator,
    })
    .meta(targetByScope),
);
export interface UnfreezeRequest extends z.input<typeof unfreezeRequestSchema> {}

export const deploymentFreezeRequestSchema = requestShape(
  "DeploymentFreezeRequest",
  "Body of `POST /treasury/freeze-all`.",
  z.object({ reason, operator }),
);
export interface DeploymentFreezeRequest extends z.input<typeof deploymentFreezeRequestSchema> {}

export const deploymentUnfreezeRequestSchema = requestShape(
  "DeploymentUnfreezeRequest",
  "Body of `POST /treasury/unfreeze-all`.",
  z.object({ operator }),
);
export interface DeploymentUnfreezeRequest extends z.input<
  typeof deploymentUnfreezeRequestSchema
> {}

const problems = z.array(
  z.object({
    workspaceId: z.string().describe("Workspace."),
    problem: z.string().describe("Reason."),
  }),
);

export const deploymentFreezeAnswerSchema = responseShape(
  "DeploymentFreezeAnswer",
  "Response of `POST /treasury/freeze-all`.",
  z.object({
    done: z.array(z.string()).describe("Workspaces that are frozen."),
    notDone: problems.describe(
      "Workspaces that could not be reached. Nothing is paid in them either, but payments in flight there are not listed. Also replicas of the freeze that could not be written, from `~replica/0`: a new workspace that reads one can pay. Repeat the request.",
    ),
    payments: z
      .array(paymentInFlightSchema)
      .describe("Payments in flight of all these workspaces."),
  }),
);
export interface DeploymentFreezeAnswer extends z.infer<typeof deploymentFreezeAnswerSchema> {}

export const deploymentUnfreezeAnswerSchema = responseShape(
  "DeploymentUnfreezeAnswer",
  "Response of `POST /treasury/unfreeze-all`.",
  z.object({
    done: z.array(z.string()).describe("Workspaces that this freeze no longer stops."),
    pending: problems.describe(
      "Workspaces whose rules require more approvals. Each approver sends the same request, or decides the administrative action.",
    ),
    notDone: problems.describe(
      "Workspaces that could not be reached, and replicas of the freeze that could not be written. Repeat the request.",
    ),
    missing: z
      .array(z.string())
      .describe("Approvals that the deployment's default rules still require. Empty if complete."),
  }),
);
export interface DeploymentUnfreezeAnswer extends z.infer<typeof deploymentUnfreezeAnswerSchema> {}

/** Freezes of payments. */
export const freezeRoutes = {
  listFreezes: {
    call: "freezes.list",
    method: "GET",
    path: "/treasury/freezes",
    summary: "List freezes",
    description: "Returns the freezes in effect, and the pending spends that they stop.",
    tag: "treasury",
    access: "authorize",
    input: workspaceRequestSchema,
    output: freezeListSchema,
    errors: [],
  },
  freeze: {
    call: "freezes.freeze",
    method: "POST",
    path: "/treasury/freezes",
    summary: "Freeze a workspace, an allocation, an agent or a vendor",
    description:
      "Stops payments in a scope at once. A freeze needs no approval. An agent can freeze itself only.",
    tag: "treasury",
    access: "authorize",
    agents: true,
    input: freezeRequestSchema,
    output: freezeAnswerSchema,
    idempotencyKey: true,
    errors: ["allocation_not_found", "freeze_limit_reached"],
  },
  unfreeze: {
    call: "freezes.unfreeze",
    method: "POST",
    path: "/treasury/unfreeze",
    summary: "Unfreeze a workspace, an allocation, an agent or a vendor",
    description:
      "Ends a freeze. The change is an administrative action: it is applied once it has the approvals that the present rules require.",
    tag: "treasury",
    access: "authorize",
    input: unfreezeRequestSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: ["freeze_not_found", ...actionErrors],
  },
  freezeAll: {
    call: "freezes.freezeAll",
    method: "POST",
    path: "/treasury/freeze-all",
    summary: "Freeze all workspaces",
    description:
      "Stops payments in all workspaces at once. The time depends on the number of workspaces.",
    tag: "treasury",
    access: "authorize",
    input: deploymentFreezeRequestSchema,
    output: deploymentFreezeAnswerSchema,
    repeats: "safe",
    errors: [],
  },
  unfreezeAll: {
    call: "freezes.unfreezeAll",
    method: "POST",
    path: "/treasury/unfreeze-all",
    summary: "End the freeze of all workspaces",
    description:
      "Ends the freeze of all workspaces. Workspaces whose rules require more approvals stay frozen until they have them.",
    tag: "treasury",
    access: "authorize",
    input: deploymentUnfreezeRequestSchema,
    output: deploymentUnfreezeAnswerSchema,
    errors: ["freeze_not_found", ...actionErrors],
  },
} as const satisfies RouteDeclarations;
