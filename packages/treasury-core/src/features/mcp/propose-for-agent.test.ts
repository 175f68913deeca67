import { describe, expect, it } from "vitest";
import { ada, testTreasury } from "../../create/test-treasury.fixture.ts";
import { configuredAgent } from "../../http/outside-agent.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { eraseText } from "../workspace/erase-text.ts";
import { proposeForAgent } from "./propose-for-agent.ts";

const agent = configuredAgent({ name: "buyer", workspaceId: "acme" });
const lamp = { amountUsd: 5, vendor: "Acme", purpose: "a lamp", category: "office" };

describe("a spend of an external agent whose text was erased", () => {
  it.each([{}, { idempotencyKey: "lamp-1" }])(
    "is the same spend if it is proposed again with %j",
    async (key) => {
      const treasury = testTreasury();
      await treasury.credit(dollars(200));
      const { engine } = treasury;
      const { proposal } = await proposeForAgent(engine, agent, { ...lamp, ...key });
      await eraseText(engine, "acme", ada, null);
      const { id } = proposal;
      expect(await proposeForAgent(engine, agent, { ...lamp, ...key })).toMatchObject({
        isRepeated: true,
        proposal: { id, status: "executed", purpose: "[erased]" },
      });
      expect(await treasury.state()).toMatchObject({ expenseUsd: 5 });
    },
  );
});
