import {
  type Allocation,
  localClock,
  readRuleSet,
  type RuleSet,
  type Window,
} from "@agent-treasury/rules";
import { parseRules } from "@agent-treasury/rules/yaml";
import { describe, expect, it } from "vitest";
import { adversary } from "./adversary.fixture.ts";
import { replaySequence } from "./attack-sequence.ts";
import type { Attack, LeakedCredential } from "./attack.ts";
import { exposureOf } from "./exposure.ts";
import { longestRepeat } from "./horizon.ts";
import { highsSolver, provedBound } from "./linear-program.ts";
import { attackOn, now, usd, usualLimits, wideLimits } from "./random-attacks.fixture.ts";
import { realisticRules } from "./realistic-rules.fixture.ts";
import { windowsTouched } from "./windows-touched.ts";

const isLong = process.env["TEST_LONG"] === "1";

describe("the exposure of rule sets like real ones", () => {
  const horizons = isLong ? (["day", "week", "month", "year"] as const) : (["week"] as const);
  const attackers = ["agent", "approver"] as const;
  /** By default one attacker for each set, in turn. */
  const cases = realisticRules.map(
    ([name, ruleSet], index) =>
      [name, ruleSet, isLong ? attackers : [attackers[index % 2]!]] as const,
  );
  const figures: string[] = [];

  it.each(cases)("%s", async (name, ruleSet, chosen) => {
    for (const horizon of horizons) {
      for (const attacker of chosen) {
        const attack: Attack = attackOn(ruleSet, { attacker, horizon, timeZone: "Europe/Berlin" });
        const { reached, proved, sequence } = await exposureOf(attack);
        expect(replaySequence(attack, sequence)).toBe(reached);
        expect(reached <= (proved ?? 0n)).toBe(true);
        for (let seed = 1; seed <= (isLong ? 500 : 3); seed += 1) {
          expect(adversary(attack, { seed, spends: 60 }) <= (proved ?? 0n)).toBe(true);
        }
        figures.push(`${name}, ${attacker}, ${horizon}: ${reached} of ${proved}`);
      }
    }
  });

  it("are mostly exact", () => {
    const exact = figures.filter((each) => {
      const [reached, proved] = (each.split(": ")[1] ?? "").split(" of ");
      return reached === proved;
    });
    if (isLong) console.log(`${figures.join("\n")}\n${exact.length} of ${figures.length} exact`);
    expect(exact.length / figures.length).toBeGreaterThan(0.7);
  });
});

async function reachedUnder(rules: string, given: Partial<Attack> = {}) {
  const ruleSet = parseRules(`version: 1\nrules: [${rules}]`);
  const { reached, proved } = await exposureOf(attackOn(ruleSet, given));
  return [reached, proved];
}

describe("a sequence", () => {
  it("has smaller spends than a rule approves whose amounts no limit allows", async () => {
    const approved =
      "{ id: large, when: { amountUsd: { from: 40 } }, then: { autoApprove: true } }";
    const hour = "{ id: hour, then: { limit: { amountUsd: 15, per: hour } } }";
    expect(await reachedUnder(`${approved}, ${hour}`)).toEqual([usd(60), usd(60)]);
    expect(
      await reachedUnder(approved, { limits: { ...usualLimits, autoApproveDaily: usd(30) } }),
    ).toEqual([usd(60), usd(60)]);
  });

  it("has no duplicates, and as many spends as the limits allow", async () => {
    const only = "{ id: only, when: { vendors: { notIn: [aws] } }, then: { deny: true } }";
    const twice = "{ id: twice, then: { duplicate: { hours: 24 } } }";
    const [reached, proved] = await reachedUnder(`${only}, ${twice}`, { limits: wideLimits });
    expect(proved).toBe(usd(100_000));
    expect((reached ?? 0n) > usd(99_999)).toBe(true);
  });
});

describe("a bound", () => {
  const rows = [
    { source: "a", classes: [0, 1], unit: "amount", maximum: 100_000_000n, windows: null },
    { source: "b", classes: [0], unit: "count", maximum: 3n, windows: null },
  ] as const;
  const classes = [{ maximum: usd(10) }, { maximum: usd(25) }];

  it("is not lowered by a solver that is wrong", async () => {
    const { duals } = await (await highsSolver())(classes, rows);
    const right = provedBound(classes, rows, duals);
    expect(right).toBe(100_000_000n);
    const wrong = [[], [0, 0], [0.2, 0.1], [-5, 7], [Number.NaN, Infinity], [1e30, 0], [0.99, 2]];
    for (const given of wrong) {
      expect((provedBound(classes, rows, given) ?? 0n) >= 100_000_000n).toBe(true);
    }
  });

  it("is the same if the solver fails", async () => {
    const attack = attackOn({ rules: [] });
    const failed = await exposureOf(attack, () => Promise.reject(new Error("no memory")));
    expect(failed).toMatchObject({ reached: usd(60), proved: usd(60) });
  });

  it("is unknown if a class has no limit", () => {
    expect(provedBound([...classes, { maximum: usd(1) }], rows, [1, 1])).toBeNull();
  });
});

/** A credential whose payees are known up to 8 USD. */
function to(...names: readonly (string | null)[]): Pick<Attack, "credential"> {
  const payees = names.map((name) => ({ name, rail: "ledger", maximum: usd(8) }));
  return { credential: { allocationId: null, expiresAt: null, payees } };
}

describe("a leaked credential", () => {
  const team = allocation("team", { amount: usd(40), window: calendar("week") });
  const ads = { ...allocation("ads", null), parent: "team" };
  const leaked: LeakedCredential = { allocationId: "ads", expiresAt: null, payees: null };
  const provedBy = async (given: Partial<Attack>, rules: RuleSet = { rules: [] }) => {
    const terms = { horizon: "week", agentId: "buyer", allocations: [team, ads] } as const;
    const attack = attackOn(rules, { ...terms, credential: leaked, ...given });
    const { reached, proved, sequence } = await exposureOf(attack);
    expect([reached, replaySequence(attack, sequence)]).toEqual([proved, proved]);
    return proved;
  };

  it("spends at most the limits of its allocation and of those above", async () => {
    expect(await provedBy({})).toBe(usd(80));
    const total = allocation("team", { amount: usd(40), window: null });
    expect(await provedBy({ allocations: [total, ads] })).toBe(usd(40));
    const used = new Map([["allocation:team", usd(15)]]);
    expect(await provedBy({ allocations: [total, ads], used })).toBe(usd(25));
    expect(await provedBy({ credential: { ...leaked, allocationId: null } })).toBe(usd(240));
  });

  it("spends nothing from an allocation that is archived, ended or missing", async () => {
    for (const closed of [{ isArchived: true }, { endsAt: now }, { parent: "absent" }]) {
      expect(await provedBy({ allocations: [team, { ...ads, ...closed }] })).toBe(0n);
      expect(await provedBy({ allocations: [{ ...team, ...closed }, ads] })).toBe(0n);
    }
    expect(await provedBy({ allocations: [] })).toBe(0n);
  });

  it("spends until it expires", async () => {
    const free = { ...leaked, allocationId: null };
    const until = (hours: number) =>
      provedBy({ credential: { ...free, expiresAt: now + hours * 3_600_000 } });
    expect(await until(15)).toBe(usd(30));
    expect(await until(15.1)).toBe(usd(60));
    expect(await until(0)).toBe(0n);
  });

  it("pays known payees, and those that rules and standing approvals allow", async () => {
    expect(await provedBy(to())).toBe(0n);
    expect(await provedBy(to("aws"))).toBe(usd(240));
    const few = parseRules(
      "version: 1\nrules: [{ id: few, then: { limit: { count: 1, per: day } } }]",
    );
    expect(await provedBy(to("aws"), few)).toBe(usd(64));
    expect(await provedBy(to(null), few)).toBe(usd(64));
    const allowed = parseRules(`version: 1
rules:
  - { id: few, then: { limit: { count: 1, per: day } } }
  - { id: cards, when: { rails: [stripe-issuing], amountUsd: { below: 12 } }, then: { autoApprove: true } }`);
    expect(await provedBy(to(), allowed)).toBe(95_999_992n);
    const listed = parseRules(`version: 1
rules:
  - { id: few, then: { limit: { count: 1, per: day } } }
  - { id: only, when: { vendors: { notIn: [figma] }, hours: "00:00-12:00" }, then: { deny: true } }`);
    expect(await provedBy(to(), listed)).toBe(79_999_992n);
    const never = parseRules(
      "version: 1\nrules: [{ id: person, then: { requireApprovals: { count: 1 } } }]",
    );
    const limit = { maximum: usd(25), window: calendar("month") };
    const standing = [{ agentId: "buyer", vendor: "aws", maximum: usd(20), limit, count: null }];
    expect(await provedBy({ ...to(), standing }, never)).toBe(usd(50));
    // A standing approval does not make its payee known above its limits.
    expect(await provedBy({ ...to(), standing })).toBe(usd(50));
  });
});

function allocation(id: string, limit: Allocation["limit"]): Allocation {
  return { id, name: id, parent: null, limit, endsAt: null, isArchived: false };
}

describe("a standing approval", () => {
  it("has not spent what a rule with the id `standing-approval` has", async () => {
    const limit = { maximum: usd(40), window: calendar("day") };
    const one = { agentId: "agent", vendor: "aws", maximum: usd(20), limit, count: null };
    const provedAfter = async (used: ReadonlyMap<string, bigint>) =>
      (await exposureOf(attackOn({ rules: [] }, { standing: [one], used }))).proved;
    const unused = await provedAfter(new Map());
    expect(unused).not.toBeNull();
    expect(await provedAfter(new Map([["standing-approval", usd(15)]]))).toBe(unused);
  });
});

function calendar(period: "hour" | "day" | "week" | "month"): Window {
  return { kind: "calendar", period };
}

describe("a horizon", () => {
  const all = Array.from({ length: 168 }, () => true);
  const weekend = all.map((_, hour) => hour >= 5 * 24);

  it("counts every window that it touches", () => {
    expect(windowsTouched(calendar("day"), all, "day", 0)).toBe(2);
    expect(windowsTouched(calendar("hour"), all, "day", 3_600_000)).toBe(25);
    expect(windowsTouched(calendar("week"), all, "month", 0)).toBe(6);
    expect(windowsTouched(calendar("month"), all, "month", 0)).toBe(2);
    expect(windowsTouched(calendar("day"), all, "year", 0)).toBe(367);
    expect(windowsTouched({ kind: "rolling", hours: 24 }, all, "day", 0)).toBe(1);
    expect(windowsTouched({ kind: "rolling", hours: 1 }, all, "day", 0)).toBe(24);
  });

  it("counts hours that a clock change repeats, also by halves", () => {
    const repeats = ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Antarctica/Troll"].map(
      (zone) => longestRepeat(now, localClock(zone)) / 3_600_000,
    );
    expect(repeats).toEqual([0, 1, 0.5, 2]);
    expect(windowsTouched(calendar("hour"), all, "day", 1_800_000)).toBe(26);
    expect(windowsTouched(calendar("hour"), weekend, "day", 7_200_000)).toBe(27);
    expect(windowsTouched(calendar("day"), weekend, "day", 7_200_000)).toBe(2);
  });

  it("counts only those with one of the hours", () => {
    expect(windowsTouched(calendar("day"), weekend, "week", 0)).toBe(3);
    expect(windowsTouched(calendar("week"), weekend, "month", 0)).toBe(5);
  });
});

describe("fifty rules", () => {
  it("are bounded together", async () => {
    const rules = Array.from({ length: 50 }, (_, index) => ({
      id: `vendor-${index}`,
      when: { vendors: { in: [`vendor ${index}`] } },
      then: { limit: { amountUsd: 100 + index, per: "month" as const } },
    }));
    const attack = attackOn(readRuleSet({ version: 1, rules }), { limits: wideLimits });
    expect((await exposureOf(attack)).proved).toBe(usd(100_000));
  });
});
