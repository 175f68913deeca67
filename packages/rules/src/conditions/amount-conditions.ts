import type * as z from "zod";
import { strict, usd, whole } from "../rule-set/schema-fields.ts";
import { microsOf } from "../rule-set/written-usd.ts";
import type { ConditionKinds } from "./condition.ts";
import { withoutNulls } from "./written-values.ts";

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

export const amountConditions: Pick<ConditionKinds, "amount" | "balance"> = {
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
};
