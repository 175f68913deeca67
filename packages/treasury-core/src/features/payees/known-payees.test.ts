import type { WrittenRuleSet } from "@agent-treasury/contract";
import { readRuleSet } from "@agent-treasury/rules";
import { afterEach, describe, expect, it } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { createTreasury, type Treasury, type TreasuryOptions } from "../../index.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { cardWorld } from "../payments/payouts/card-world.fixture.ts";
import { buy, captureId, minute, reviewed } from "../payments/reviews/reviewed-payments.fixture.ts";
import { knownNames } from "../rules/replay/known-names.ts";
import { pastSpendOf } from "../rules/replay/past-spend-of.ts";
import { listPayees } from "./list-payees.ts";

const workspaceId = "acme";
const waits = { status: "pending", reason: "No person named or approved this payee." };
let treasury: Treasury;

function open(options: Partial<TreasuryOptions> = {}): void {
  treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    ...options,
  });
}

async function propose(purpose: string, amountUsd = 2) {
  const spend = { workspaceId, agentId: "buyer", vendor: "Acme", amountUsd, purpose };
  return (await treasury.propose(spend)).proposal;
}

async function approve(proposalId: string): Promise<void> {
  await treasury.decide({ workspaceId, proposalId, decision: "approve", operator: "Ada" });
}

/** Outcomes that differ under these rules. */
async function outcomesUnder(rules: WrittenRuleSet): Promise<readonly string[]> {
  const { changes } = await treasury.rules.replay({ workspaceId, rules });
  return changes.map(({ after }) => after);
}

afterEach(() => treasury?.close());

describe("a known payee", () => {
  it("is unknown again after a refund", async () => {
    const world = cardWorld();
    ({ treasury } = world);
    const spend = await world.buy();
    await world.capture(spend, "c1", 30);
    expect((await treasury.payees.list({ workspaceId })).payees).toMatchObject([{ name: "Acme" }]);
    await world.refund(spend, "r1", 1);
    expect((await treasury.payees.list({ workspaceId })).payees).toEqual([]);
  });

  it("is unknown again after its payment was undone", async () => {
    const payments = reviewed();
    const { world, answers, recover } = payments;
    const { id } = await buy(payments);
    const known = () => listPayees(world.engine.storage, workspaceId, null);
    expect((await known()).payees).toHaveLength(1);
    answers.review = { kind: "reversed", captureIds: [captureId(id)], reason: "The block is gone" };
    world.clock.advance(25 * minute);
    await recover();
    expect((await known()).payees).toEqual([]);
  });

  it("stays known after an erasure of its name, which no list shows any more", async () => {
    open();
    await approve((await propose("paper")).id);
    await treasury.eraseText({
      workspaceId,
      before: new Date(Date.now() + 60_000),
      operator: "Ada",
    });
    const { payees } = await treasury.payees.list({ workspaceId });
    expect(payees).toMatchObject([{ name: null, rails: [{ approvedBy: null, approvedUsd: 2 }] }]);
    expect(await propose("ink")).toMatchObject({ status: "executed", payee: { isKnown: true } });
    expect((await treasury.payees.list({ workspaceId })).payees).toMatchObject([{ name: null }]);
    await treasury.payees.forget({ workspaceId, payeeId: payees[0]?.id ?? "", operator: "Ada" });
    expect(await propose("pens")).toMatchObject(waits);
  });
});

describe("a payee that no person named or approved", () => {
  it("waits above the maximum of a standing approval, as exposure counts", async () => {
    open();
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { workspaceId, agentId: "buyer", vendor: "Acme", operator: "Ada", endsAt };
    await treasury.standingApprovals.create({ ...terms, maximumUsd: 1, count: 1 });
    expect(await propose("paper")).toMatchObject(waits);
  });

  it("is paid under a standing approval, until it is revoked", async () => {
    open();
    const { action } = await treasury.standingApprovals.create({
      workspaceId,
      agentId: "buyer",
      vendor: "Acme",
      maximumUsd: 5,
      count: 9,
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      operator: "Ada",
    });
    expect(await propose("paper")).toMatchObject({ status: "executed" });
    const standingApprovalId = action.result ?? "";
    await treasury.standingApprovals.revoke({ workspaceId, standingApprovalId });
    expect(await propose("ink")).toMatchObject(waits);
  });
});

describe("a replay", () => {
  const below20 = { amountUsd: { below: 20 } };
  const all: WrittenRuleSet = {
    version: 1,
    rules: [{ id: "small", when: below20, then: { autoApprove: true } }],
  };
  const named: WrittenRuleSet = {
    version: 1,
    rules: [
      {
        id: "acme",
        when: { ...below20, vendors: { in: ["acme"] } },
        then: { autoApprove: true },
        selfReported: true,
      },
    ],
  };

  it("leaves a spend to an unknown payee to a person, unless the draft allows the payee", async () => {
    open();
    await propose("paper", 12);
    expect(await outcomesUnder(all)).toEqual([]);
    expect(await outcomesUnder(named)).toEqual(["automatic"]);
  });

  it("takes a record of an earlier version as decided", async () => {
    const { propose: proposeHere } = testTreasury({ policy: { autoApprovePayees: "known" } });
    const spend = await proposeHere({ amount: dollars(2) });
    const { proposed } = spend.facts;
    const names = knownNames(null, readRuleSet({ version: 1, rules: [] }));
    expect(pastSpendOf(spend, names).proposed.isUnknownPayee).toBe(true);
    if (proposed === undefined) throw new Error("The spend has no facts.");
    const { payee: _payee, ...earlier } = proposed;
    const old = { ...spend, facts: { ...spend.facts, proposed: earlier } };
    expect(pastSpendOf(old, names).proposed.isUnknownPayee).toBe(false);
    expect(pastSpendOf({ ...spend, facts: {} }, names).proposed.isUnknownPayee).toBe(false);
  });
});
