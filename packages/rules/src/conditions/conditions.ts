import type { JsonObject } from "@agent-treasury/provider";
import type * as z from "zod";
import { strict } from "../rule-set/schema-fields.ts";
import type { WrittenCondition } from "../rule-set/written-rule-set.ts";
import { agentConditions } from "./agent-conditions.ts";
import { amountConditions } from "./amount-conditions.ts";
import type { Condition, ConditionKind, ConditionKinds, WriteUsd } from "./condition.ts";
import { nameConditions } from "./name-conditions.ts";
import { railConditions } from "./rail-conditions.ts";
import { timeConditions } from "./time-conditions.ts";
import { withoutNulls } from "./written-values.ts";

/** Every condition, in the order of the canonical form. */
export const conditions: ConditionKinds = {
  ...agentConditions,
  ...nameConditions,
  ...amountConditions,
  ...railConditions,
  ...timeConditions,
};

/** A condition whose types are not known. */
export type AnyCondition = ConditionKind<keyof WrittenCondition, unknown> & {
  readonly name: keyof Condition;
};

export const conditionList: readonly AnyCondition[] = Object.entries(conditions).map(
  ([name, kind]) => ({ ...(kind as AnyCondition), name: name as keyof Condition }),
);

export const noConditions: Condition = mapped((): null => null);

function mapped(valueOf: (kind: AnyCondition) => unknown): Condition {
  const entries = conditionList.map((kind) => [kind.name, valueOf(kind)] as const);
  return Object.fromEntries(entries) as unknown as Condition;
}

export const conditionSchema: z.ZodType<WrittenCondition> = strict(
  Object.fromEntries(conditionList.map(({ field, schema }) => [field, schema.optional()])),
).describe(
  "Conditions of the rule. All given ones must hold. Without any, it applies to every spend.",
);

/** Reads conditions that have been checked. */
export function readCondition(written: WrittenCondition): Condition {
  return mapped(({ field, read }) => {
    const given = written[field];
    return given === undefined ? null : read(given);
  });
}

export function conditionToJson(when: Condition, usdOf: WriteUsd): JsonObject {
  return withoutNulls(
    Object.fromEntries(
      conditionList.map(({ name, field, write }) => {
        const value = when[name];
        return [field, value === null ? null : write(value, usdOf)];
      }),
    ),
  );
}

/** Returns the first condition whose subject the agent reports. */
export function reportedField(when: WrittenCondition): keyof WrittenCondition | undefined {
  return conditionList.find(({ field, isReported }) => isReported && when[field] !== undefined)
    ?.field;
}

/** Returns the names that a written or a read condition lists. Empty for others. */
export function listedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value as readonly string[];
  if (typeof value !== "object" || value === null) return [];
  const { in: listed, notIn } = value as Readonly<Record<string, readonly string[] | undefined>>;
  return listed ?? notIn ?? [];
}
