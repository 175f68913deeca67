import * as z from "zod";
import { mustBe, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";

const day = z
  .string({ error: mustBe("a day such as 2026-11-28") })
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: "must be a day such as 2026-11-28" });

const grouping = z.enum(["agent", "vendor", "category", "meter", "turn", "day"], {
  error: mustBe("`agent`, `vendor`, `category`, `meter`, `turn` or `day`"),
});

export const costsRequestSchema = requestShape(
  "CostsRequest",
  "Input of `GET /treasury/costs`.",
  z.object({
    workspaceId,
    from: day.optional().describe("First business day. Default: 29 days before `to`."),
    to: day.optional().describe("Last business day. Default: today."),
    by: grouping
      .default("agent")
      .describe(
        "What the rows sum up. `meter`: charges of tabs by what they were for, such as a model, and other spends by payee. Default: `agent`.",
      ),
  }),
);
export interface CostsRequest extends z.input<typeof costsRequestSchema> {}

export const costRowSchema = responseShape(
  "CostRow",
  "What was spent on one agent, payee, category, meter, turn or day.",
  z.object({
    key: z.string().nullable().describe("What the row is about; null for spends without it."),
    amountUsd: z.number().describe("Spent in USD, less what was returned."),
    chargedUsd: z
      .number()
      .describe("Part of `amountUsd` that tabs charged, such as model calls. The rest: purchases."),
    spends: z.number().int().describe("Number of spends. A tab is one spend."),
    charges: z.number().int().describe("Number of charges of tabs."),
  }),
);
export interface CostRow extends z.infer<typeof costRowSchema> {}

export const costsSchema = responseShape(
  "Costs",
  "Response of `GET /treasury/costs`: what a workspace spent, from its ledger.",
  z.object({
    from: z.string().describe("First business day."),
    to: z.string().describe("Last business day."),
    by: grouping.describe("What the rows sum up."),
    totalUsd: z.number().describe("Sum of all rows in USD."),
    rows: z.array(costRowSchema).describe("The rows, the largest amount first."),
    isComplete: z
      .boolean()
      .describe(
        "False if the range has more than 100,000 ledger entries. Only the newest are counted.",
      ),
  }),
);
export interface Costs extends z.infer<typeof costsSchema> {}

/** What agents cost. */
export const costRoutes = {
  readCosts: {
    call: "treasury.costs",
    method: "GET",
    path: "/treasury/costs",
    summary: "Read what was spent, by agent, payee, meter or day",
    description:
      "Sums up the ledger of a range of business days. Charges of tabs count once they are posted.",
    tag: "treasury",
    access: "authorize",
    input: costsRequestSchema,
    output: costsSchema,
    errors: [],
  },
} as const satisfies RouteDeclarations;
