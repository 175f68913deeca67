import * as z from "zod";
import { mustBe } from "./fields.ts";
import { requestShapes, responseShape } from "./shape.ts";
import schema from "./written-rules.schema.json" with { type: "json" };

/** Rules as a person writes them, in YAML or JSON. */
export interface WrittenRuleSet {
  readonly version: 1;
  readonly rules: readonly WrittenRule[];
}

export interface WrittenRule {
  readonly id: string;
  readonly selfReported?: true | undefined;
  /** ISO 8601. */
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | undefined;
  readonly when?: WrittenCondition | undefined;
  readonly then: WrittenAction;
  readonly message?: string | undefined;
}

/** A number of USD, or its decimal text. */
export type WrittenUsd = number | string;

export interface WrittenCondition {
  readonly agents?: WrittenNames | undefined;
  readonly allocations?: readonly string[] | undefined;
  /** Exactly one field. */
  readonly vendors?: WrittenVendors | undefined;
  readonly categories?: WrittenCategories | undefined;
  readonly amountUsd?: WrittenAmounts | undefined;
  readonly balancePercent?: WrittenPercentages | undefined;
  readonly rails?: readonly string[] | undefined;
  readonly days?: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | undefined;
  readonly hours?: string | undefined;
  readonly timeZone?: string | undefined;
}

export interface WrittenPercentages {
  readonly from?: number | undefined;
  readonly below?: number | undefined;
}

/** A list is the short form of `in`. */
export type WrittenNames =
  | readonly string[]
  | { readonly in: readonly string[] }
  | { readonly notIn: readonly string[] };

export type WrittenCategories = WrittenNames | { readonly none: true };

export interface WrittenVendors {
  readonly in?: readonly string[] | undefined;
  readonly notIn?: readonly string[] | undefined;
  readonly firstPayment?: true | undefined;
}

export interface WrittenAmounts {
  readonly from?: WrittenUsd | undefined;
  readonly below?: WrittenUsd | undefined;
}

/** Exactly one field. */
export interface WrittenAction {
  readonly deny?: true | undefined;
  readonly requireApprovals?: WrittenRequirement | undefined;
  readonly autoApprove?: true | undefined;
  readonly keepAvailableUsd?: WrittenUsd | undefined;
  readonly limit?: WrittenLimit | undefined;
  readonly duplicate?: { readonly hours: number } | undefined;
}

export interface WrittenRequirement {
  readonly count: number;
  readonly from?: readonly string[] | undefined;
  readonly notProposer?: boolean | undefined;
  readonly passkey?: boolean | undefined;
  readonly page?: boolean | undefined;
}

/** Exactly one of `amountUsd`, `count` and `newPayees`. */
export interface WrittenLimit {
  readonly amountUsd?: WrittenUsd | undefined;
  readonly count?: number | undefined;
  readonly newPayees?: number | undefined;
  readonly counts?: "all" | "automatic" | undefined;
  readonly per?: WrittenWindow | undefined;
  readonly by?: "agent" | "vendor" | "category" | "allocation" | undefined;
  readonly atProposal?: "deny" | "review" | undefined;
}

export type WrittenWindow =
  | "hour"
  | "day"
  | "week"
  | "month"
  | "quarter"
  | "year"
  | { readonly rollingHours: number }
  | { readonly rollingMinutes: number };

/**
 * Any object. `readRuleSet` of `@agent-treasury/rules` checks the fields and describes each problem.
 * That package generates the JSON Schema, because it depends on this one.
 */
export const writtenRulesSchema: z.ZodType<WrittenRuleSet, WrittenRuleSet> = responseShape(
  "WrittenRuleSet",
  "Spending rules as a person writes them. docs/rules.md describes each field.",
  z
    .looseObject({}, { error: mustBe("an object with `version` and `rules`") })
    .meta(schema) as unknown as z.ZodType<WrittenRuleSet, WrittenRuleSet>,
);
requestShapes.add(writtenRulesSchema, { id: "WrittenRuleSet" });
