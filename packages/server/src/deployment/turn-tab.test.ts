import { expect, it, onTestFinished } from "vitest";
import { servedAgent } from "./served-agent.fixture.ts";

it("opens a tab for the model calls of a turn, and makes no call before its approval", async () => {
  const server = await servedAgent({ TREASURY_TURN_TAB_USD: "0.50" });
  onTestFinished(server.stop);
  const asked = server.endpoint.answerAgent([]);
  await expect(server.turn("metered", "Buy pencils.")).rejects.toThrow("409");
  const { proposals } = await server.stateOf("metered");
  expect(proposals).toMatchObject([
    { amountUsd: 0.5, category: "model calls", status: "pending", payout: { id: "tab" } },
  ]);
  expect(asked).toEqual([]);
});
