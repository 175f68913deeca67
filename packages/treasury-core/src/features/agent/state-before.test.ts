import type { Doc, JsonObject, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { calls, testModel } from "./test-model.fixture.ts";

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
