import { afterEach, describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { createTreasury, type Treasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";

const workspaceId = "acme";
const spend = { workspaceId, amountUsd: 2, vendor: "Acme", purpose: "paper" };
const waits = { status: "pending", reason: "No person named or approved this payee." };
let treasury: Treasury;

function open(options: { readonly autoApprovePayees?: "known" | "any" } = {}): Treasury {
  treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    ...options,
  });
  return treasury;
}

let count = 0;

async function propose(more: object = {}) {
  count += 1;
  const request = { ...spend, agentId: "buyer", idempotencyKey: `spend ${count}`, ...more };
  return (await treasury.propose(request)).proposal;
}

afterEach(() => treasury.close());

describe("known payees", () => {
  it("are listed after an approval, and wait again once they are forgotten", async () => {
    open();
    const waiting = await propose();
    expect(waiting).toMatchObject({ ...waits, payee: { isKnown: false, laterMaximumUsd: 4 } });
    const decision = { workspaceId, proposalId: waiting.id, decision: "approve" } as const;
    await treasury.decide({ ...decision, operator: "Ada" });
    const { payees, cursor } = await treasury.payees.list({ workspaceId });
    expect(cursor).toBeNull();
    expect(payees).toMatchObject([
      {
        name: "Acme",
        rails: [{ rail: "ledger", approvedUsd: 2, maximumUsd: 4, approvedBy: "Ada" }],
      },
    ]);
    expect(await propose()).toMatchObject({ status: "executed", payee: { isKnown: true } });
    const payeeId = payees[0]?.id ?? "";
    const forgotten = await treasury.payees.forget({ workspaceId, payeeId, operator: "Ben" });
    expect(forgotten.payee.name).toBe("Acme");
    expect(await propose()).toMatchObject(waits);
    expect((await treasury.payees.list({ workspaceId })).payees).toEqual([]);
    expect(await outcomeOf(treasury.payees.forget({ workspaceId, payeeId }))).toBe(
      "payee_not_found",
    );
  });

  it("can be added by an administrative action", async () => {
    open();
    const { action } = await treasury.payees.add({
      workspaceId,
      vendor: "Acme",
      amountUsd: 1,
      operator: "Ada",
    });
    expect(action).toMatchObject({ type: "add_payee", status: "done" });
    expect(await propose()).toMatchObject({ status: "executed" });
    expect(await propose({ amountUsd: 2.01 })).toMatchObject(waits);
    const rail = "nowhere";
    const added = treasury.payees.add({ workspaceId, vendor: "Acme", amountUsd: 1, rail });
    expect(await outcomeOf(added)).toBe("invalid_request");
  });

  it("are those of the rail and the exact name, also for other proposers", async () => {
    open();
    await treasury.payees.add({ workspaceId, vendor: "Straße", amountUsd: 5, operator: "Ada" });
    expect(await propose({ vendor: "STRASSE" })).toMatchObject({ status: "executed" });
    for (const vendor of ["Stra\u03b2e", "Strasse GmbH", "Strasse.", "name:strasse"]) {
      expect(await propose({ vendor })).toMatchObject(waits);
    }
  });

  it("shows the payees that policy paid and no person approved", async () => {
    open({ autoApprovePayees: "any" });
    await propose();
    await propose({ amountUsd: 3 });
    await propose({ vendor: "Other" });
    await treasury.payees.add({ workspaceId, vendor: "Other", amountUsd: 5, operator: "Ada" });
    expect(await treasury.payees.paidByPolicy({ workspaceId })).toEqual({
      payees: [{ vendor: "Acme", rail: "ledger", count: 2, largestUsd: 3 }],
      isComplete: true,
    });
  });

  it("shows no payees that a person named or a standing approval covers", async () => {
    open();
    await treasury.standingApprovals.create({
      workspaceId,
      agentId: "buyer",
      vendor: "Covered",
      maximumUsd: 5,
      count: 2,
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      operator: "Ada",
    });
    expect(await propose({ vendor: "Covered" })).toMatchObject({ operator: "Ada" });
    const { proposal } = await treasury.propose({ ...spend, operator: "Ada" });
    expect(proposal).toMatchObject({ autoApproved: true });
    const { payees } = await treasury.payees.paidByPolicy({ workspaceId });
    expect(payees).toEqual([]);
  });
});

describe("a proposal through code", () => {
  it("names its payee only if a person proposes it without an agent", async () => {
    open();
    const { proposal } = await treasury.propose({ ...spend, operator: "Ada" });
    expect(proposal).toMatchObject({ status: "executed", payee: { isNamed: true } });
    const others = [
      { purpose: "one" },
      { purpose: "two", agentId: "buyer", operator: "Ada" },
      { purpose: "three", agentLabel: "sub-agent", operator: "Ada" },
    ];
    for (const other of others) {
      expect((await treasury.propose({ ...spend, ...other })).proposal).toMatchObject(waits);
    }
  });
});
