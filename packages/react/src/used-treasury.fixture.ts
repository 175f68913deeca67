import { sandboxPayments, scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, type TreasuryOptions, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect } from "vitest";
import { baseUrl } from "./opened-component.fixture.ts";

/** A treasury after these requests, each a path and a body. By default policy pays any payee. */
export async function treasuryAfter(
  startingCapitalUsd: number,
  requests: readonly (readonly [path: string, body: object])[],
  { autoApprovePayees = "any" }: Pick<TreasuryOptions, "autoApprovePayees"> = {},
): Promise<Treasury> {
  const treasury = createTreasury({
    autoApprovePayees,
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    payments: { processor: sandboxPayments({ baseUrl }) },
    model: scriptedModel(),
    budget: { startingCapitalUsd },
  });
  for (const [path, body] of requests) {
    const response = await treasury.handler(
      new Request(`${baseUrl}/api/service${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    expect({ path, status: response.status, text: await response.text() }).toMatchObject({
      status: 200,
    });
  }
  return treasury;
}

/** A treasury with three pending spends, whose cards fill the inbox, above decided ones. */
export function treasuryWithThreeSpends(): Promise<Treasury> {
  // Their texts make a card higher when its explanation arrives.
  const rules = ["domains", "hosting", "software"].map((id) => ({
    id,
    then: { requireApprovals: { count: 1 } },
  }));
  const stickers = { message: "Buy stickers from Sticker Mule for $1" };
  return treasuryAfter(200, [
    ...Array.from({ length: 6 }, () => ["/agent", stickers] as const),
    ["/agent", { message: "Buy a server from Hetzner for $20" }],
    ["/agent", { message: "Buy a server from Fly for $20" }],
    ["/agent", { message: "Buy a server from Render for $20" }],
    ["/treasury/rules", { rules: { version: 1, rules } }],
  ]);
}
