import * as z from "zod";
import { calendarPeriods } from "../windows/calendar.ts";
import {
  exactId,
  exactlyOne,
  expects,
  expectsTrue,
  listOf,
  strict,
  usd,
  whole,
} from "./schema-fields.ts";
import type { WrittenAction } from "./written-rule-set.ts";

const longestHours = 8_760;
const groups = ["agent", "vendor", "category", "allocation"] as const;

const per = z.union(
  [
    z.enum(calendarPeriods),
    z
      .strictObject({ rollingHours: whole(1, longestHours).describe("Number of hours.") })
      .meta({ description: "The given number of hours before each spend. 1 to 8,760." }),
    z
      .strictObject({ rollingMinutes: whole(1, 59).describe("Number of minutes.") })
      .meta({ description: "The given number of minutes before each spend. 1 to 59." }),
  ],
  {
    error: expects(
      "hour, day, week, month, quarter, year, or an object such as `{ rollingHours: 24 }` with 1 to 8,760 hours, or `{ rollingMinutes: 15 }` with 1 to 59 minutes",
    ),
  },
);

const measures = ["amountUsd", "count", "newPayees"] as const;

const limit = strict({
  amountUsd: usd.optional().describe("Maximum amount in USD, per window or per spend."),
  count: whole(1, 1_000_000).optional().describe("Maximum number of spends per window."),
  newPayees: whole(1, 100)
    .optional()
    .describe(
      "Maximum number of distinct payees without an earlier payment per window. At most 100.",
    ),
  counts: z
    .enum(["all", "automatic"], { error: expects("`all` or `automatic`") })
    .optional()
    .describe(
      "`automatic` counts only spends that policy approved, and stops only automatic approval. Default: `all`.",
    ),
  per: per
    .optional()
    .describe(
      "Window in the deployment's time zone. Weeks are ISO weeks. Without it, the limit applies to each spend.",
    ),
  by: z
    .enum(groups, { error: expects(`one of ${groups.join(", ")}`) })
    .optional()
    .describe("Counts separately for each agent, vendor, category or allocation."),
  atProposal: z
    .enum(["deny", "review"], { error: expects("`deny` or `review`") })
    .optional()
    .describe(
      "Result at proposal if the limit is passed. Execution always fails. Default: `review`.",
    ),
})
  .superRefine((given, context) => {
    const problem = exactlyOne(given, measures);
    if (problem !== undefined) context.addIssue(problem);
  })
  .meta({
    description: "A limit. Exactly one of `amountUsd`, `count` and `newPayees`.",
    oneOf: measures.map((measure) => ({
      type: "object",
      properties: { [measure]: true },
      required: [measure],
    })),
  });

const requirement = strict({
  count: whole(1, 10).describe("Number of distinct persons. 1 to 10."),
  from: listOf(exactId("a group"), "groups")
    .optional()
    .describe("Groups. Each counted person must be in at least one of them."),
  notProposer: z
    .boolean({ error: expects("`true` or `false`") })
    .optional()
    .describe("Does not count the person behind the agent. Default: false."),
  passkey: z
    .boolean({ error: expects("`true` or `false`") })
    .optional()
    .describe("Counts only approvals that are signed with a passkey. Default: false."),
  page: z
    .boolean({ error: expects("`true` or `false`") })
    .optional()
    .describe("Does not count approvals through a channel such as Slack. Default: false."),
}).describe("Approvals that the spend needs. All matching requirements must be met.");

const deny = z.literal(true, { error: expectsTrue("To allow the spend, remove the field") });
const autoApprove = z.literal(true, {
  error: expectsTrue("To require approval, remove the field"),
});

const actions = [
  "deny",
  "requireApprovals",
  "autoApprove",
  "keepAvailableUsd",
  "limit",
  "duplicate",
] as const;

export const actionSchema: z.ZodType<WrittenAction> = strict({
  deny: deny.optional().describe("Denies the spend."),
  requireApprovals: requirement.optional(),
  autoApprove: autoApprove
    .optional()
    .describe("Approves the spend without a person, unless another rule needs approval."),
  keepAvailableUsd: usd
    .optional()
    .describe("Balance in USD that must remain after the spend, without held amounts."),
  limit: limit.optional(),
  duplicate: strict({
    hours: whole(1, longestHours).describe("Hours before the spend. 1 to 8,760."),
  })
    .optional()
    .describe(
      "Needs approval if the same payee and amount were proposed within these hours. Never fails an execution.",
    ),
})
  .superRefine((given, context) => {
    const problem = exactlyOne(given, actions);
    if (problem !== undefined) context.addIssue(problem);
  })
  .meta({
    description: "Action of the rule. Exactly one field.",
    minProperties: 1,
    maxProperties: 1,
  });
