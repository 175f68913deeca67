import type { WrittenRule } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { standingWorld, terms, two } from "./standing-world.fixture.ts";

const dayMs = 86_400_000;
const firstPayment: WrittenRule = {
  id: "first",
  when: { vendors: { firstPayment: true } },
  then: { requireApprovals: { count: 1 } },
};

describe("a standing approval", () => {
  it("approves a spend of its agent to its payee at once, as its author", async () => {
    const { stand, spend, shown, treasury } = standingWorld();
    const { id } = await stand();
    const proposal = await spend();
    expect(proposal).toMatchObject({
      status: "executed",
      autoApproved: false,
      operator: "Ada",
      operatorVerified: true,
      approvals: { given: 1, needed: 1, by: [{ name: "Ada", channel: "standing" }] },
    });
    expect(proposal.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await shown(id)).toMatchObject({ status: "active", usedCount: 1, usedUsd: 24 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("is explained with the persons who gave it", async () => {
    const { stand, treasury } = standingWorld();
    await stand();
    const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "domain", agentId: "buyer" };
    const { explanation } = await treasury.propose({ ...spend, dryRun: true });
    expect(explanation[0]).toEqual({
      rule: "standing-approval",
      effect: "approve",
      text: "Approved in advance by Ada.",
    });
    expect((await treasury.standingApprovals.list()).standingApprovals).toMatchObject([
      { usedCount: 0 },
    ]);
  });

  it.each<[string, object]>([
    ["another agent", { agentId: "seller" }],
    ["another payee", { vendor: "Namecheap Ltd" }],
    ["an amount above its maximum", { amountUsd: 30.000001 }],
  ])("does not count for %s", async (_, fields) => {
    const { stand, spend } = standingWorld();
    await stand();
    expect(await spend(fields)).toMatchObject({ status: "pending", approvals: { given: 0 } });
  });

  it("counts for an account number, and for no other one", async () => {
    const { stand, spend } = standingWorld();
    await stand({ vendor: "DE89370400440532013000" });
    const status = async (vendor: string) => (await spend({ vendor })).status;
    expect(await status("DE89370400440532013000")).toBe("executed");
    expect(await status("GB29NWBK60161331926819")).toBe("pending");
  });

  it("counts for the payee in another spelling, and for its maximum", async () => {
    const { stand, spend } = standingWorld();
    await stand();
    const proposal = await spend({ vendor: "  NAMECHEAP ", amountUsd: 30 });
    expect(proposal.status).toBe("executed");
  });

  it("by one person does not satisfy a requirement of two, and counts as one of them", async () => {
    const { publish, stand, spend, approve, shown } = standingWorld();
    const { id } = await stand();
    await publish(two);
    expect(await shown(id)).toMatchObject({
      status: "suspended",
      approvals: { given: 1, needed: 2, missing: ["1 more approval"] },
    });
    const proposal = await spend();
    expect(proposal).toMatchObject({
      status: "pending",
      approvals: { given: 1, needed: 2, by: [{ name: "Ada", channel: "standing" }] },
    });
    const again = await approve(proposal, "Ada");
    expect(again).toMatchObject({ status: "pending", approvals: { given: 1, needed: 2 } });
    expect(await shown(id)).toMatchObject({ usedCount: 0 });
    expect(await approve(proposal, "Ben")).toMatchObject({
      status: "executed",
      operator: "Ben",
      approvals: { given: 2 },
    });
    expect(await shown(id)).toMatchObject({ usedCount: 0 });
    const other = await approve(await spend(), "Ben");
    expect(other.approvals.by).toMatchObject([
      { name: "Ben", channel: null },
      { name: "Ada", channel: "standing" },
    ]);
    expect(await shown(id)).toMatchObject({ usedCount: 1, usedUsd: 24 });
  });

  it("by two persons satisfies a requirement of two, and needs both to be created", async () => {
    const { publish, stand, spend, treasury } = standingWorld();
    await publish(two);
    const { action } = await treasury.standingApprovals.create({ ...terms, operator: "Ada" });
    expect(action).toMatchObject({
      status: "pending",
      type: "create_standing_approval",
      details: { standingApproval: { agentId: "buyer", vendor: "Namecheap", maximumUsd: 30 } },
    });
    expect((await spend()).status).toBe("pending");
    const standing = await stand({}, "Ada", "Ben");
    expect(standing.approvals).toMatchObject({ given: 2, by: [{ name: "Ada" }, { name: "Ben" }] });
    expect(await spend()).toMatchObject({
      status: "executed",
      operator: "Ada, Ben",
      approvals: { given: 2 },
    });
  });

  it("joins others, and uses as few as the requirement needs", async () => {
    const { publish, stand, spend, shown } = standingWorld();
    const ada = await stand({}, "Ada");
    const ben = await stand({}, "Ben");
    const spare = await stand({}, "Ada");
    await publish(two);
    const proposal = await spend();
    expect(proposal).toMatchObject({ status: "executed", operator: "Ada, Ben" });
    expect(await shown(ada.id)).toMatchObject({ usedCount: 1 });
    expect(await shown(ben.id)).toMatchObject({ usedCount: 1 });
    expect(await shown(spare.id)).toMatchObject({ usedCount: 0 });
  });

  it("stops at its number of spends", async () => {
    const { stand, spend, shown } = standingWorld();
    const { id } = await stand({ count: 2 });
    const statuses = [await spend(), await spend(), await spend()].map(({ status }) => status);
    expect(statuses).toEqual(["executed", "executed", "pending"]);
    expect(await shown(id)).toMatchObject({ status: "used_up", usedCount: 2 });
  });

  it("stops at its maximum per window, and begins again in the next", async () => {
    const { stand, spend, shown, clock } = standingWorld();
    const { id } = await stand({ count: undefined, windowMaximumUsd: 50, per: "week" });
    const statuses = [
      await spend(),
      await spend({ amountUsd: 26 }),
      await spend({ amountUsd: 11 }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual(["executed", "executed", "pending"]);
    expect(await shown(id)).toMatchObject({ status: "active", usedUsd: 50, leftUsd: 0 });
    clock.advance(7 * dayMs);
    expect((await spend()).status).toBe("executed");
    expect(await shown(id)).toMatchObject({ usedCount: 3, usedUsd: 24, leftUsd: 26 });
  });

  it("stops at its end", async () => {
    const { stand, spend, shown, clock } = standingWorld();
    const { id } = await stand();
    clock.advance(Date.parse(terms.endsAt) - clock.now() - 1);
    expect((await spend()).status).toBe("executed");
    clock.advance(1);
    expect((await spend()).status).toBe("pending");
    expect(await shown(id)).toMatchObject({ status: "expired", endedAt: expect.any(String) });
  });

  it("stops once any approver revokes it, also for spends that counted it", async () => {
    const { stand, spend, approve, publish, treasury } = standingWorld();
    const { id } = await stand();
    await publish(two);
    const proposal = await spend();
    expect(proposal.approvals.given).toBe(1);
    const revocation = { standingApprovalId: id, operator: "Ben" };
    const { standingApproval } = await treasury.standingApprovals.revoke(revocation);
    expect(standingApproval).toMatchObject({ status: "revoked", endedBy: "Ben" });
    const decided = await approve(proposal, "Ben");
    expect(decided).toMatchObject({ status: "pending", approvals: { given: 1 } });
    expect((await spend()).approvals.given).toBe(0);
    const again = await treasury.standingApprovals.revoke({ ...revocation, operator: "Cleo" });
    expect(again.standingApproval.endedBy).toBe("Ben");
    const unknown = treasury.standingApprovals.revoke({ standingApprovalId: "x" });
    expect(await outcomeOf(unknown)).toBe("standing_approval_not_found");
  });

  it("stops while the agent, the vendor or the workspace is frozen", async () => {
    for (const scope of ["workspace", "agent", "vendor"] as const) {
      const { stand, spend, treasury } = standingWorld();
      await stand();
      const id = scope === "agent" ? "buyer" : "Namecheap";
      const frozen = { scope, ...(scope !== "workspace" && { id }), operator: "Ada" };
      await treasury.freezes.freeze(frozen);
      expect(await spend()).toMatchObject({ status: "pending", verdict: "review" });
      await treasury.freezes.unfreeze(frozen);
      expect((await spend()).status).toBe("executed");
    }
  });

  it("stops at the limits of the workspace", async () => {
    const { stand, spend, treasury } = standingWorld();
    await stand({ maximumUsd: 300 });
    expect((await spend({ amountUsd: 201 })).status).toBe("denied");
    expect((await spend({ amountUsd: 200 })).status).toBe("executed");
    expect((await spend({ amountUsd: 200 })).status).toBe("executed");
    const overCap = await spend({ amountUsd: 101 });
    expect(overCap).toMatchObject({ status: "pending", verdict: "review" });
    await treasury.setBudget({ limits: { minReserveUsd: 590 } });
    expect((await spend({ amountUsd: 11 })).status).toBe("pending");
    expect((await spend({ amountUsd: 10 })).status).toBe("executed");
  });

  it("stops at limits and denials of rules, and at allocations", async () => {
    const { stand, spend, publish, treasury } = standingWorld();
    await stand();
    await treasury.allocations.set({ id: "team", limitUsd: 30, operator: "Ada" });
    const allocationId = "team";
    expect((await spend({ allocationId })).status).toBe("executed");
    expect((await spend({ allocationId })).status).toBe("pending");
    const limit = { amountUsd: 50, per: "month", by: "vendor" } as const;
    await publish({ id: "vendor", then: { limit } });
    const statuses = [await spend(), await spend(), await spend()].map(({ status }) => status);
    expect(statuses).toEqual(["executed", "executed", "pending"]);
    await publish({ id: "no", when: { agents: ["buyer"] }, then: { deny: true } });
    expect((await spend()).status).toBe("denied");
  });

  it("does not count for a spend with a finding of screening, for which all approve now", async () => {
    const { stand, spend, approve, publish } = standingWorld();
    await stand();
    const purpose = "Pay to IBAN DE89 3704 0044 0532 0130 00.";
    const proposal = await spend({ purpose });
    expect(proposal).toMatchObject({ status: "pending", verdict: "review" });
    expect((await approve(proposal, "Ben")).status).toBe("executed");
    await publish(two);
    const second = await spend({ purpose: `${purpose} Again.` });
    expect(second.approvals.given).toBe(0);
    expect((await approve(second, "Ben")).status).toBe("pending");
    expect((await approve(second, "Cleo")).status).toBe("executed");
  });

  it("does not satisfy a duplicate, for which one person approves now", async () => {
    const { stand, spend, approve, publish } = standingWorld();
    await stand();
    await publish({ id: "twice", then: { duplicate: { hours: 24 } } });
    expect((await spend()).status).toBe("executed");
    const duplicate = await spend();
    expect(duplicate).toMatchObject({ status: "pending", verdict: "safe" });
    expect(duplicate.approvals).toMatchObject({ given: 0, needed: 1 });
    expect(await approve(duplicate, "Ben")).toMatchObject({ status: "executed", operator: "Ben" });
    expect((await spend({ amountUsd: 25 })).status).toBe("executed");
  });

  it("satisfies the rule of a first payment, which makes the payee known", async () => {
    const { stand, spend, publish } = standingWorld();
    await publish(firstPayment);
    await stand({ count: 1 });
    expect((await spend()).status).toBe("executed");
    const small = { amountUsd: 5 };
    expect(await spend(small)).toMatchObject({ status: "executed", autoApproved: true });
    expect((await spend({ ...small, vendor: "Porkbun" })).status).toBe("pending");
  });

  it("does not count as an approval by its author who is behind the agent", async () => {
    const { stand, spend, publish } = standingWorld();
    const notProposer = { requireApprovals: { count: 1, notProposer: true } };
    await publish({ id: "other", then: notProposer });
    await stand({}, "Ada", "Ben");
    expect((await spend({ operator: "Ada" })).status).toBe("executed");
    const { publish: publishElsewhere, ...world } = standingWorld();
    await world.stand({}, "Ada");
    await publishElsewhere({ id: "other", then: notProposer });
    const own = await world.spend({ operator: "Ada" });
    expect(own).toMatchObject({ status: "pending", approvals: { given: 0 } });
    expect((await world.spend({ operator: "Cleo" })).status).toBe("executed");
    expect((await world.approve(own, "Ben")).status).toBe("executed");
  });

  it("is not needed for a spend that policy approves", async () => {
    const { stand, spend, shown } = standingWorld();
    const { id } = await stand();
    expect(await spend({ amountUsd: 5 })).toMatchObject({ autoApproved: true, operator: null });
    expect(await shown(id)).toMatchObject({ usedCount: 0 });
  });

  it("counts the approved amount in its window", async () => {
    const { stand, spend, approve, publish, shown } = standingWorld();
    const { id } = await stand({ windowMaximumUsd: 30, per: "month" });
    await publish(two);
    expect(await approve(await spend(), "Ben", 10)).toMatchObject({ capturedUsd: 10 });
    expect(await shown(id)).toMatchObject({ usedUsd: 10, leftUsd: 20 });
    const next = await spend();
    expect(next).toMatchObject({ status: "pending", approvals: { given: 0 } });
    expect((await approve(next, "Ben")).status).toBe("pending");
  });

  it("ends with a reset", async () => {
    const { stand, spend, treasury } = standingWorld();
    await stand();
    await treasury.reset({ operator: "Ada" });
    expect((await treasury.standingApprovals.list()).standingApprovals).toEqual([]);
    expect((await spend({ amountUsd: 1 })).approvals.by).toEqual([]);
  });
});
