import { describe, expect, it } from "vitest";
import { conditionRows } from "./condition-rows.fixture.ts";
import { type GivenSpend, ruleHistory, verdictOf } from "./evaluation.fixture.ts";
import { limitRows } from "./limit-rows.fixture.ts";

describe("a rule of each type", () => {
  it.each(Object.entries({ ...limitRows, ...conditionRows }))("%s", (_, row) => {
    const { past = [], memory, when, then, validFrom, validUntil } = row;
    const rule = { id: "tested", validFrom, validUntil, when, then };
    const history = ruleHistory([rule], memory);
    for (const spend of past) history.spend(spend);
    const verdicts = (spends: readonly GivenSpend[]) =>
      spends.map((spend) => verdictOf(history.evaluate(spend)));
    expect(verdicts(row.within)).toEqual(row.within.map(() => "nothing"));
    expect(verdicts(row.beyond)).toEqual(row.beyond.map(() => row.verdict));
  });
});
