import { openDeployment } from "@agent-treasury/server";
import { expect, it } from "vitest";
import { sandboxOrigins, sandboxSellers } from "./sandbox-sellers.ts";

it("sells a report of one workspace to the agent of another, once", async () => {
  const { treasury } = await openDeployment({
    env: {
      TREASURY_SANDBOX: "on",
      TREASURY_DATABASE_URL: "memory:",
      TREASURY_STARTING_CAPITAL_USD: "100",
    },
    sandboxSellers,
    paidFetch: { origins: sandboxOrigins },
    recoverySeconds: false,
  });
  const message = "Fetch https://studio.example/report for a landing page";
  const turn = await treasury.runTurn({ workspaceId: "demo", message });
  expect(turn.assistant).toContain("Short pages sell best.");
  expect(turn.state).toMatchObject({
    balanceUsd: 99.75,
    heldUsd: 0,
    proposals: [
      { status: "executed", quote: { rail: "sandbox", payee: "https://studio.example" } },
    ],
  });
  const id = turn.state.proposals[0]?.reference ?? "";
  for (let look = 0; look < 2; look += 1) {
    const found = await treasury.incoming.find("sandbox", { workspaceId: "studio", id });
    expect(found).toBe("final");
  }
  const studio = await treasury.state("studio");
  expect(studio).toMatchObject({ revenueUsd: 0.25, balanceUsd: 100.25 });
  expect(studio.ledger.filter(({ type }) => type === "revenue")).toHaveLength(1);
  await treasury.close();
});
