import * as z from "zod";
import { hoursOf, hoursPattern } from "./hours.ts";
import {
  comparedName,
  exactId,
  exactlyOne,
  expects,
  listOf,
  strict,
  usd,
  whole,
} from "./schema-fields.ts";
import type { WrittenCondition } from "./written-rule-set.ts";

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

const balancePercent = strict({
  from: whole(1, 100).optional().describe("Minimum percentage, inclusive. 1 to 100."),
  below: whole(1, 100).optional().describe("Maximum percentage, exclusive. 1 to 100."),
})
  .refine((given) => given.from !== undefined || given.below !== undefined, {
    error: "must have `from`, `below` or both",
  })
  .meta({
    description: "The amount in percent of the balance without held amounts.",
    minProperties: 1,
  });

const amounts = strict({
  from: usd.optional().describe("Minimum amount in USD, inclusive."),
  below: usd.optional().describe("Maximum amount in USD, exclusive."),
})
  .refine((given) => given.from !== undefined || given.below !== undefined, {
    error: "must have `from`, `below` or both",
  })
  .meta({ description: "Amount of the spend.", minProperties: 1 });

const day = z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], {
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

export const conditionSchema: z.ZodType<WrittenCondition> = strict({
  agents: namesOr(listOf(exactId("an agent id"), "agent ids"), "agent ids")
    .optional()
    .describe(
      "Agents that propose the spend, by id. The built-in agent is `agent`. `{ notIn }`: every other agent.",
    ),
  allocations: listOf(allocationId, "allocation ids")
    .optional()
    .describe("Allocations by id. A spend from an allocation below one of them matches too."),
  vendors: vendors.optional(),
  categories: categories
    .optional()
    .describe(
      "Categories as the agent reports them. Case and white space make no difference. `{ notIn }`: every other category, and none. `{ none: true }`: spends without a category.",
    ),
  amountUsd: amounts.optional(),
  balancePercent: balancePercent.optional(),
  rails: listOf(exactId("a rail"), "rails")
    .optional()
    .describe("How the spend is paid: `ledger`, or the provider name of a payment executor."),
  days: listOf(day, "days").optional().describe("Days of the week in the deployment's time zone."),
  hours: hours
    .optional()
    .describe(
      "Time of day in the deployment's time zone, the end exclusive. May span midnight: `22:00-06:00` includes 22:00 to 24:00 and 00:00 to 06:00 of each of the `days`.",
    ),
  timeZone: z
    .string({ error: expects("a time zone such as Europe/Rome") })
    .refine(isTimeZone, { error: "is not a known time zone. Use a name such as Europe/Rome" })
    .optional()
    .describe("Time zone of `days` and `hours`. Default: the deployment's."),
}).describe(
  "Conditions of the rule. All given ones must hold. Without any, it applies to every spend.",
);
