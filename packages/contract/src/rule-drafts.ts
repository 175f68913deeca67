import * as z from "zod";
import { mustBe, time, workspaceId } from "./fields.ts";
import { replayChangeSchema, replayTotalsSchema } from "./replay.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { workspaceRequestSchema } from "./workspace.ts";
import { writtenRulesSchema } from "./written-rules.ts";

const longestDays = 366;

const days = z
  .number({ error: mustBe("a number of days") })
  .int({ error: "must be a whole number of days" })
  .min(1, { error: "must be at least 1" })
  .max(longestDays, { error: `must be at most ${longestDays}` });

export const draftRequestSchema = requestShape(
  "RuleDraftRequest",
  "Body of `POST /treasury/rules/draft`.",
  z.object({
    workspaceId,
    rules: writtenRulesSchema.describe("Rules to save. They replace a saved draft."),
    replayDaily: z
      .boolean({ error: mustBe("true or false") })
      .default(true)
      .describe("Whether maintenance replays the draft now and then once a day. Default: true."),
    days: days.default(14).describe("Replays the spends of this number of days. Default: 14."),
  }),
);
export interface RuleDraftRequest extends z.input<typeof draftRequestSchema> {}

export const draftReplaySchema = responseShape(
  "DraftReplay",
  "What a saved draft would have done over the last days, without texts.",
  z.object({
    at: time.describe("Time of the replay. ISO 8601, UTC."),
    days: z.number().int().describe("Number of days of the range."),
    isComplete: z.boolean().describe("False if the oldest spends are missing."),
    spends: z.number().int().describe("Number of spends in the range."),
    changed: z.number().int().describe("Number of spends with another outcome."),
    unknown: z.number().int().describe("Number of spends whose outcome cannot be known."),
    totals: replayTotalsSchema.describe("Totals of the range."),
    changes: z
      .array(
        replayChangeSchema.pick({ proposalId: true, amountUsd: true, before: true, after: true }),
      )
      .describe("The newest 100 spends with another outcome, newest first."),
  }),
);
export interface DraftReplay extends z.infer<typeof draftReplaySchema> {}

export const ruleDraftSchema = responseShape(
  "RuleDraft",
  "The saved draft of a workspace's rules. It judges no spend.",
  z.object({
    rules: writtenRulesSchema.describe("The rules."),
    savedAt: time.describe("Time of saving. ISO 8601, UTC."),
    replayDaily: z.boolean().describe("Whether it is replayed once a day."),
    days: z.number().int().describe("Number of days that are replayed."),
    lastReplay: draftReplaySchema.nullable().describe("The last replay; null before the first."),
    problem: z.string().nullable().describe("Why a later replay failed; null if none did."),
  }),
);
export interface RuleDraft extends z.infer<typeof ruleDraftSchema> {}

export const draftAnswerSchema = responseShape(
  "RuleDraftAnswer",
  "Response of the routes of a draft.",
  z.object({ draft: ruleDraftSchema.nullable().describe("The draft; null without one.") }),
);
export interface RuleDraftAnswer extends z.infer<typeof draftAnswerSchema> {}

const common = {
  path: "/treasury/rules/draft",
  tag: "treasury",
  access: "authorize",
  output: draftAnswerSchema,
  errors: [],
} as const;

/** A saved draft of rules, which maintenance replays. */
export const draftRoutes = {
  readDraft: {
    ...common,
    call: "rules.draft",
    method: "GET",
    summary: "Read the saved draft of rules with its last replay",
    description:
      "Returns the draft of rules that was saved last, and the result of its last replay.",
    input: workspaceRequestSchema,
  },
  saveDraft: {
    ...common,
    call: "rules.saveDraft",
    method: "POST",
    summary: "Save a draft of rules, and replay it daily",
    description:
      "Stores a draft, replaces the former one, and replays past spends under it daily. A draft has no effect on spends.",
    input: draftRequestSchema,
    repeats: "safe",
  },
  removeDraft: {
    ...common,
    call: "rules.removeDraft",
    method: "DELETE",
    summary: "Remove the saved draft of rules",
    description: "Removes the draft and its result. The rules in effect do not change.",
    input: workspaceRequestSchema,
  },
} as const satisfies RouteDeclarations;
