import * as z from "zod";
import { filledProse, time, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { writtenRulesSchema } from "./written-rules.ts";

export const maximumSentenceCharacters = 4_000;

export const ruleWritingSchema = requestShape(
  "RuleWritingRequest",
  "Body of `POST /treasury/rules/write`.",
  z.object({
    workspaceId,
    sentence: filledProse(maximumSentenceCharacters).describe(
      "What the rules shall do, in any language.",
    ),
    rules: writtenRulesSchema
      .optional()
      .describe("Rules that the draft changes. Default: the rules in effect."),
  }),
);
export interface RuleWritingRequest extends z.input<typeof ruleWritingSchema> {}

export const ruleExampleSchema = responseShape(
  "RuleExample",
  "An example spend with its outcome under a draft, without screening and the five limits.",
  z.object({
    amountUsd: z.number().describe("Amount in USD."),
    vendor: z.string().describe("Vendor."),
    category: z.string().nullable().describe("Category; null without one."),
    agentId: z.string().describe("Agent."),
    rail: z.string().describe("Rail."),
    at: time.describe("Time of the spend. ISO 8601, UTC."),
    availableUsd: z
      .number()
      .nullable()
      .describe("Balance before the spend, in USD; null if the draft has no rule about it."),
    earlier: z
      .object({
        spends: z.number().int().describe("Number of spends."),
        amountUsd: z.number().describe("Their sum in USD."),
        vendor: z.string().describe("Vendor of the first of them."),
        at: time.describe("Time of the first of them. ISO 8601, UTC."),
      })
      .nullable()
      .describe("Spends before it, which a person approved; null without any."),
    outcome: z
      .enum(["denied", "waits", "automatic", "allowed"])
      .describe(
        "`denied`: a rule denies it. `waits`: it needs approval. `automatic`: a rule approves it. `allowed`: no rule stops it, and the five limits decide.",
      ),
    approvals: z
      .number()
      .int()
      .describe("Number of persons that must approve it; 0 unless it `waits`."),
  }),
);
export interface RuleExample extends z.infer<typeof ruleExampleSchema> {}

export const draftedRulesSchema = responseShape(
  "DraftedRules",
  "Response of `POST /treasury/rules/write`. The draft is not stored, and judges no spend.",
  z.object({
    rules: writtenRulesSchema.describe("The draft: valid rules, which a model wrote."),
    timeZone: z
      .string()
      .describe("IANA time zone of days, hours and windows in the rules, such as `Europe/Berlin`."),
    examples: z
      .array(ruleExampleSchema)
      .describe(
        "Example spends, chosen so that most mistakes in the draft change the outcome of at least one. They cover a draft of many rules in part.",
      ),
  }),
);
export interface DraftedRules extends z.infer<typeof draftedRulesSchema> {}

/** Drafts of rules by the connected model. */
export const ruleWritingRoutes = {
  writeRules: {
    call: "rules.write",
    method: "POST",
    path: "/treasury/rules/write",
    tag: "treasury",
    access: "authorize",
    summary: "Let the connected model draft rules from a sentence",
    description:
      "Returns a draft with example spends that a mistake in it would change. Stores and publishes nothing. The model is asked at most three times.",
    input: ruleWritingSchema,
    output: draftedRulesSchema,
    repeats: "never",
    errors: ["model_not_connected", "model_failed", "tab_closed"],
  },
} as const satisfies RouteDeclarations;
