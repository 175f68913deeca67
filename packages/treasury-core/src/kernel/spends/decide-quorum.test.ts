import { readRuleSet } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import type { Operator } from "../ledger/operator.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";

const person = (id: string, ...groups: readonly string[]): Operator => {
  return { id, name: id, verified: true, groups };
};
const requireApprovals = { count: 2, from: ["finance"] };
const rules = readRuleSet({ version: 1, rules: [{ id: "two", then: { requireApprovals } }] });

describe("a person who approves with two credentials", () => {
  it("counts with the groups of both", async () => {
    const treasury = testTreasury({ rules, startingCapital: dollars(200) });
    const { id } = await treasury.propose();
    await treasury.approve(id, person("ben"));
    await treasury.approve(id, person("cas", "finance"));
    expect(await treasury.approve(id, person("ben", "finance"))).toMatchObject({
      status: "executed",
      ruling: { approvals: [{ id: "cas" }, { id: "ben", groups: ["finance"] }] },
    });
  });

  it("counts once", async () => {
    const treasury = testTreasury({ rules, startingCapital: dollars(200) });
    const { id } = await treasury.propose();
    await treasury.approve(id, person("ben", "finance"));
    expect(await treasury.approve(id, person("ben", "finance", "board"))).toMatchObject({
      status: "pending",
      ruling: { approvals: [{ id: "ben", groups: ["finance", "board"] }] },
    });
  });
});
