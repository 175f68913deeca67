import { describe, expect, it } from "vitest";
import { type GroupCount, maximumGroups } from "../counters/group-count.ts";
import { type GivenSpend, hourMs, now, ruleHistory } from "./evaluation.fixture.ts";
import { refusalBy } from "./refusal.ts";

describe("a limit that counts the maximum of groups", () => {
  const rule = { id: "vendors", then: { limit: { count: 2, per: "day", by: "vendor" } } } as const;
  const end = now + hourMs;

  function refusalOf(given: GivenSpend, groups: GroupCount, at = now): string | null {
    const history = ruleHistory([rule]);
    history.spend({ vendor: "aws" });
    const evaluation = history.evaluate({ ...given, at });
    const [counter = ""] = evaluation.charges.map(({ key }) => key.counter);
    return refusalBy(evaluation, new Map([[counter, groups]]), at)?.text ?? null;
  }

  it("refuses new groups only", () => {
    expect(refusalOf({ vendor: "gcp" }, [[end, maximumGroups - 1]])).toBeNull();
    expect(refusalOf({ vendor: "gcp" }, [[end, maximumGroups]])).toBe(
      "Denied by `vendors`: it already counts 2000 groups (rule_groups_exhausted).",
    );
    expect(refusalOf({ vendor: "aws" }, [[end, maximumGroups]])).toBeNull();
  });

  it("has room again when a window of another group ends", () => {
    const groups: GroupCount = [
      [end, 1],
      [end + 1, maximumGroups - 1],
    ];
    expect(refusalOf({ vendor: "gcp" }, groups, end - 1)).not.toBeNull();
    expect(refusalOf({ vendor: "gcp" }, groups, end)).toBeNull();
  });
});
