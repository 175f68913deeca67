import type { Allocation, RuleSet } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { type TestTreasury, testTreasury } from "../../create/test-treasury.fixture.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import { scriptedStorage } from "../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { command, dollars, testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { allocationsToDoc } from "./allocations/allocations-doc.ts";
import { fiftyRules } from "./fifty-rules.fixture.ts";

const tree: readonly Allocation[] = [
  ["company", null],
  ["research", "company"],
  ["models", "research"],
].map(([id = "", parent = null]) => ({
  id: id as string,
  name: id as string,
  parent,
  limit: { amount: dollars(10_000), window: { kind: "calendar", period: "month" } },
  endsAt: null,
  isArchived: false,
}));

const writeTree = command((ledger) => {
  const changes = changesOn(ledger, { put: [allocationsToDoc(tree, ledger.head.epoch)] });
  return { kind: "changed", answer: null, changes };
});

const limits = {
  maxSpendPerAction: dollars(1_000),
  autoApproveUnder: dollars(1_000),
  dailySpendCap: dollars(1_000_000),
  minReserve: dollars(0),
};

interface Counted {
  readonly treasury: TestTreasury;
  /** Returns the loads and commits of some work. */
  calls(
    work: () => Promise<unknown>,
  ): Promise<{ readonly loads: number; readonly commits: number }>;
}

/** A process whose cache contains the workspace's state, and no closed document. */
async function counted(rules: RuleSet): Promise<Counted> {
  const clock = testClock();
  const storage = scriptedStorage(memoryStorage({ now: clock.now }));
  const options = { storage, clock, rules, limits, policy: { autoApproveDaily: dollars(100_000) } };
  const treasury = testTreasury({ ...options, startingCapital: dollars(100_000) });
  await treasury.run(writeTree);
  return {
    treasury,
    calls: async (work) => {
      const loads = storage.loads.length;
      const commits = storage.commits.length;
      await work();
      return { loads: storage.loads.length - loads, commits: storage.commits.length - commits };
    },
  };
}

const spends = 10;
const cold = { loads: 1, commits: 1 };
const warm = { loads: 0, commits: 1 };

const only = (...ids: readonly string[]): RuleSet => ({
  rules: fiftyRules().rules.filter(({ id }) => ids.includes(id)),
});

const inHead = ["all-monthly", "all-rolling", "hourly-spends", "automatic-daily"];
const byGroup = ["vendor-daily", "vendor-rolling", "agent-daily", "category-monthly"];

describe("the storage calls of a spend", () => {
  it.each<[string, RuleSet, Readonly<{ allocationId?: string }>, object]>([
    // The first one reads what is known of the payee.
    ["under the five limits", { rules: [] }, {}, cold],
    ["with counters in the head", only(...inHead), {}, cold],
    ["with counters by vendor, agent and category", only(...byGroup), {}, cold],
    ["with a limit for first payments", only("first-payment"), {}, cold],
    ["with a limit of new payees", only("new-payees-weekly"), {}, cold],
    ["from an allocation with two ancestors", { rules: [] }, { allocationId: "models" }, cold],
    ["under fifty rules", fiftyRules(), { allocationId: "models" }, cold],
  ])("%s are one commit once its documents are cached", async (_, rules, fields, first) => {
    const { treasury, calls } = await counted(rules);
    const spend = async (): Promise<void> => {
      expect((await treasury.propose({ amount: dollars(12), ...fields })).status).toBe("executed");
    };
    expect(await calls(spend)).toEqual(first);
    for (let spent = 1; spent < spends; spent += 1) expect(await calls(spend)).toEqual(warm);
  });

  it("of many callers share one load and one commit", async () => {
    const { treasury, calls } = await counted(fiftyRules());
    const together = (): Promise<unknown> =>
      Promise.all(Array.from({ length: spends }, () => treasury.propose({ amount: dollars(12) })));
    expect(await calls(together)).toEqual(cold);
    expect(await calls(together)).toEqual(warm);
  });

  it("are one commit also for a decision", async () => {
    const { treasury, calls } = await counted(fiftyRules());
    const amount = dollars(250);
    const { id } = await treasury.propose({ amount });
    const decide = async (): Promise<void> => {
      expect((await treasury.approve(id)).status).toBe("executed");
    };
    expect(await calls(decide)).toEqual(warm);
  });

  it("contain a load for a vendor, an agent or an amount of a duplicate that is not cached", async () => {
    const { treasury, calls } = await counted(fiftyRules());
    const amount = dollars(30);
    await treasury.propose({ amount });
    expect(await calls(() => treasury.propose({ amount, vendor: "Other" }))).toEqual(cold);
    expect(await calls(() => treasury.propose({ amount, agentId: "other" }))).toEqual(cold);
    expect(await calls(() => treasury.propose({ amount: dollars(31) }))).toEqual(cold);
    expect(await calls(() => treasury.propose({ amount, vendor: "Other" }))).toEqual(warm);
    expect(await calls(() => treasury.propose({ amount: dollars(31) }))).toEqual(warm);
  });
});

it("has fifty rules, twenty of them with a window", () => {
  const { rules } = fiftyRules();
  const isWindowed = ({ then }: (typeof rules)[number]): boolean =>
    then.kind === "limit" && then.limit.window !== null;
  expect([rules.length, rules.filter(isWindowed).length]).toEqual([50, 20]);
});
