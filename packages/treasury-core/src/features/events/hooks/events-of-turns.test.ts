import { expect, it } from "vitest";
import { type TreasuryEvent, createTreasury } from "../../../index.ts";
import { memoryStorage } from "../../../memory.ts";
import { calls, says, testModel } from "../../agent/test-model.fixture.ts";

const spend = { amountUsd: 12, vendor: "Acme", purpose: "servers" };

it("reports that a turn waits for approval and that it is over", async () => {
  const events: TreasuryEvent[] = [];
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model: testModel(calls("propose_spend", spend), says("Bought.")),
    budget: { startingCapitalUsd: 100 },
    hooks: { event: (event) => void events.push(event) },
  });
  const { turnId, state } = await treasury.runTurn({ message: "Buy it." });
  const proposalId = state.proposals[0]?.id ?? "";
  await treasury.decide({ proposalId, decision: "approve" });
  await treasury.resumeTurn({ turnId });
  await treasury.close();
  expect(events).toMatchObject([
    { kind: "proposalCreated", workspaceId: "demo", proposal: { turnId } },
    { kind: "turnWaiting", turnId, waitsFor: [proposalId] },
    { kind: "proposalDecided", by: "person" },
    { kind: "proposalExecuted" },
    { kind: "turnEnded", turnId },
  ]);
});
