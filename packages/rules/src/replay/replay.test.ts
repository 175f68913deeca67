import { describe, expect, it } from "vitest";
import { readRuleSet } from "../rule-set/read-rule-set.ts";
import type { WrittenRule } from "../rule-set/written-rule-set.ts";
import { microsOf } from "../rule-set/written-usd.ts";
import { localClock } from "../windows/local-time.ts";
import type { PastSpend } from "./past-spend.ts";
import { pastSpendsOf } from "./past-spends.fixture.ts";
import { reportOn } from "./replay-report.ts";
import type { Waiting } from "./replay-state.ts";
import { replay, type ReplayedSpend } from "./replay.ts";
import { draft, thirtySpends, type WorkedRow } from "./thirty-spends.fixture.ts";

const clock = localClock("UTC");
const usd = microsOf;

function replayed(
  spends: readonly PastSpend[],
  rules: readonly WrittenRule[],
  waiting: Waiting = "waits",
): readonly ReplayedSpend[] {
  const ruleSet = readRuleSet({ version: 1, rules });
  const steps = replay(spends, { ruleSet, publications: [], clock, waiting });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

function reasonOf(given: PastSpend, ...rules: readonly WrittenRule[]): ReplayedSpend | undefined {
  return replayed([given], rules)[0];
}

describe("a replay of thirty spends under a draft", () => {
  const spends = pastSpendsOf(thirtySpends);
  const ifNone = replayed(spends, draft);
  const ifAll = replayed(spends, draft, "approved");

  it.each(thirtySpends.map((row, index) => ({ ...row, number: index + 1, index })))(
    "$number: $usd USD to $vendor, $before, would be $after: $why",
    ({ index, before, after, ifAll: approved, rule }) => {
      expect(ifNone[index]).toMatchObject({ before, after, reason: null });
      expect(ifAll[index]).toMatchObject({ before, after: approved, reason: null });
      if (before !== after) expect(ifNone[index]?.finding?.rule).toBe(rule);
    },
  );

  it("adds up both totals, by vendor and by agent", () => {
    const report = reportOn(spends, ifNone, ifAll, () => true);
    expect(report).toMatchObject({ spends: 30, changed: 18, unknown: 0 });
    expect(report.totals).toEqual({ before: usd(591), ifNone: usd(310), ifAll: usd(280) });
    const vendor = (id: string) => report.vendors.find((group) => group.id === id);
    expect(vendor("name:aws")).toMatchObject({
      spends: 6,
      changed: 3,
      before: usd(171),
      ifNone: usd(100),
      ifAll: usd(51),
    });
    expect(report.vendors[0]?.id).toBe("name:render");
    const ops = report.agents.find(({ id }) => id === "ops");
    expect(ops).toMatchObject({ before: 0n, ifNone: usd(64), ifAll: usd(64) });
    expect(report.changes[0]?.spend.id).toBe("spend-30");
  });

  it("changes nothing without rules, if the five limits decided in fact", () => {
    // Row 30 needed two approvals by other rules.
    const results = replayed(spends.slice(0, 29), []);
    expect(results.filter(({ before, after }) => before !== after)).toEqual([]);
  });
});

describe("what a replay cannot know", () => {
  const row: WorkedRow = {
    at: [2, "09:00"],
    vendor: "aws",
    usd: 30,
    before: "waits",
    after: "waits",
    ifAll: "waits",
    why: "",
  };
  const free: WrittenRule = {
    id: "free",
    when: { amountUsd: { below: 50 } },
    then: { autoApprove: true },
  };
  const [spend] = pastSpendsOf([row]) as [PastSpend];

  it("is a milder outcome of a record without the numbers of the limits", () => {
    const earlier = { ...spend, proposed: { ...spend.proposed, observed: null, order: null } };
    expect(reasonOf(earlier, free)).toMatchObject({ after: "waits", reason: "facts" });
    const denied = reasonOf(earlier, { id: "none", then: { deny: true } });
    expect(denied).toMatchObject({ after: "denied", reason: null });
    const reserve = { id: "reserve", then: { keepAvailableUsd: 10 } };
    expect(reasonOf(earlier, reserve)).toMatchObject({ after: "waits", reason: null });
  });

  it("is the judge's answer for a spend on which it was not asked", () => {
    const unjudged = { ...spend, proposed: { ...spend.proposed, obstacle: "judge" as const } };
    expect(reasonOf(unjudged, free)).toMatchObject({ after: "waits", reason: "judge" });
  });

  it("is not a spend without the judge's answer, which waits under any rules", () => {
    const proposed = { ...spend.proposed, obstacle: "silence" as const, isSmall: true };
    for (const rules of [[], [free]]) {
      const [result] = replayed([{ ...spend, proposed }], rules);
      expect(result).toMatchObject({ before: "waits", after: "waits", reason: null });
    }
  });

  it("is not a spend after content of a seller, which only a rule approves", () => {
    const proposed = { ...spend.proposed, obstacle: "content" as const, isSmall: true };
    const after = (...rules: readonly WrittenRule[]) =>
      replayed([{ ...spend, proposed }], rules)[0];
    expect(after(free)).toMatchObject({ after: "automatic", reason: null });
    expect(after()).toMatchObject({ after: "waits", reason: null });
  });

  it("is a rule on vendors for a name that was erased without its hash", () => {
    const erased = { ...spend, payee: "erased:1", vendor: "erased:1", name: null, hasNames: false };
    const notAws: WrittenRule = {
      id: "not",
      when: { vendors: { notIn: ["aws"] } },
      then: { deny: true },
    };
    expect(reasonOf(erased, notAws)).toMatchObject({ after: "waits", reason: "vendor" });
    expect(reasonOf(erased, { id: "all", then: { deny: true } })?.reason).toBe(null);
  });

  it("is an approval by persons who were not recorded", () => {
    const approved = pastSpendsOf([{ ...row, by: ["ada"], before: "approved" }])[0] as PastSpend;
    const unrecorded = { ...approved, approvals: [{ person: null, groups: null }] };
    const finance: WrittenRule = { id: "two", then: { requireApprovals: { count: 2 } } };
    expect(reasonOf(unrecorded, finance)).toMatchObject({ after: "approved", reason: "approvers" });
    expect(reasonOf(approved, finance)).toMatchObject({ after: "waits", reason: null });
  });

  it("is an allocation that other spends would have used less", () => {
    const [first, second] = pastSpendsOf([
      { ...row, usd: 10, before: "automatic" },
      { ...row, at: [2, "10:00"], vendor: "gcp", usd: 11 },
    ]) as [PastSpend, PastSpend];
    const allocations = ["ads"];
    const within = { ...first, proposed: { ...first.proposed, allocations } };
    const limited = {
      ...second,
      proposed: { ...second.proposed, allocations, allocated: "limit" as const },
    };
    const noAws: WrittenRule = {
      id: "no",
      when: { vendors: { in: ["aws"] } },
      then: { deny: true },
    };
    const results = replayed([within, limited], [noAws]);
    expect(results.map(({ after, reason }) => [after, reason])).toEqual([
      ["denied", null],
      ["waits", "allocation"],
    ]);
  });

  it("is a verdict under a clock that was set back", () => {
    const [first, second] = pastSpendsOf([
      { ...row, usd: 10, before: "automatic" },
      { ...row, at: [2, "10:00"], vendor: "gcp", usd: 11, before: "automatic" },
    ]) as [PastSpend, PastSpend];
    const back = { ...second, proposed: { ...second.proposed, at: first.proposed.at - 1 } };
    const noGcp: WrittenRule = {
      id: "no",
      when: { vendors: { in: ["gcp"] } },
      then: { deny: true },
    };
    expect(replayed([first, back], [noGcp])[1]).toMatchObject({
      after: "automatic",
      reason: "clock",
    });
  });
});

function totalsOf(spends: readonly PastSpend[], rules: readonly WrittenRule[]) {
  const [ifNone, ifAll] = [replayed(spends, rules), replayed(spends, rules, "approved")];
  return reportOn(spends, ifNone, ifAll, () => true).totals;
}

describe("a spend that was approved for less", () => {
  const row = {
    vendor: "aws",
    usd: 60,
    by: ["ada"],
    before: "approved",
    after: "approved",
    ifAll: "approved",
    why: "",
  } as const satisfies Omit<WorkedRow, "at">;
  const [first, second] = pastSpendsOf([
    { ...row, at: [2, "09:00"] },
    { ...row, at: [3, "09:00"] },
  ]) as [PastSpend, PastSpend];
  const lowered = [{ ...first, approvedAmount: usd(40) }, second];

  it("counts its approved amount towards the limits of a draft", () => {
    const limit = { amountUsd: 100, per: "month", by: "vendor" } as const;
    const outcomes = (spends: readonly PastSpend[]) =>
      replayed(spends, [{ id: "month", then: { limit } }]).map(({ after }) => after);
    expect(outcomes(lowered)).toEqual(["approved", "approved"]);
    expect(outcomes([first, second])).toEqual(["approved", "failed"]);
  });

  it("needs the approvals of its proposed amount under a draft", () => {
    const when = { amountUsd: { from: 50 } };
    const tier = { id: "tier", when, then: { requireApprovals: { count: 2 } } };
    expect(replayed(lowered, [tier])[0]).toMatchObject({ after: "waits" });
  });

  it("is in the totals with its approved amount, and with the proposed one if policy approves", () => {
    expect(totalsOf(lowered, [])).toEqual({ before: usd(100), ifNone: usd(100), ifAll: usd(100) });
    const automatic = [{ id: "automatic", then: { autoApprove: true } }] as const;
    expect(totalsOf(lowered, automatic)).toEqual({
      before: usd(100),
      ifNone: usd(120),
      ifAll: usd(120),
    });
  });
});
