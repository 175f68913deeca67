import type { Json, JsonObject } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/provider/helpers";
import * as z from "zod";
import { hoursOf, hoursPattern, hoursText } from "../rule-set/hours.ts";
import {
  alternatives,
  comparedName,
  exactId,
  exactlyOne,
  expects,
  listOf,
  strict,
  usd,
  whole,
} from "../rule-set/schema-fields.ts";
import type { WrittenCondition, WrittenNames } from "../rule-set/written-rule-set.ts";
import { microsOf } from "../rule-set/written-usd.ts";
import { daysOfWeek } from "../windows/calendar.ts";
import type { Condition, ConditionKind, NameCondition, WriteUsd } from "./condition.ts";
import { categoryTest, isNamed, vendorTest } from "./names.ts";

const vendorNames = listOf(
  comparedName("a vendor name or a payee identity"),
  "vendor names and payee identities",
);

const vendors = strict({
  in: vendorNames
    .optional()
    .describe(
      "Vendor names as the agent reports them, or payee identities with a prefix such as `https:` or `stripe:`. Case and white space make no difference.",
    ),
  notIn: vendorNames
    .optional()
    .describe(
      "Every other vendor. A payee identity in the list counts only if the rail proves it, and not if the agent reports it.",
    ),
  firstPayment: z
    .literal(true, { error: expects("`true`") })
    .optional()
    .describe("Payees without a payment that a person approved in the last 180 days."),
})
  .superRefine((given, context) => {
    const problem = exactlyOne(given, ["in", "notIn", "firstPayment"]);
    if (problem !== undefined) context.addIssue(problem);
  })
  .meta({
    description: "Payees of the spend. Exactly one field.",
    minProperties: 1,
    maxProperties: 1,
  });

const namesOr = (list: z.ZodType<readonly string[]>, values: string) =>
  z.union(
    [
      list,
      strict({ in: list.describe("The list itself.") }),
      strict({ notIn: list.describe("All others.") }),
    ],
    { error: expects(`a list of ${values}, or an object with \`in\` or \`notIn\``) },
  );

const categoryNames = listOf(comparedName("a category"), "categories");
const categories = z.union(
  [
    categoryNames,
    strict({ in: categoryNames.describe("The list itself.") }),
    strict({ notIn: categoryNames.describe("All others, and spends without a category.") }),
    strict({ none: z.literal(true).describe("Spends without a category.") }),
  ],
  { error: expects("a list of categories, or an object with `in`, `notIn` or `none`") },
);

/** @param of what the bounds are, such as `amount in USD`. */
function range<Value>(value: z.ZodType<Value>, of: string, description: string, values = "") {
  return strict({
    from: value.optional().describe(`Minimum ${of}, inclusive.${values}`),
    below: value.optional().describe(`Maximum ${of}, exclusive.${values}`),
  })
    .refine((given) => given.from !== undefined || given.below !== undefined, {
      error: "must have `from`, `below` or both",
    })
    .meta({ description, minProperties: 1 });
}

const day = z.enum(daysOfWeek, {
  error: expects("one of mon, tue, wed, thu, fri, sat and sun"),
});

const hours = z
  .string({ error: expects('hours such as "09:00-17:00"') })
  .regex(hoursPattern)
  .refine(
    (written) => {
      const { from, to } = hoursOf(written);
      return from !== to;
    },
    { error: "must not begin and end at the same time. Remove the field for the whole day" },
  );

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const allocationId = z
  .string({ error: expects("an allocation id: lower-case letters, digits and `-`") })
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** Sorted, so that a counter does not begin again when an author reorders a list. */
const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

function toNames(written: WrittenNames, nameOf: (name: string) => string): NameCondition {
  if ("notIn" in written) return { notIn: sorted(written.notIn.map(nameOf)) };
  return { in: sorted(("in" in written ? written.in : written).map(nameOf)) };
}

/** A list remains one, so that sets of earlier versions keep their digest. */
function namesToJson(names: NameCondition): Json {
  return "in" in names ? names.in : { notIn: names.notIn };
}

/** Removes fields that are null, which the written form leaves out. */
export function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Every condition, in the order of the canonical form. */
export const conditions: {
  readonly [Name in keyof Condition]: ConditionKind<
    Name extends "amount" ? "amountUsd" : Name extends "balance" ? "balancePercent" : Name,
    NonNullable<Condition[Name]>
  >;
} = {
  agents: {
    field: "agents",
    schema: namesOr(listOf(exactId("an agent id"), "agent ids"), "agent ids").describe(
      "Agents that propose the spend, by id. The built-in agent is `agent`. `{ notIn }`: every other agent.",
    ),
    part: "agents",
    read: (written) => toNames(written, (id) => id),
    write: namesToJson,
    early:
      (names) =>
      ({ facts }) =>
        isNamed(names, facts.agentId),
  },
  allocations: {
    field: "allocations",
    schema: listOf(allocationId, "allocation ids").describe(
      "Allocations by id. A spend from an allocation below one of them matches too.",
    ),
    part: "allocations",
    read: sorted,
    write: (ids) => ids,
    early:
      (ids) =>
      ({ facts }) =>
        facts.allocations.some((id) => ids.includes(id)),
  },
  vendors: {
    field: "vendors",
    schema: vendors,
    part: "vendors",
    isReported: true,
    read: ({ in: listed, notIn }) => {
      if (listed !== undefined) return { in: sorted(listed.map(earlierName)) };
      return notIn === undefined
        ? { firstPayment: true }
        : { notIn: sorted(notIn.map(earlierName)) };
    },
    write: (names) => {
      if ("in" in names) return { in: names.in };
      return "notIn" in names ? { notIn: names.notIn } : { firstPayment: true };
    },
    early: (names, restricts) => ("firstPayment" in names ? null : vendorTest(names, restricts)),
    late: (names) => ("firstPayment" in names ? ({ isKnownPayee }) => !isKnownPayee : null),
  },
  categories: {
    field: "categories",
    schema: categories.describe(
      "Categories as the agent reports them. Case and white space make no difference. `{ notIn }`: every other category, and none. `{ none: true }`: spends without a category.",
    ),
    part: "categories",
    isReported: true,
    read: (written) => ("none" in written ? { none: true } : toNames(written, earlierName)),
    write: (names) => ("none" in names ? { none: true } : namesToJson(names)),
    early: categoryTest,
  },
  amount: {
    field: "amountUsd",
    schema: range(usd, "amount in USD", "Amount of the spend."),
    part: "amount",
    read: ({ from, below }) => ({
      from: from === undefined ? null : microsOf(from),
      below: below === undefined ? null : microsOf(below),
    }),
    write: ({ from, below }, usdOf) =>
      withoutNulls({
        from: from === null ? null : usdOf(from),
        below: below === null ? null : usdOf(below),
      }),
    check: ({ from, below }) => {
      if (below === undefined || microsOf(below) > microsOf(from ?? 0)) return [];
      const message = `must be above ${from === undefined ? "0" : "`from`"}. No amount matches otherwise`;
      return [{ path: ["below"], message }];
    },
    early:
      ({ from, below }) =>
      ({ facts: { amount } }) =>
        (from === null || amount >= from) && (below === null || amount < below),
  },
  balance: {
    field: "balancePercent",
    schema: range(
      whole(1, 100),
      "percentage",
      "The amount in percent of the balance without held amounts.",
      " 1 to 100.",
    ),
    part: "amount",
    isOpen: true,
    read: ({ from = null, below = null }) => ({ from, below }),
    write: ({ from, below }) => withoutNulls({ from, below }),
    check: ({ from = 0, below }) =>
      below === undefined || below > from
        ? []
        : [{ path: ["below"], message: "must be above `from`" }],
    late:
      ({ from, below }) =>
      ({ amount = 0n, available }) => {
        // Every amount is the smallest part of an unlimited balance.
        if (available === undefined) return from === null;
        const balance = available();
        const parts = amount * 100n;
        return (
          (from === null || parts >= BigInt(from) * balance) &&
          (below === null || parts < BigInt(below) * balance)
        );
      },
  },
  rails: {
    field: "rails",
    schema: listOf(exactId("a rail"), "rails").describe(
      "How the spend is paid: `ledger`, or the provider name of a payment executor.",
    ),
    part: "rails",
    read: sorted,
    write: (names) => names,
    check: (written, _when, known) =>
      written.flatMap((rail, index) => {
        if (known.includes(rail)) return [];
        const message = `is not a rail of this deployment. Use ${alternatives(known, "or")}`;
        return [{ path: [index], message }];
      }),
    early:
      (names) =>
      ({ facts }) =>
        names.includes(facts.rail),
  },
  days: {
    field: "days",
    schema: listOf(day, "days").describe("Days of the week in the deployment's time zone."),
    part: "time",
    read: (written) => daysOfWeek.filter((one) => written.includes(one)),
    write: (list) => list,
    late:
      (list) =>
      ({ local }) =>
        list.includes(local.weekday),
  },
  hours: {
    field: "hours",
    schema: hours.describe(
      "Time of day in the deployment's time zone, the end exclusive. May span midnight: `22:00-06:00` includes 22:00 to 24:00 and 00:00 to 06:00 of each of the `days`.",
    ),
    part: "time",
    read: hoursOf,
    write: hoursText,
    late:
      ({ from, to }) =>
      ({ local: { minute } }) =>
        from < to ? minute >= from && minute < to : minute >= from || minute < to,
  },
  timeZone: {
    field: "timeZone",
    schema: z
      .string({ error: expects("a time zone such as Europe/Rome") })
      .refine(isTimeZone, { error: "is not a known time zone. Use a name such as Europe/Rome" })
      .describe("Time zone of `days` and `hours`. Default: the deployment's."),
    part: "time",
    isOpen: true,
    read: (zone) => zone,
    write: (zone) => zone,
    check: (_zone, when) =>
      when.days === undefined && when.hours === undefined
        ? [{ path: [], message: "has an effect only on `days` and `hours`" }]
        : [],
  },
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
