import * as z from "zod";
import { inboxRequestSchema } from "./inbox.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";

export const workspaceListSchema = responseShape(
  "WorkspaceList",
  "Response of `GET /treasury/workspaces`: the workspaces that exist and that the person may read.",
  z.object({
    workspaces: z
      .array(z.object({ workspaceId: z.string().describe("Workspace.") }))
      .describe("Ordered by id. A workspace exists from its first change on."),
    cursor: z
      .string()
      .nullable()
      .describe(
        "Cursor of the next page; null on the last page. A page can be empty and have a cursor. It is a position and names no workspace.",
      ),
  }),
);
export interface WorkspaceList extends z.infer<typeof workspaceListSchema> {}

export const workspaceListRequestSchema = requestShape(
  "WorkspaceListRequest",
  "Query of `GET /treasury/workspaces`.",
  z.object({
    cursor: inboxRequestSchema.shape.cursor,
    limit: inboxRequestSchema.shape.limit.describe(
      "Maximum number of workspaces that a page examines, 1 to 100. Default: 100.",
    ),
  }),
);
export interface WorkspaceListRequest extends z.input<typeof workspaceListRequestSchema> {}

/** The workspaces that exist. */
export const workspaceRoutes = {
  listWorkspaces: {
    call: "workspaces",
    method: "GET",
    path: "/treasury/workspaces",
    summary: "List the workspaces that exist",
    description:
      "Returns the workspaces that the caller may read, ordered by id, in pages that can be empty.",
    tag: "treasury",
    access: "authorize",
    input: workspaceListRequestSchema,
    output: workspaceListSchema,
    errors: [],
  },
} as const satisfies RouteDeclarations;
