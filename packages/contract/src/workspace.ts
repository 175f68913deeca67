import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { mustBe, text, workspaceId } from "./fields.ts";
import { requestShape } from "./shape.ts";

export const noInputSchema = requestShape("NoInput", "A request without fields.", z.object({}));
export type NoInput = z.input<typeof noInputSchema>;

export const workspaceRequestSchema = requestShape(
  "WorkspaceRequest",
  "The workspace of a request; `demo` if omitted.",
  z.object({ workspaceId }),
);
export interface WorkspaceRequest extends z.input<typeof workspaceRequestSchema> {}

export const pageRequestSchema = requestShape(
  "PageRequest",
  "Query of a paginated list.",
  z.object({
    workspaceId,
    cursor: text(200)
      .optional()
      .describe("Cursor from the previous page. Omit it to read the first page."),
    limit: z.coerce
      .number<number>({ error: mustBe("a whole number") })
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be at least 1" })
      .max(requestLimits.pageEntries, { error: `must be at most ${requestLimits.pageEntries}` })
      .default(requestLimits.pageEntries)
      .describe("Maximum number of items per page, 1 to 100. Default: 100."),
  }),
);
export interface PageRequest extends z.input<typeof pageRequestSchema> {}
