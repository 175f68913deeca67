import * as z from "zod";
import { time } from "./fields.ts";
import { responseShape } from "./shape.ts";

export const approvalProgressSchema = responseShape(
  "ApprovalProgress",
  "The approvals that a proposal or an administrative action has and needs.",
  z.object({
    given: z
      .number()
      .int()
      .describe("Number of persons whose approval counts. A person counts once."),
    needed: z
      .number()
      .int()
      .describe("Number of persons needed: `given` and the fewest further persons. 0 for policy."),
    missing: z
      .array(z.string())
      .describe(
        "What is missing while it is pending, such as `1 more approval from finance`. All of it is necessary.",
      ),
    needsPasskey: z
      .boolean()
      .optional()
      .describe("True while a missing approval needs a passkey; otherwise omitted."),
    by: z
      .array(
        z.object({
          name: z.string().nullable().describe("Name of the person; null if unknown."),
          at: time.describe("Time of the approval. ISO 8601, UTC."),
          comment: z.string().nullable().describe("The approver's comment; null without one."),
          channel: z
            .string()
            .nullable()
            .describe(
              "Where it was given, for example `slack`. `standing` for a standing approval; null for the page and the API.",
            ),
          passkey: z.boolean().describe("Whether the person signed it with a passkey."),
        }),
      )
      .describe(
        "Approvals, oldest first. While many are pending, without comment, channel and passkey.",
      ),
  }),
);
export interface ApprovalProgress extends z.infer<typeof approvalProgressSchema> {}
