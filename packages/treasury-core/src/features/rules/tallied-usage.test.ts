import { readRuleSet, type RuleSet, type WrittenRule } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { ada, type TestTreasury, testTreasury } from "../../create/test-treasury.fixture.ts";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import { scriptedStorage } from "../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { command, dollars, testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import type { SpendRequest } from "../../kernel/spends/spend-request.ts";
import { memoryStorage } from "../../memory.ts";
import { allocationsToDoc } from "./allocations/allocations-doc.ts";
import { fiftyRules } from "./fifty-rules.fixture.ts";
import { publishRules } from "./publish-rules.ts";
import { ruleState } from "./rule-state.ts";
import { maximumTallies } from "./usage-tallies.ts";

const limits = {
  maxSpendPerAction: dollars(1_000),
  autoApproveUnder: dollars(1_000),
  dailySpendCap: dollars(1_000_000),
  minReserve: dollars(0),
};
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function ruleSet(...rules: readonly WrittenRule[]): RuleSet {
  return readRuleSet({ version: 1, rules });
}

/** Processes on one storage. The commits of the first are recorded. */
function processes(rules: RuleSet) {
  const clock = testClock();
  const memory = memoryStorage({ now: clock.now });
  const storage = scriptedStorage(memory);
  const policy = { autoApproveDaily: dollars(1_000_000) };
  const startingCapital = dollars(1_000_000);
  const open = (): TestTreasury =>
    testTreasury({ storage, clock, rules, limits, policy, startingCapital });
  /** Returns the documents of counters that some work wrote. */
  const written = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = storage.commits.length;
    await work();
    return storage.commits
      .slice(before)
      .flatMap(({ put }) => put.filter(({ kind }) => kind.endsWith("usage")))
      .map(({ kind, id }) => `${kind} ${id.split(".")[0]}`)
      .toSorted();
  };
  const tallies = async (): Promise<number> => {
    const { head } = await contentsOf(memory, "acme");
    return ruleState.of(accountFromRecord(head?.account)).tallies.size;
  };
  return { clock, open, written, tallies };
}

const all = ["usage agent", "usage category", "usage new-payees-weekly", "usage vendor"];

describe("the documents of counters", () => {
  it("are written by the first spend in their windows, and not by later ones", async () => {
    const { clock, open, written } = processes(fiftyRules());
    const treasury = open();
    const request: Partial<SpendRequest> = { category: "hosting" };
    const spend = () => written(() => treasury.propose(request));
    expect(await spend()).toEqual(all);
    expect(await spend()).toEqual([]);
    clock.advance(hourMs);
    expect(await spend()).toEqual(["usage agent", "usage vendor"]);
    expect(await spend()).toEqual([]);
    clock.advance(dayMs);
    expect(await spend()).toEqual(["usage agent", "usage vendor"]);
    expect(await spend()).toEqual([]);
  });

  it("are not written by another process either", async () => {
    const { open, written } = processes(fiftyRules());
    const [one, other] = [open(), open()];
    await one.propose();
    expect(await written(() => other.propose())).toEqual([]);
    expect(await written(() => one.propose())).toEqual([]);
  });

  it("are written when other counters of the same document move", async () => {
    const monthly = { amountUsd: 900, per: "month", by: "vendor" } as const;
    const rules = ruleSet(
      { id: "all", then: { limit: monthly } },
      { id: "data", when: { categories: ["data"] }, then: { limit: monthly } },
    );
    const { open, written } = processes(rules);
    const treasury = open();
    const spend = (category: string) => written(() => treasury.propose({ category }));
    expect(await spend("data")).toEqual(["usage vendor"]);
    expect(await spend("data")).toEqual([]);
    expect(await spend("travel")).toEqual(["usage vendor"]);
    expect(await spend("travel")).toEqual([]);
  });

  it("are written by the first spend of an allocation", async () => {
    const { open, written } = processes(ruleSet());
    const treasury = open();
    const window = { kind: "calendar", period: "month" } as const;
    const ads = {
      id: "ads",
      name: "Ads",
      parent: null,
      limit: { amount: dollars(30), window },
      endsAt: null,
      isArchived: false,
    };
    await treasury.run(
      command((ledger) => {
        const changes = changesOn(ledger, { put: [allocationsToDoc([ads], ledger.head.epoch)] });
        return { kind: "changed", answer: null, changes };
      }),
    );
    const spend = () => written(() => treasury.propose({ allocationId: "ads" }));
    expect(await spend()).toEqual(["allocation_usage ads"]);
    // $24.00 are 80 % of the limit, and a third spend is above it.
    expect(await spend()).toEqual([]);
    expect((await treasury.propose({ allocationId: "ads" })).status).toBe("pending");
    const { docs } = await contentsOf(treasury.engine.storage, "acme");
    expect(docs.filter(({ kind }) => kind === "allocation_threshold")).toHaveLength(1);
  });
});

async function outcomes(treasury: TestTreasury, categories: readonly string[]) {
  const statuses: string[] = [];
  for (const category of categories) {
    statuses.push((await treasury.propose({ category, amount: dollars(1) })).status);
  }
  return statuses;
}

describe("a limit", () => {
  const three = { count: 3, per: "month", atProposal: "deny" } as const;
  const data = { categories: ["data"] } as const;

  it.each([
    ["of the workspace", three],
    ["by vendor", { ...three, by: "vendor" }],
  ] as const)("%s counts tallied spends", async (_, limit) => {
    const treasury = processes(ruleSet({ id: "three", then: { limit } })).open();
    const statuses = await outcomes(treasury, ["a", "a", "a", "a"]);
    expect(statuses).toEqual(["executed", "executed", "executed", "denied"]);
  });

  it.each([
    ["of the workspace", { count: 90, per: "month" }, three],
    ["by vendor", { count: 90, per: "month", by: "vendor" }, { ...three, by: "vendor" }],
  ] as const)("%s counts only spends that it matches", async (_, every, limit) => {
    const rules = ruleSet(
      { id: "all", then: { limit: every } },
      { id: "data", when: data, then: { limit } },
    );
    const treasury = processes(rules).open();
    const others = ["travel", "travel", "travel"];
    const statuses = await outcomes(treasury, ["data", "data", ...others, "data", "data"]);
    expect(statuses).toEqual([...Array<string>(6).fill("executed"), "denied"]);
  });

  it.each([
    ["of the workspace", three],
    ["by vendor", { ...three, by: "vendor" }],
  ] as const)("%s counts tallied spends once after a publication", async (_, limit) => {
    const treasury = processes(ruleSet({ id: "three", then: { limit } })).open();
    await outcomes(treasury, ["a", "a"]);
    const rules = ruleSet(
      { id: "three", then: { limit } },
      { id: "other", then: { limit: { ...limit, count: 90, per: "week" } } },
    );
    await treasury.run(
      command((ledger, now) => {
        const draft = { rules, salt: "5a".repeat(16) };
        const changes = publishRules(ledger, draft, ada, now);
        return { kind: "changed", answer: null, changes };
      }),
    );
    expect(await outcomes(treasury, ["a", "a"])).toEqual(["executed", "denied"]);
  });
});

describe("limits by vendor, with more vendors than tallies", () => {
  it("count every spend, in processes that start and stop", async () => {
    const rules = ruleSet({
      id: "vendors",
      then: { limit: { count: 5, per: "month", by: "vendor", atProposal: "deny" } },
    });
    const { open, tallies } = processes(rules);
    let running = [open(), open()];
    const spent = new Map<string, number>();
    let most = 0;
    for (let step = 0; step < 600; step += 1) {
      // Numbers without an order, which vendors repeat after different times.
      const vendor = `Vendor ${(step * step * 7 + step * 13) % 101}`;
      if (step % 50 === 49) running = [open(), running[0] ?? open()];
      const { status } = await (running[step % 2] ?? open()).propose({
        vendor,
        amount: dollars(1),
      });
      const count = spent.get(vendor) ?? 0;
      expect(`${vendor} ${status}`).toBe(`${vendor} ${count < 5 ? "executed" : "denied"}`);
      if (status === "executed") spent.set(vendor, count + 1);
      most = Math.max(most, await tallies());
    }
    expect(spent.size).toBeGreaterThan(maximumTallies);
    expect(most).toBe(maximumTallies);
  });
});
