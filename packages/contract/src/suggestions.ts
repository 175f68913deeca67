import * as z from "zod";
import { time } from "./fields.ts";
import { type RouteDeclarations, responseShape } from "./shape.ts";
import { workspaceRequestSchema } from "./workspace.ts";
import { writtenRulesSchema } from "./written-rules.ts";

export const suggestionSchema = responseShape(
  "Suggestion",
  "An approval in advance that would have replaced decisions of persons. It is not in effect.",
  z.object({
    kind: z
      .enum(["standing_approval", "rules"])
      .describe(
        "`standing_approval`: for one payee of the agent. `rules`: for small spends of the agent to payees known to the workspace, which are those that a person approved in the last 180 days.",
      ),
    agentId: z.string().describe("Agent whose spends it approves."),
    vendor: z.string().nullable().describe("Payee of a standing approval; null for rules."),
    maximumUsd: z.number().describe("Maximum of each spend in USD."),
    count: z
      .number()
      .int()
      .nullable()
      .describe("Number of spends of a standing approval; null for rules."),
    endsAt: time.nullable().describe("End of a standing approval, ISO 8601, UTC; null for rules."),
    atMostUsd: z
      .number()
      .describe(
        "What it lets the agent spend without a person, in USD: in total, or by rules in a month.",
      ),
    rules: writtenRulesSchema
      .nullable()
      .describe("The rules in effect with the suggested ones; null for a standing approval."),
    spends: z
      .array(
        z.object({
          proposalId: z.string().describe("Id of the spend."),
          vendor: z.string().nullable().describe("Vendor; null if erased."),
          amountUsd: z.number().describe("Approved amount in USD."),
          decidedAt: time.describe("Time of the last approval. ISO 8601, UTC."),
        }),
      )
      .describe("The newest 50 decisions that it would have replaced."),
    spendCount: z.number().int().describe("Number of all these decisions."),
  }),
);
export interface Suggestion extends z.infer<typeof suggestionSchema> {}

export const suggestionListSchema = responseShape(
  "SuggestionList",
  "Response of `GET /treasury/rules/suggestions`.",
  z.object({
    suggestions: z
      .array(suggestionSchema)
      .describe("Suggestions from the last 30 days, most decisions first."),
    isComplete: z
      .boolean()
      .describe("False if older spends of these days were not read: at most 10,000 are."),
  }),
);
export interface SuggestionList extends z.infer<typeof suggestionListSchema> {}

/** Suggestions from what persons decided. */
export const suggestionRoutes = {
  listSuggestions: {
    call: "rules.suggestions",
    method: "GET",
    path: "/treasury/rules/suggestions",
    tag: "treasury",
    access: "authorize",
    summary: "Suggest approvals in advance from past decisions",
    description:
      "Returns standing approvals and rules that would have replaced decisions of persons in the last 30 days, with these decisions as evidence. Stores nothing.",
    input: workspaceRequestSchema,
    output: suggestionListSchema,
    errors: [],
  },
} as const satisfies RouteDeclarations;
