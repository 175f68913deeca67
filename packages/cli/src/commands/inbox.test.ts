import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury inbox", () => {
  const place = sqlitePlace();

  it("lists what needs approval in all workspaces", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 100 },
    });
    const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
    const first = await treasury.propose({ workspaceId: "beta", ...spend });
    const second = await treasury.propose({
      workspaceId: "acme",
      ...spend,
      vendor: "Sticker Mule",
    });
    const list = ["inbox", "--database", place.database];
    const { exitCode, stdout } = await run(list);
    expect(exitCode).toBe(0);
    expect(stdout.replaceAll(/\S+Z/g, "(time)").split("\n")).toEqual([
      `beta  ${first.proposal.id}  $24 to Namecheap  proposed at (time)  0 of 1 approved`,
      `acme  ${second.proposal.id}  $24 to Sticker Mule  proposed at (time)  0 of 1 approved`,
      "",
    ]);
    const decision = { decision: "deny", operator: "Ada" } as const;
    for (const { proposal } of [first, second]) {
      const { id: proposalId, workspaceId } = proposal;
      await treasury.decide({ workspaceId, proposalId, ...decision });
    }
    await treasury.close();
    expect((await run(list)).stdout).toBe("Nothing needs approval.\n");
  });
});
