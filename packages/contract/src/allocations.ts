import * as z from "zod";
import { actionAnswerSchema, actionErrors } from "./actions.ts";
import { requestLimits } from "./defaults.ts";
import { allocationId, amountFromZero, filledLine, mustBe, time, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { spendWindow } from "./spend-window.ts";
import { workspaceRequestSchema } from "./workspace.ts";

export const allocationSchema = responseShape(
  "Allocation",
  "A share of the workspace's spending, with its usage now.",
  z.object({
    id: z.string().describe("Id, used in proposals, credentials and rules."),
    name: z.string().describe("Name for display."),
    parent: z
      .string()
      .nullable()
      .describe("Allocation above. Spends count against it too; null at the top."),
    limitUsd: z.number().nullable().describe("Maximum in USD; null without a limit of its own."),
    per: spendWindow.nullable().describe("Window of the limit; null for a limit in total."),
    endsAt: time
      .nullable()
      .describe("Time from which no spend is possible. ISO 8601, UTC; null without an end."),
    archived: z.boolean().describe("True if it is closed permanently."),
    usedUsd: z
      .number()
      .nullable()
      .describe("Spent and held in the present window, with allocations below; null if archived."),
    heldUsd: z.number().nullable().describe("On hold; null if archived."),
    leftUsd: z
      .number()
      .nullable()
      .describe("Left of its own limit, at least 0; null without a limit or if archived."),
  }),
);
export interface Allocation extends z.infer<typeof allocationSchema> {}

export const allocationListSchema = responseShape(
  "AllocationList",
  "Response of `GET /treasury/allocations`.",
  z.object({
    allocations: z
      .array(allocationSchema)
      .describe("All allocations. `parent` connects them to a tree."),
  }),
);
export interface AllocationList extends z.infer<typeof allocationListSchema> {}

export const allocationRequestSchema = requestShape(
  "AllocationRequest",
  "Body of `POST /treasury/allocations`. Omitted fields of an existing allocation do not change.",
  z.object({
    workspaceId,
    id: allocationId.describe(
      "Id of the allocation: 1 to 64 lower-case letters, digits and `-`. A new id creates one.",
    ),
    name: filledLine(requestLimits.agentNameCharacters)
      .optional()
      .describe("Name for display. Default: the id."),
    parent: allocationId.nullable().optional().describe("Allocation above; null at the top."),
    limitUsd: amountFromZero
      .nullable()
      .optional()
      .describe("Maximum in USD; null to remove the limit."),
    per: spendWindow
      .nullable()
      .optional()
      .describe("Window of the limit; null for a limit in total."),
    endsAt: z.iso
      .datetime({ offset: true, error: mustBe("a time with a time zone, in ISO 8601") })
      .nullable()
      .optional()
      .describe("Time from which no spend is possible; null to remove the end."),
  }),
);
export interface AllocationRequest extends z.input<typeof allocationRequestSchema> {}

export const allocationReferenceSchema = requestShape(
  "AllocationReference",
  "Input of `POST /treasury/allocations/{allocationId}/archive`.",
  z.object({ workspaceId, allocationId: allocationId.describe("Allocation to archive.") }),
);
export interface AllocationReference extends z.input<typeof allocationReferenceSchema> {}

/** Shares of the workspace's spending. */
export const allocationRoutes = {
  listAllocations: {
    call: "allocations.list",
    method: "GET",
    path: "/treasury/allocations",
    summary: "List allocations and their usage",
    description:
      "Returns all allocations of the workspace with what is spent, on hold and left of each.",
    tag: "treasury",
    access: "authorize",
    input: workspaceRequestSchema,
    output: allocationListSchema,
    errors: [],
  },
  setAllocation: {
    call: "allocations.set",
    method: "POST",
    path: "/treasury/allocations",
    summary: "Create or change an allocation",
    description:
      "Creates an allocation, or changes the given fields of an existing one. The change is an administrative action: it is applied once it has the approvals that the present rules require.",
    tag: "treasury",
    access: "authorize",
    input: allocationRequestSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: actionErrors,
  },
  archiveAllocation: {
    call: "allocations.archive",
    method: "POST",
    path: "/treasury/allocations/{allocationId}/archive",
    summary: "Archive an allocation",
    description:
      "Closes an allocation permanently. No later spend can use it. The change is an administrative action.",
    tag: "treasury",
    access: "authorize",
    input: allocationReferenceSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: ["allocation_not_found", ...actionErrors],
  },
} as const satisfies RouteDeclarations;
