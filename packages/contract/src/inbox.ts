import * as z from "zod";
import { administrativeActionSchema } from "./actions.ts";
import { proposalSchema } from "./proposals.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { budgetSchema, treasuryStateSchema } from "./treasury.ts";
import { pageRequestSchema } from "./workspace.ts";

const state = treasuryStateSchema.shape;

export const inboxWorkspaceSchema = responseShape(
  "InboxWorkspace",
  "The money of a workspace in which something needs approval.",
  z.object({
    workspaceId: state.workspaceId,
    balanceUsd: state.balanceUsd,
    heldUsd: state.heldUsd,
    spentTodayUsd: state.spentTodayUsd,
    budget: budgetSchema.describe("Current limits."),
    autoApprovePayees: state.autoApprovePayees,
    autoApproveDailyUsd: state.autoApproveDailyUsd,
    pendingCount: z
      .number()
      .int()
      .describe("Number of proposals that need approval. `proposals` has the oldest 50 of them."),
  }),
);
export interface InboxWorkspace extends z.infer<typeof inboxWorkspaceSchema> {}

export const inboxSchema = responseShape(
  "Inbox",
  "Response of `GET /treasury/inbox`: what needs approval in the workspaces that the person may read.",
  z.object({
    proposals: z.array(proposalSchema).describe("Pending proposals, the oldest first."),
    actions: z
      .array(administrativeActionSchema)
      .describe("Pending administrative actions, the oldest first."),
    workspaces: z.array(inboxWorkspaceSchema).describe("The workspaces of these items."),
    notDone: z
      .array(
        z.object({
          workspaceId: z.string().describe("Workspace."),
          problem: z.string().describe("Reason."),
        }),
      )
      .describe("Workspaces that could not be read."),
    cursor: z
      .string()
      .nullable()
      .describe(
        "Cursor of the next page; null on the last page. A page can be empty and have a cursor. It is a position and names no workspace.",
      ),
  }),
);
export interface Inbox extends z.infer<typeof inboxSchema> {}

export const inboxRequestSchema = requestShape(
  "InboxRequest",
  "Query of `GET /treasury/inbox`.",
  z.object({
    cursor: pageRequestSchema.shape.cursor,
    limit: pageRequestSchema.shape.limit.describe(
      "A page ends after the workspace that completes this number of items, and after 200 workspaces. 1 to 100. Default: 100.",
    ),
  }),
);
export interface InboxRequest extends z.input<typeof inboxRequestSchema> {}

/** What needs approval in all workspaces. */
export const inboxRoutes = {
  readInbox: {
    call: "inbox",
    method: "GET",
    path: "/treasury/inbox",
    summary: "Read what needs approval in all workspaces",
    description:
      "Returns pending spends and administrative actions of the workspaces that the caller may read.",
    tag: "treasury",
    access: "authorize",
    input: inboxRequestSchema,
    output: inboxSchema,
    errors: [],
  },
} as const satisfies RouteDeclarations;
