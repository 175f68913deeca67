import { earlierName } from "@agent-treasury/provider/helpers";
import * as z from "zod";
import { comparedName, exactlyOne, expects, listOf, strict } from "../rule-set/schema-fields.ts";
import type { ConditionKinds } from "./condition.ts";
import { categoryTest, vendorTest } from "./names.ts";
import { namesToJson, sorted, toNames } from "./written-values.ts";

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

/** Names that the agent reports: the payee and the category. */
export const nameConditions: Pick<ConditionKinds, "vendors" | "categories"> = {
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
};
