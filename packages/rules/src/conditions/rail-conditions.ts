import { alternatives, exactId, listOf } from "../rule-set/schema-fields.ts";
import type { ConditionKinds } from "./condition.ts";
import { sorted } from "./written-values.ts";

export const railConditions: Pick<ConditionKinds, "rails"> = {
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
};
