import { expect, it } from "vitest";
import { judgeThat } from "../features/screening/test-judges.fixture.ts";
import { testClock } from "../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../memory.ts";
import { createTreasury } from "./create-treasury.ts";

async function sleptWith(screening: { judgeTimeoutSeconds?: number }): Promise<readonly number[]> {
  const clock = testClock();
  const judge = judgeThat(() => new Promise(() => undefined));
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: clock.now }),
    clock,
    recoverySeconds: false,
    onFailure: () => undefined,
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 100 },
    screening: { judge, ...screening },
  });
  const spend = { agentId: "buyer", vendor: "Acme", amountUsd: 1, purpose: "paper" };
  const { proposal } = await treasury.propose(spend);
  expect(proposal.reason).toContain("The judge did not answer.");
  await treasury.close();
  return clock.slept;
}

it("The judge has 15 seconds for its answer unless the deployment sets another limit", async () => {
  expect(await sleptWith({})).toContain(15_000);
  const shorter = await sleptWith({ judgeTimeoutSeconds: 5 });
  expect(shorter).toContain(5_000);
  expect(shorter).not.toContain(15_000);
});
