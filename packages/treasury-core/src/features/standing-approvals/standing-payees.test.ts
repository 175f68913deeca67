import { describe, expect, it } from "vitest";
import { standingWorld } from "./standing-world.fixture.ts";

const waits = { status: "pending", reason: "No person named or approved this payee." };
const known = { autoApprovePayees: "known" } as const;

describe("a payee that only a standing approval covers", () => {
  it("is paid within its maximum and its number of spends, also below the limit of policy", async () => {
    const { stand, spend, shown } = standingWorld(known);
    const { id } = await stand({ maximumUsd: 3, count: 2 });
    expect(await spend({ amountUsd: 3.000001 })).toMatchObject(waits);
    for (const usedCount of [1, 2]) {
      const paid = await spend({ amountUsd: 3 });
      expect(paid).toMatchObject({ status: "executed", autoApproved: false, operator: "Ada" });
      expect(await shown(id)).toMatchObject({ usedCount, usedUsd: 3 * usedCount });
    }
    expect(await spend({ amountUsd: 1 })).toMatchObject(waits);
  });

  it("is paid within its maximum per window", async () => {
    const { stand, spend } = standingWorld(known);
    await stand({ maximumUsd: 3, windowMaximumUsd: 5, per: "day" });
    expect(await spend({ amountUsd: 3 })).toMatchObject({ status: "executed", operator: "Ada" });
    expect(await spend({ amountUsd: 3 })).toMatchObject(waits);
    expect(await spend({ amountUsd: 2 })).toMatchObject({ status: "executed", operator: "Ada" });
  });

  it("is not paid under a rule that approves every payee beyond the maximum", async () => {
    const { stand, spend, publish } = standingWorld(known);
    await stand({ maximumUsd: 3 });
    await publish({ id: "all", then: { autoApprove: true } });
    expect(await spend({ amountUsd: 20 })).toMatchObject(waits);
    expect(await spend({ amountUsd: 3 })).toMatchObject({ status: "executed", operator: "Ada" });
  });

  it("waits for the persons that a rule requires", async () => {
    const { stand, spend, publish } = standingWorld(known);
    await stand({ maximumUsd: 3 });
    await publish({ id: "two", then: { requireApprovals: { count: 2 } } });
    const small = await spend({ amountUsd: 3 });
    expect(small).toMatchObject({ status: "pending", approvals: { given: 1, needed: 2 } });
  });

  it("has the same outcome in a replay of the same rules", async () => {
    const { stand, spend, treasury } = standingWorld(known);
    await stand({ maximumUsd: 3 });
    await spend({ amountUsd: 3 });
    const { changes, unknowns } = await treasury.rules.replay({ rules: { version: 1, rules: [] } });
    expect({ changes, unknowns }).toEqual({ changes: [], unknowns: [] });
  });
});

describe("a payee that a person approved", () => {
  it("is paid by policy, which leaves the standing approval unused", async () => {
    const { stand, spend, approve, shown } = standingWorld(known);
    await approve(await spend({ amountUsd: 4 }), "Ben");
    const { id } = await stand({ maximumUsd: 3 });
    expect(await spend({ amountUsd: 8 })).toMatchObject({ status: "executed", operator: null });
    expect(await spend({ amountUsd: 3 })).toMatchObject({ status: "executed", operator: null });
    expect(await shown(id)).toMatchObject({ usedCount: 0 });
  });
});
