import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { type Treasury, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";

async function pendingUnderTwo(): Promise<{ treasury: Treasury; proposalId: string }> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    authenticate: () => null,
  });
  const rules = [{ id: "two", then: { requireApprovals: { count: 2, notProposer: true } } }];
  await publishedBy(treasury, { rules: { version: 1, rules } }, ["Ada", "Ben", "Cy"]);
  const spend = { amountUsd: 12, vendor: "Acme", purpose: "paper", operator: "Eve" };
  const { proposal } = await treasury.propose(spend);
  expect(proposal.approvals).toEqual({
    given: 0,
    needed: 2,
    missing: ["2 more approvals by other persons than the proposer"],
    by: [],
  });
  return { treasury, proposalId: proposal.id };
}

describe("an approval", () => {
  it("can be withdrawn by its person while others are missing", async () => {
    const { treasury, proposalId } = await pendingUnderTwo();
    const approve = (operator: string) =>
      treasury.decide({ proposalId, decision: "approve", operator });
    const withdraw = (operator: string) => treasury.withdrawApproval({ proposalId, operator });
    expect(await approve("Ada")).toMatchObject({
      status: "pending",
      approvals: {
        given: 1,
        needed: 2,
        missing: ["1 more approval by another person than the proposer"],
        by: [{ name: "Ada" }],
      },
    });
    expect((await withdraw("Ben")).approvals.given).toBe(1);
    expect((await withdraw("Ada")).approvals).toMatchObject({ given: 0, needed: 2, by: [] });
    expect((await withdraw("Ada")).approvals.given).toBe(0);
    expect(await approve("Ben")).toMatchObject({ status: "pending", approvals: { given: 1 } });
    expect(await approve("Cy")).toMatchObject({
      status: "executed",
      approvals: { given: 2, needed: 2, missing: [], by: [{ name: "Ben" }, { name: "Cy" }] },
    });
    expect(await outcomeOf(withdraw("Ben"))).toBe("already_decided");
    expect(await outcomeOf(treasury.withdrawApproval({ proposalId: "x", operator: "Ben" }))).toBe(
      "proposal_not_found",
    );
  });

  it("is never executed and withdrawn at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { treasury, proposalId } = await pendingUnderTwo();
      await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
      const withdrawal = () =>
        outcomeOf(treasury.withdrawApproval({ proposalId, operator: "Ada" }));
      const approval = () =>
        outcomeOf(treasury.decide({ proposalId, decision: "approve", operator: "Ben" }));
      const [first, second] = round % 2 === 0 ? [withdrawal, approval] : [approval, withdrawal];
      await Promise.all([first(), second()]);
      const { proposal } = await treasury.proposal({ proposalId });
      const { status, approvals } = proposal;
      // Either of the two may come first.
      expect([
        ["pending", 1],
        ["executed", 2],
      ]).toContainEqual([status, approvals.given]);
    }
  });

  it("of policy needs no person", async () => {
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 1_000 },
    });
    const { proposal } = await treasury.propose({ amountUsd: 2, vendor: "Acme", purpose: "tea" });
    const approvals = { given: 0, needed: 0, missing: [], by: [] };
    expect(proposal).toMatchObject({ status: "executed", approvals });
  });
});
