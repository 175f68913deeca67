import { sandboxPayments, scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect } from "vitest";
import { baseUrl } from "./opened-component.fixture.ts";

/** A treasury with three pending spends, whose cards fill the inbox. */
export async function treasuryWithThreeSpends(): Promise<Treasury> {
  const treasury = createTreasury({
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    payments: { processor: sandboxPayments({ baseUrl }) },
    model: scriptedModel(),
    budget: { startingCapitalUsd: 200 },
  });
  const post = async (path: string, body: object): Promise<void> => {
    const response = await treasury.handler(
      new Request(`${baseUrl}/api/service${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    expect(response.status).toBe(200);
  };
  for (const vendor of ["Hetzner", "Fly", "Render"]) {
    await post("/agent", { message: `Buy a server from ${vendor} for $20` });
  }
  // Their texts make a card higher when its explanation arrives.
  const rules = ["domains", "hosting", "software"].map((id) => ({
    id,
    then: { requireApprovals: { count: 1 } },
  }));
  await post("/treasury/rules", { rules: { version: 1, rules } });
  return treasury;
}
