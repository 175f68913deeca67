import { type SpendNotice, Micros } from "@agent-treasury/provider";
import type { ScriptedExecutorOptions } from "@agent-treasury/sandbox";
import type { Treasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { rejectionCodeOf } from "../../packages/testing/src/conformance/rejection.ts";
import { day, externalTreasury, gated, settle, workspaceId } from "./external-spends.fixture.ts";

const accepting: ScriptedExecutorOptions = { script: () => "accept", keyLifetimeMs: 60 * day };

function captured(proposalId: string, id: string, dollars: bigint): SpendNotice {
  const captures = [{ id, amount: Micros.of(dollars * 1_000_000n) }];
  return { kind: "captured", workspaceId, proposalId, captures, reference: "card_1" };
}

function released(proposalId: string): SpendNotice {
  return { kind: "released", workspaceId, proposalId, reason: "The card was closed unused." };
}

function tell(treasury: Treasury, ...notices: readonly SpendNotice[]) {
  return Promise.all(notices.map((notice) => treasury.recordSpendNotice(notice)));
}

describe("a notice of an executor", () => {
  it("settles the captured amount, weeks later", async () => {
    const { buy, clock, treasury, proposal } = externalTreasury(accepting);
    const { id } = await buy();
    clock.advance(31 * day);
    await tell(treasury, captured(id, "t1", 28n));
    expect(await proposal()).toMatchObject({
      status: "executed",
      capturedUsd: 28,
      reference: "card_1",
      attention: null,
    });
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0, spentTodayUsd: 28 });
  });

  it("counts once, however often and through however many processes it arrives", async () => {
    const { buy, treasury, another } = externalTreasury(accepting);
    const { id } = await buy();
    const processes = [treasury, another(), another(), treasury];
    await Promise.all(processes.map((each) => tell(each, captured(id, "t1", 28n))));
    expect((await treasury.state(workspaceId)).expenseUsd).toBe(28);
  });

  it("may be partial, and is flagged when the parts exceed the approved amount", async () => {
    const { buy, treasury, proposal } = externalTreasury(accepting);
    const { id } = await buy();
    await tell(treasury, captured(id, "t1", 20n));
    expect((await proposal()).attention).toBeNull();
    await tell(treasury, captured(id, "t2", 15n), captured(id, "t1", 20n));
    expect(await proposal()).toMatchObject({
      capturedUsd: 35,
      attention: "$35.00 was captured, $5.00 more than was approved.",
    });
    expect(await treasury.state(workspaceId)).toMatchObject({ expenseUsd: 35, heldUsd: 0 });
  });

  it("releases an unused amount, and a later capture is recorded and flagged", async () => {
    const { buy, treasury, proposal } = externalTreasury(accepting);
    const { id } = await buy();
    await tell(treasury, released(id), released(id));
    expect(await proposal()).toMatchObject({
      status: "failed",
      failure: "The card was closed unused.",
    });
    await tell(treasury, captured(id, "t1", 30n));
    expect(await proposal()).toMatchObject({
      status: "executed",
      failure: null,
      attention: "It was paid although it had been released (The card was closed unused.).",
    });
    await tell(treasury, released(id));
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0, expenseUsd: 30 });
    expect((await treasury.verify(workspaceId)).valid).toBe(true);
  });

  it("is recorded in the current ledger after a reset", async () => {
    const { buy, treasury } = externalTreasury(accepting);
    const { id } = await buy();
    await tell(treasury, captured(id, "t1", 20n));
    await treasury.reset({ workspaceId });
    await tell(treasury, captured(id, "t2", 10n), captured(id, "t1", 20n));
    const state = await treasury.state(workspaceId);
    expect(state).toMatchObject({ expenseUsd: 10, balanceUsd: -10, proposals: [] });
    expect((await treasury.verify(workspaceId)).valid).toBe(true);
  });

  it("is rejected for a spend that was never sent, or that does not exist", async () => {
    const { propose, treasury } = externalTreasury(accepting);
    const id = await propose();
    const code = (notice: SpendNotice) => rejectionCodeOf(treasury.recordSpendNotice(notice));
    expect(await code(captured(id, "t1", 30n))).toBe("invalid_request");
    await treasury.decide({ workspaceId, proposalId: id, decision: "deny" });
    expect(await code(captured(id, "t1", 30n))).toBe("invalid_request");
    expect(await code(captured("prop_none", "t1", 30n))).toBe("proposal_not_found");
    expect(await code(captured(id, "", 30n))).toBe("invalid_request");
    expect(await code(captured(id, "t1", 0n))).toBe("invalid_request");
  });

  it("does not fail the spend when a total cannot hold the amount", async () => {
    const { buy, treasury, proposal } = externalTreasury(accepting);
    const [first, second] = [await buy(), await buy()];
    await tell(treasury, captured(first.id, "t1", 8_000_000_000n));
    await tell(treasury, captured(second.id, "t2", 30n));
    expect(await proposal()).toMatchObject({
      id: second.id,
      status: "approved",
      attention:
        "$30.00 were captured, but are not in the ledger: This payment would exceed the largest total that a workspace supports.",
    });
    const state = await treasury.state(workspaceId);
    expect(state).toMatchObject({ expenseUsd: 8_000_000_000, heldUsd: 30 });
    expect((await treasury.verify(workspaceId)).valid).toBe(true);
  });
});

describe("a person who resolves a payment", () => {
  it("can report that it was paid, the amount and its own reference", async () => {
    const { buy, treasury } = externalTreasury(accepting);
    const { id: proposalId } = await buy();
    const request = { workspaceId, proposalId, outcome: "paid", operator: "Ada" } as const;
    const paid = { ...request, capturedUsd: 29.5, reference: "t1" };
    expect(await treasury.resolveSpend(paid)).toMatchObject({
      status: "executed",
      capturedUsd: 29.5,
      reference: "t1",
    });
    expect(await treasury.resolveSpend(paid)).toMatchObject({ capturedUsd: 29.5 });
    await tell(treasury, captured(proposalId, "t1", 29n));
    expect(await treasury.state(workspaceId)).toMatchObject({ expenseUsd: 29.5, heldUsd: 0 });
    const opposite = treasury.resolveSpend({ ...request, outcome: "not_paid" });
    expect(await rejectionCodeOf(opposite)).toBe("already_decided");
  });

  it("can report that it was not paid, and the amount is available again", async () => {
    const { buy, treasury } = externalTreasury(accepting);
    const { id: proposalId } = await buy();
    const request = { workspaceId, proposalId, outcome: "not_paid", operator: "Ada" } as const;
    expect(await treasury.resolveSpend(request)).toMatchObject({
      status: "failed",
      failure: "Ada found that it was not paid.",
    });
    expect((await treasury.state(workspaceId)).heldUsd).toBe(0);
  });

  it("waits while the executor is called", async () => {
    const { propose, approve, treasury, executor } = externalTreasury();
    const gate = gated(executor);
    const proposalId = await propose();
    const approving = approve(proposalId);
    await settle();
    const resolution = treasury.resolveSpend({ workspaceId, proposalId, outcome: "not_paid" });
    expect(await rejectionCodeOf(resolution)).toBe("funds_held");
    expect(await rejectionCodeOf(treasury.reset({ workspaceId }))).toBe("funds_held");
    gate.open();
    expect((await approving).status).toBe("executed");
  });

  it("can only report a valid result", async () => {
    const { buy, treasury } = externalTreasury(accepting);
    const { id: proposalId } = await buy();
    const request = { workspaceId, proposalId, outcome: "paid" } as const;
    const code = (changes: object) =>
      rejectionCodeOf(treasury.resolveSpend({ ...request, ...changes }));
    expect(await code({ outcome: "maybe" })).toBe("invalid_request");
    expect(await code({ capturedUsd: -1 })).toBe("invalid_request");
    expect(await code({ capturedUsd: Number.NaN })).toBe("invalid_request");
    expect(await code({ reference: "" })).toBe("invalid_request");
    expect(await code({ proposalId: "prop_none" })).toBe("proposal_not_found");
    expect((await treasury.state(workspaceId)).heldUsd).toBe(30);
  });
});
