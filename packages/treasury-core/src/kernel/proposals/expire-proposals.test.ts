import { describe, expect, it } from "vitest";
import { type TestTreasury, outcomeOf, testTreasury } from "../../create/test-treasury.fixture.ts";
import { dollars, testClock } from "../ledger/test-ledger.fixture.ts";
import { readProposal } from "../views/read-treasury.ts";
import { asOf, isExpired, proposalFromDoc } from "./proposal-record.ts";

const hour = 3_600_000;

async function withWaitingProposal(): Promise<{ treasury: TestTreasury; id: string }> {
  const treasury = testTreasury({ policy: { proposalLifetimeMs: hour } });
  await treasury.credit(dollars(200));
  const { id } = await treasury.propose();
  return { treasury, id };
}

async function stored(treasury: TestTreasury, id: string): Promise<unknown> {
  const keys = [{ kind: "proposal", id }];
  const [snapshot] = await treasury.engine.storage.load([{ workspaceId: "acme", keys }]);
  const body = snapshot?.found[0]?.body as { status: string } | undefined;
  return body?.status;
}

describe("an undecided proposal", () => {
  it("does not expire by default", async () => {
    const treasury = testTreasury();
    const { id, expiresAt } = await treasury.propose();
    expect(expiresAt).toBeNull();
    treasury.clock.advance(1_000 * 86_400_000);
    expect((await readProposal(treasury.engine, "acme", id))?.status).toBe("pending");
  });

  it("can be approved until its last millisecond", async () => {
    const { treasury, id } = await withWaitingProposal();
    treasury.clock.advance(hour - 1);
    expect((await treasury.state()).pendingCount).toBe(1);
    expect(await treasury.approve(id)).toMatchObject({ status: "executed", expiresAt: null });
  });

  it("is shown as denied afterwards, before a commit records it", async () => {
    const { treasury, id } = await withWaitingProposal();
    treasury.clock.advance(hour);
    expect(await stored(treasury, id)).toBe("pending");
    const { pendingCount, proposals } = await treasury.state();
    expect(pendingCount).toBe(0);
    const shown = {
      status: "denied",
      operator: null,
      failure: "The proposal expired before a decision.",
    };
    expect(proposals).toMatchObject([shown]);
    expect(proposals[0]?.decidedAt).toBe(proposals[0]?.expiresAt);
    expect(await readProposal(treasury.engine, "acme", id)).toMatchObject(shown);
  });

  it("is recorded as denied by the next command of any kind", async () => {
    const { treasury, id } = await withWaitingProposal();
    treasury.clock.advance(hour + 5_000);
    await treasury.credit(dollars(1));
    expect(await stored(treasury, id)).toBe("denied");
    const { proposals } = await treasury.state();
    expect(proposals[0]?.decidedAt).toBe(proposals[0]?.expiresAt);
  });

  it("is recorded even by a command that is refused", async () => {
    const { treasury, id } = await withWaitingProposal();
    treasury.clock.advance(hour);
    expect(await outcomeOf(treasury.deny("nothing"))).toBe("proposal_not_found");
    expect(await stored(treasury, id)).toBe("denied");
  });

  it("is not paid by a late approval, which is rejected each time", async () => {
    const { treasury, id } = await withWaitingProposal();
    treasury.clock.advance(hour);
    expect(await outcomeOf(treasury.approve(id))).toBe("proposal_expired");
    expect(await stored(treasury, id)).toBe("denied");
    expect(await outcomeOf(treasury.approve(id))).toBe("proposal_expired");
    expect(await treasury.state()).toMatchObject({ expenseUsd: 0, balanceUsd: 200 });
  });

  it("counts as already denied for a late denial", async () => {
    const { treasury, id } = await withWaitingProposal();
    treasury.clock.advance(hour);
    expect(await treasury.deny(id)).toMatchObject({ status: "denied", operator: null });
  });

  it("is recognised as expired with the text that version 0.1 stored", async () => {
    const { treasury, id } = await withWaitingProposal();
    const keys = [{ kind: "proposal", id }];
    const [snapshot] = await treasury.engine.storage.load([{ workspaceId: "acme", keys }]);
    const expired = asOf(proposalFromDoc(snapshot!.found[0]!), treasury.clock.now() + hour);
    const withFailure = (failure: string) => isExpired({ ...expired, failure });
    expect(isExpired(expired)).toBe(true);
    expect(withFailure("Nobody decided before the proposal expired.")).toBe(true);
    expect(withFailure("The vendor is blocked.")).toBe(false);
  });

  it("expires by storage time, even for a process whose clock is behind", async () => {
    const { treasury, id } = await withWaitingProposal();
    const { storage } = treasury.engine;
    treasury.clock.advance(hour);
    const behind = testTreasury({ storage, clock: testClock(0) });
    expect(await outcomeOf(behind.approve(id))).toBe("proposal_expired");
  });
});
