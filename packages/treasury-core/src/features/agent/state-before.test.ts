import type { Doc, JsonObject, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { calls, says, testModel } from "./test-model.fixture.ts";

it("converts the spends of a workspace once per result of a turn", async () => {
  const storage = memoryStorage();
  let converted = 0;
  const countedDoc = (doc: Doc): Doc => {
    const body = { ...(doc.body as JsonObject) };
    if (body["purpose"] !== "earlier") return doc;
    Object.defineProperty(body, "purpose", {
      enumerable: true,
      get: () => {
        converted += 1;
        return "earlier";
      },
    });
    return { ...doc, body };
  };
  const observed: Storage = {
    ...forwardedStorage(storage),
    view: async (...page) => {
      const view = await storage.view(...page);
      return { ...view, docs: view.docs.map(countedDoc) };
    },
  };
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: observed,
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 100 },
    model: testModel(
      calls("propose_spend", { amountUsd: 40, vendor: "Acme", purpose: "a lamp" }),
      calls("propose_spend", { amountUsd: 1, vendor: "Acme", purpose: "a cable" }),
      [],
    ),
    recoverySeconds: false,
  });
  await treasury.propose({ agentId: "buyer", vendor: "Acme", amountUsd: 1, purpose: "earlier" });
  const { turnId, state } = await treasury.runTurn({ message: "Buy a lamp." });
  expect([state.pendingCount, converted]).toEqual([1, 1]);
  await treasury.decide({ proposalId: state.proposals[0]?.id ?? "", decision: "approve" });
  converted = 0;
  const end = await treasury.resumeTurn({ turnId });
  expect([end.state.ledger.length, converted]).toEqual([3, 1]);
});

it("reads a workspace once for turns that spend, and returns its newest state", async () => {
  const storage = memoryStorage();
  let views = 0;
  const counted: Storage = {
    ...forwardedStorage(storage),
    view: (...page) => {
      views += 1;
      return storage.view(...page);
    },
  };
  const purchases = ["a lamp", "a desk", "a chair"];
  const turns = purchases.map((purpose) => [
    calls("propose_spend", { amountUsd: 40, vendor: "Acme", purpose }),
    says("Done."),
  ]);
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: counted,
    budget: { startingCapitalUsd: 1_000, dailySpendCapUsd: 1_000 },
    model: testModel(...turns.flat()),
    recoverySeconds: false,
  });
  const other = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    recoverySeconds: false,
  });
  for (const [flow, purpose] of purchases.entries()) {
    const waiting = await treasury.runTurn({ message: `Buy ${purpose}.` });
    expect(waiting.state.proposals).toEqual((await other.state()).proposals);
    expect(waiting.state.pendingCount).toBe(1);
    const proposalId = waiting.state.proposals[0]?.id ?? "";
    await treasury.decide({ proposalId, decision: "approve" });
    const end = await treasury.resumeTurn({ turnId: waiting.turnId });
    const { proposals, ledger, balanceUsd } = await other.state();
    expect(end.state).toMatchObject({ proposals, ledger, balanceUsd });
    expect([ledger.length, views]).toEqual([flow + 1, 1]);
  }
  // Another process changes the workspace, so that it is read again.
  await other.setBudget({ limits: { maxSpendPerActionUsd: 7 } });
  const again = await treasury.runTurn({ message: "Look." });
  expect(again.state.budget.maxSpendPerActionUsd).toBe(7);
});
