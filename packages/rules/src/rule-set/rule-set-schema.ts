import * as z from "zod";
import { conditionSchema } from "../conditions/conditions.ts";
import { actionSchema } from "./action-schema.ts";
import { ruleIdPattern } from "./problem.ts";
import { expects, expectsTrue, plainText, strict } from "./schema-fields.ts";
import type { WrittenRule, WrittenRuleSet } from "./written-rule-set.ts";

/** The address of the JSON Schema, for editors. */
export const ruleSetSchemaUrl = "https://unpkg.com/@agent-treasury/rules/rules.schema.json";

export const maximumRules = 200;

const time = z.iso.datetime({
  offset: true,
  error: expects("a time with a time zone, such as 2026-12-01T00:00:00Z"),
});

export const ruleSchema: z.ZodType<WrittenRule> = strict({
  id: z
    .string({
      error: expects(
        "an id of 1 to 40 lower-case letters, digits and `-`, beginning with a letter or digit",
      ),
    })
    .regex(ruleIdPattern)
    .describe("Id of the rule, unique in the set. 1 to 40 lower-case letters, digits and `-`."),
  selfReported: z
    .literal(true, { error: expectsTrue("Otherwise remove the field") })
    .optional()
    .describe(
      "Accepts that an automatic approval depends on the vendor or category that the agent reports.",
    ),
  validFrom: time.optional().describe("Time from which the rule applies, in ISO 8601."),
  validUntil: time.optional().describe("Time from which the rule no longer applies, in ISO 8601."),
  when: conditionSchema.optional(),
  then: actionSchema,
  message: plainText(300, "a text")
    .refine((text) => /\S/.test(text), { error: "must not be blank. Remove the field otherwise" })
    .optional()
    .describe("Replaces the explanation that agents and approvers see."),
});

/** Checks the shape of written rules. `readRuleSet` also checks how they fit together. */
export const ruleSetSchema: z.ZodType<WrittenRuleSet> = strict({
  version: z.literal(1, { error: expects("1") }).describe("Version of this format. Always 1."),
  rules: z
    .array(ruleSchema, { error: expects("a list of rules") })
    .max(maximumRules, { error: `must have at most ${maximumRules} rules` })
    .describe("Rules in the order in which they are shown. The order does not affect a verdict."),
}).describe("Spending rules of Agent Treasury.");

/** Returns the JSON Schema (draft 2020-12) of written rules. */
export function ruleSetJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(ruleSetSchema, { io: "input" });
  return { $schema, $id: ruleSetSchemaUrl, title: "Agent Treasury rules", ...schema };
}
