import { systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { judgeThat } from "../screening/test-judges.fixture.ts";
import { type StandingWorld, standingWorld, two } from "./standing-world.fixture.ts";

function silent(): StandingWorld {
  // The test clock ends every wait at once.
  const clock = { ...testClock(), sleep: systemClock.sleep };
  const judge = judgeThat(() => Promise.reject(new Error("ECONNREFUSED")));
  return standingWorld({ clock, screening: { judge }, onFailure: () => undefined });
}

describe("a judge that does not answer", () => {
  it("leaves a spend to a person, although a standing approval allows it", async () => {
    const world = silent();
    await world.stand();
    const spend = await world.spend();
    expect(spend).toMatchObject({ status: "pending", verdict: "safe", approvals: { given: 0 } });
    expect(await world.approve(spend, "Ben")).toMatchObject({ status: "executed" });
  });

  it("leaves a spend of two to two persons, although a standing approval counts as one", async () => {
    const world = silent();
    await world.publish(two);
    await world.stand({}, "Ada", "Ben");
    const spend = await world.spend();
    expect(spend).toMatchObject({ status: "pending", approvals: { given: 0 } });
    expect((await world.approve(spend, "Cara")).status).toBe("pending");
    expect((await world.approve(spend, "Dan")).status).toBe("executed");
  });

  it("leaves a spend to a person, although a rule approves it", async () => {
    const world = silent();
    await world.publish({ id: "free", then: { autoApprove: true } });
    const spend = await world.spend({ amountUsd: 1 });
    expect(spend).toMatchObject({ status: "pending", verdict: "safe" });
    const { explanation } = await world.treasury.proposal({ proposalId: spend.id });
    expect(explanation[0]).toEqual({
      rule: "judge",
      effect: "review",
      text: "The judge did not answer, so a person has to decide.",
    });
  });
});
