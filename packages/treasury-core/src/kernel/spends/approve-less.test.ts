import type { Entry, Micros } from "@agent-treasury/provider";
import { readRuleSet, type WrittenRule } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { type TestTreasury, outcomeOf, testTreasury } from "../../create/test-treasury.fixture.ts";
import { publishedBy } from "../../features/rules/published-by.fixture.ts";
import { type Treasury, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { entryFromBody, hashEntry } from "../ledger/chain.ts";
import { contentsOf } from "../ledger/edited-storage.fixture.ts";
import type { Operator } from "../ledger/operator.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { decideProposal } from "./decide-proposal.ts";

const paper = { amountUsd: 40, vendor: "Paperhouse", purpose: "paper" };

async function treasuryUnder(...rules: readonly WrittenRule[]): Promise<Treasury> {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    authenticate: () => null,
  });
  await publishedBy(treasury, { rules: { version: 1, rules } }, ["Ada", "Ben", "Cy"]);
  return treasury;
}

async function proposed(
  rules: readonly WrittenRule[] = [],
): Promise<{ treasury: Treasury; proposalId: string; approve: Approve }> {
  const treasury = await treasuryUnder(...rules);
  const { proposal } = await treasury.propose({ ...paper, agentId: "buyer" });
  const approve: Approve = (operator, approvedAmountUsd) =>
    treasury.decide({
      proposalId: proposal.id,
      decision: "approve",
      operator,
      ...(approvedAmountUsd !== undefined && { approvedAmountUsd }),
    });
  return { treasury, proposalId: proposal.id, approve };
}

type Approve = (operator: string, approvedAmountUsd?: number) => ReturnType<Treasury["decide"]>;

const two = { id: "two", then: { requireApprovals: { count: 2 } } };

describe("an approval of less than was proposed", () => {
  it("pays the approved amount, and leaves the proposed one unchanged", async () => {
    const { treasury, approve } = await proposed();
    expect(await approve("Ada", 25)).toMatchObject({
      status: "executed",
      amountUsd: 40,
      approvedAmountUsd: 25,
      capturedUsd: 25,
    });
    const state = await treasury.state();
    expect(state).toMatchObject({ expenseUsd: 25, spentTodayUsd: 25, balanceUsd: 975 });
    expect(state.ledger[0]).toMatchObject({ type: "expense", amountUsd: -25 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("is the same proposal for the agent that proposes the original amount again", async () => {
    const { treasury, proposalId, approve } = await proposed([two]);
    const again = async () => (await treasury.propose({ ...paper, agentId: "buyer" })).proposal;
    await approve("Ada", 25);
    expect(await again()).toMatchObject({ id: proposalId, status: "pending", amountUsd: 40 });
    await approve("Ben");
    expect(await again()).toMatchObject({ id: proposalId, status: "executed", amountUsd: 40 });
    expect(await treasury.state()).toMatchObject({ expenseUsd: 25, pendingCount: 0 });
  });

  it("needs the approvals of the proposed amount", async () => {
    const tier = { ...two, when: { amountUsd: { from: 30 } } };
    const { approve } = await proposed([tier]);
    const first = await approve("Ada", 5);
    expect(first).toMatchObject({ status: "pending", approvals: { given: 1, needed: 2 } });
    expect(await approve("Ben", 5)).toMatchObject({ status: "executed", capturedUsd: 5 });
  });

  it("is denied by a rule against the proposed amount, published later", async () => {
    const { treasury, approve } = await proposed();
    const when = { amountUsd: { from: 30 } };
    const rules = [{ id: "cap", when, then: { deny: true } }] as const;
    await treasury.rules.publish({ rules: { version: 1, rules }, operator: "Ada" });
    expect(await approve("Ada", 5)).toMatchObject({ status: "failed", capturedUsd: 0 });
  });

  it("counts the approved amount towards limits, and passes one that the proposed would not", async () => {
    const limit = { amountUsd: 30, per: "month", by: "vendor" } as const;
    const { treasury, approve } = await proposed([{ id: "vendor", then: { limit } }]);
    expect(await approve("Ada", 25)).toMatchObject({ status: "executed", capturedUsd: 25 });
    const next = async (amountUsd: number, purpose: string) => {
      const { proposal } = await treasury.propose({ ...paper, amountUsd, purpose });
      const { id: proposalId, status } = proposal;
      if (status !== "pending") return status;
      const decision = "approve";
      return (await treasury.decide({ proposalId, decision, operator: "Ada" })).status;
    };
    expect(await next(6, "ink")).toBe("failed");
    expect(await next(5, "pens")).toBe("executed");
  });

  it("counts the approved amount towards allocations and reserves", async () => {
    const treasury = await treasuryUnder({ id: "reserve", then: { keepAvailableUsd: 970 } });
    const team = { id: "team", limitUsd: 30, operator: "Ada" };
    await treasury.allocations.set(team);
    const spend = { ...paper, allocationId: "team" };
    const { proposal } = await treasury.propose(spend);
    const made = { proposalId: proposal.id, decision: "approve", operator: "Ada" } as const;
    expect(await treasury.decide({ ...made, approvedAmountUsd: 30 })).toMatchObject({
      status: "executed",
      capturedUsd: 30,
    });
    const { allocations } = await treasury.allocations.list();
    expect(allocations[0]).toMatchObject({ usedUsd: 30 });
  });

  it.each([
    [0, "above zero"],
    [-1, "above zero"],
    [40.000001, "at most the proposed amount, $40.00"],
  ])("is rejected for %d USD", async (amountUsd, message) => {
    const { treasury, approve } = await proposed();
    await expect(approve("Ada", amountUsd)).rejects.toThrow(message);
    expect((await treasury.state()).pendingCount).toBe(1);
  });

  it("cannot be part of a denial", async () => {
    const { treasury, proposalId } = await proposed();
    const denial = { proposalId, decision: "deny", operator: "Ada", approvedAmountUsd: 5 } as const;
    expect(await outcomeOf(treasury.decide(denial))).toBe("invalid_request");
  });

  it("is no lower amount if it equals the proposed one", async () => {
    const { approve } = await proposed();
    expect(await approve("Ada", 40)).toMatchObject({ approvedAmountUsd: null, capturedUsd: 40 });
  });

  it("is rejected after the spend was approved for more, and has no effect if repeated", async () => {
    const { approve } = await proposed();
    await approve("Ada", 25);
    expect(await approve("Ada", 25)).toMatchObject({ status: "executed", capturedUsd: 25 });
    expect(await approve("Ben")).toMatchObject({ status: "executed", capturedUsd: 25 });
    await expect(approve("Ben", 20)).rejects.toThrow("approved by Ada for $25.00");
  });
});

describe("several approvers", () => {
  const three = { id: "three", then: { requireApprovals: { count: 3 } } };

  it("pay the lowest amount that one of them named", async () => {
    const { approve } = await proposed([three]);
    expect(await approve("Ada", 30)).toMatchObject({ approvedAmountUsd: 30 });
    expect(await approve("Ben", 20)).toMatchObject({ approvedAmountUsd: 20 });
    expect(await approve("Cy")).toMatchObject({ status: "executed", capturedUsd: 20 });
  });

  it("remove an amount by withdrawing its approval", async () => {
    const { treasury, proposalId, approve } = await proposed([three]);
    await approve("Ada", 30);
    await approve("Ben", 20);
    const withdraw = (operator: string) => treasury.withdrawApproval({ proposalId, operator });
    expect(await withdraw("Ben")).toMatchObject({ approvedAmountUsd: 30 });
    expect(await withdraw("Ada")).toMatchObject({ approvedAmountUsd: null });
    for (const operator of ["Ada", "Ben", "Cy"]) await approve(operator);
    expect((await treasury.state()).expenseUsd).toBe(40);
  });

  it("can lower their own amount, and raise it only after withdrawing", async () => {
    const { approve } = await proposed([three]);
    await approve("Ada", 30);
    expect(await approve("Ada", 10)).toMatchObject({
      approvals: { given: 1 },
      approvedAmountUsd: 10,
    });
    expect(await approve("Ada", 35)).toMatchObject({ approvedAmountUsd: 10 });
    expect(await approve("Ada")).toMatchObject({ approvedAmountUsd: 10 });
  });
});

const groups = ["finance", ...Array.from({ length: 40 }, (_, index) => `group ${index}`)];
const person = (id: string): Operator => ({ id, name: id, verified: true, groups });
const ofThree = { count: 3, from: ["finance"] };
const rules = readRuleSet({
  version: 1,
  rules: [{ id: "a", then: { requireApprovals: ofThree } }],
});

async function approvedByThree(...amounts: readonly (Micros | null)[]): Promise<TestTreasury> {
  const treasury = testTreasury({ rules, startingCapital: dollars(200) });
  const { id } = await treasury.propose({ amount: dollars(40) });
  const persons = ["ada", "ben", "cy"];
  for (const [index, approvedAmount] of amounts.entries()) {
    const operator = person(persons[index] ?? "");
    const given = { proposalId: id, decision: "approve", operator, comment: null } as const;
    const payment = { provider: "sandbox", mode: "sandbox" } as const;
    const input = { ...given, approvedAmount, payment, salt: "0".repeat(32) };
    await treasury.run(decideProposal(input, treasury.engine.policy));
  }
  return treasury;
}

describe("the records of an approval for less", () => {
  it("contain each approver's amount, also where approvals are stored beside the proposal", async () => {
    const pending = await approvedByThree(dollars(30), dollars(20));
    const [{ open } = { open: [] }] = await pending.engine.storage.load([
      { workspaceId: "acme", keys: [] },
    ]);
    expect(open[0]?.body).toMatchObject({ approvedAmount: "20000000" });
    expect(JSON.stringify(open[0]?.body)).not.toContain("group 39");
    const { docs } = await contentsOf(pending.engine.storage, "acme");
    expect(docs.find(({ kind }) => kind === "approvals")?.body).toMatchObject({
      approvals: [{ approvedAmount: "30000000" }, { approvedAmount: "20000000" }],
    });
    const treasury = await approvedByThree(dollars(30), dollars(20), null);
    const { docs: closed } = await contentsOf(treasury.engine.storage, "acme");
    const proposal = closed.find(({ kind }) => kind === "proposal");
    expect(proposal?.body).toMatchObject({
      status: "executed",
      amount: "40000000",
      approvedAmount: "20000000",
      ruling: { approvals: [{ approvedAmount: "30000000" }, { approvedAmount: "20000000" }, {}] },
    });
  });

  it("are part of the chain: the entry's hash covers both amounts", async () => {
    const treasury = await approvedByThree(dollars(30), null, null);
    expect(await treasury.verify()).toMatchObject({ valid: true });
    const entry = (await contentsOf(treasury.engine.storage, "acme")).entries[0] as Entry;
    const record = entryFromBody(entry.body);
    const { decision } = record;
    expect(decision).toMatchObject({ amount: "40000000", ruled: { approvedAmount: "30000000" } });
    const hashOf = (changed: typeof record) =>
      hashEntry({ ...entry, workspaceId: "acme", record: changed });
    expect(hashOf(record)).toBe(entry.hash);
    const ruled = decision?.ruled;
    if (!decision || !ruled) throw new Error("The entry has no decision.");
    const raised = { ...decision, ruled: { ...ruled, approvedAmount: "31000000" } };
    const { approvedAmount: _, ...without } = ruled;
    expect(hashOf({ ...record, decision: raised })).not.toBe(entry.hash);
    expect(hashOf({ ...record, decision: { ...decision, ruled: without } })).not.toBe(entry.hash);
  });

  it("have no further field for the proposed amount", async () => {
    const treasury = await approvedByThree(null, null, dollars(40));
    const { docs, entries } = await contentsOf(treasury.engine.storage, "acme");
    expect(JSON.stringify(docs.map(({ body }) => body))).not.toContain("approvedAmount");
    expect(JSON.stringify(entries[0]?.body)).not.toContain("approvedAmount");
  });
});
