import * as z from "zod";
import { failureItemSchema } from "./agent.ts";
import { time, workspaceId } from "./fields.ts";
import { explanationItemSchema } from "./proposing.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { writtenRulesSchema } from "./written-rules.ts";

const moment = z.iso
  .datetime({ error: "must be a time in ISO 8601 with a time zone", offset: true })
  .optional();

export const replayRequestSchema = requestShape(
  "ReplayRequest",
  "Body of `POST /treasury/rules/replay`.",
  z.object({
    workspaceId,
    rules: writtenRulesSchema
      .optional()
      .describe(
        "Rules to replay. Default: the rules that were in effect at each time, whose replay changes nothing.",
      ),
    from: moment.describe("Reports spends proposed at or after this time. Default: all."),
    to: moment.describe("Reports spends proposed before this time. Default: all."),
  }),
);
export interface ReplayRequest extends z.input<typeof replayRequestSchema> {}

const outcome = z.enum(["automatic", "approved", "waits", "declined", "denied", "failed"]);
export type ReplayOutcomeName = ReplayChange["before"];

const reason = z.enum(["facts", "vendor", "judge", "approvers", "allocation", "clock"]);
export type ReplayUnknownReason = ReplayUnknown["reason"];

const spendFields = {
  proposalId: z.string().describe("Proposal id."),
  createdAt: time.describe("Time of the proposal. ISO 8601, UTC."),
  vendor: z.string().nullable().describe("Vendor; null if its text was erased."),
  agentId: z.string().describe("Agent that proposed it."),
  amountUsd: z.number().describe("Proposed amount in USD."),
};

export const replayChangeSchema = responseShape(
  "ReplayChange",
  "A past spend whose outcome would have been another one.",
  z.object({
    ...spendFields,
    before: outcome.describe("Its outcome in fact."),
    after: outcome.describe(
      "Its outcome under the rules. `waits`: no approval was requested, or too few persons decided.",
    ),
    foundBefore: explanationItemSchema
      .nullable()
      .describe("What decided in fact; null if no rule or limit did."),
    foundAfter: explanationItemSchema
      .nullable()
      .describe("What would have decided; null if no rule or limit would."),
  }),
);
export interface ReplayChange extends z.infer<typeof replayChangeSchema> {}

export const replayUnknownSchema = responseShape(
  "ReplayUnknown",
  "A past spend whose outcome under the rules cannot be known. The replay assumes its outcome in fact.",
  z.object({
    ...spendFields,
    outcome: outcome.describe("Its outcome in fact."),
    reason: reason.describe(
      "`facts`: an earlier version did not record limits and balance. `vendor`: the vendor was erased without its hash. `judge`: the judge was not asked. `approvers`: they were not recorded. `allocation`: other spends would have used it differently. `clock`: the storage's clock was set back.",
    ),
  }),
);
export interface ReplayUnknown extends z.infer<typeof replayUnknownSchema> {}

const totalFields = {
  beforeUsd: z.number().describe("In fact."),
  ifNoneUsd: z.number().describe("Under the rules, if no person approves what would have waited."),
  ifAllUsd: z.number().describe("Under the rules, if persons approve all of it."),
};

export const replayTotalsSchema = responseShape(
  "ReplayTotals",
  "Amounts of spends that were approved and not stopped by a limit, in USD.",
  z.object(totalFields),
);
export interface ReplayTotals extends z.infer<typeof replayTotalsSchema> {}

export const replayGroupSchema = responseShape(
  "ReplayGroup",
  "Totals of one vendor or agent.",
  z.object({
    id: z.string().describe("The agent's id, or a name of the vendor for comparison."),
    name: z.string().nullable().describe("Name; null if its text was erased."),
    spends: z.number().int().describe("Number of spends."),
    changed: z.number().int().describe("Number of spends with another outcome."),
    ...totalFields,
  }),
);
export interface ReplayGroup extends z.infer<typeof replayGroupSchema> {}

export const replayReportSchema = responseShape(
  "ReplayReport",
  "What rules would have done over the workspace's history.",
  z.object({
    workspaceId: z.string().describe("Workspace of the history."),
    from: time.nullable().describe("Start of the reported range; null for all. ISO 8601, UTC."),
    to: time.nullable().describe("End of the reported range; null for all. ISO 8601, UTC."),
    isComplete: z
      .boolean()
      .describe(
        "False if the history has more proposals than a replay reads, so that the oldest are missing.",
      ),
    spends: z.number().int().describe("Number of spends in the range."),
    changed: z.number().int().describe("Number of spends with another outcome."),
    changes: z.array(replayChangeSchema).describe("The newest 1,000 of them, newest first."),
    unknown: z.number().int().describe("Number of spends whose outcome cannot be known."),
    unknowns: z.array(replayUnknownSchema).describe("The newest 1,000 of them, newest first."),
    unknownReasons: z
      .array(
        z.object({
          reason: reason.describe("Reason, as in `unknowns`."),
          spends: z.number().int().describe("Number of spends."),
        }),
      )
      .describe("Number of spends by reason."),
    outcomes: z
      .array(
        z.object({
          outcome: outcome.describe("Outcome."),
          before: z.number().int().describe("Number of spends in fact."),
          after: z.number().int().describe("Number of spends under the rules."),
        }),
      )
      .describe("Number of spends by outcome."),
    totals: replayTotalsSchema.describe("Totals of the range."),
    vendors: z
      .array(replayGroupSchema)
      .describe("Totals of the 200 vendors with the largest difference."),
    agents: z
      .array(replayGroupSchema)
      .describe("Totals of the 200 agents with the largest difference."),
  }),
);
export interface ReplayReport extends z.infer<typeof replayReportSchema> {}

export const replayProgressItemSchema = responseShape(
  "ReplayProgressItem",
  "The progress of a replay.",
  z.object({
    kind: z.literal("progress"),
    step: z.enum(["read", "evaluate"]).describe("Reading the history, then evaluating it."),
    proposals: z.number().int().describe("Number of proposals read so far."),
    share: z.number().min(0).max(1).describe("Done part of the evaluation, 0 to 1."),
  }),
);
export interface ReplayProgressItem extends z.infer<typeof replayProgressItemSchema> {}

export const replayResultItemSchema = responseShape(
  "ReplayResultItem",
  "The last item of a replay's stream.",
  z.object({ kind: z.literal("result"), result: replayReportSchema.describe("The report.") }),
);
export interface ReplayResultItem extends z.infer<typeof replayResultItemSchema> {}

export const replayStreamItemSchema = responseShape(
  "ReplayStreamItem",
  "One item of a replay's stream, discriminated by `kind`.",
  z.union([replayProgressItemSchema, replayResultItemSchema, failureItemSchema]),
);
export type ReplayStreamItem = z.infer<typeof replayStreamItemSchema>;

/** What rules would have done. */
export const replayRoutes = {
  replayRules: {
    method: "POST",
    path: "/treasury/rules/replay",
    summary: "Replay the history under other rules",
    description:
      "Evaluates past spends under a draft, or under the rules of their time, and reports which would have had another outcome. Changes nothing.",
    tag: "treasury",
    access: "authorize",
    input: replayRequestSchema,
    output: replayReportSchema,
    stream: replayStreamItemSchema,
    repeats: "safe",
    errors: [],
  },
} as const satisfies RouteDeclarations;
