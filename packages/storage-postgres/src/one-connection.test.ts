import { scriptedModel } from "@agent-treasury/sandbox";
import { commitOn } from "@agent-treasury/testing/commits";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const many = 130;

/** Proposes a spend in its own workspace, and approves it. */
async function buy(treasury: Treasury, workspaceId: string): Promise<string> {
  const { state } = await treasury.runTurn({ workspaceId, message: "Buy tea from Acme for $15" });
  const proposalId = state.proposals[0]?.id ?? "";
  const decided = { workspaceId, proposalId, decision: "approve", resume: true } as const;
  return (await treasury.decide(decided)).status;
}

// Apps on serverless hosts often have only one connection. A call that acquired a second one would
// deadlock.
describe("a pool of a single connection", () => {
  it("supports many turns and decisions, and a workspace that several processes change", async () => {
    const pool = server.pool({ max: 1, connectionTimeoutMillis: 60_000 });
    const [one, other] = Array.from({ length: 2 }, () =>
      createTreasury({
        baseUrl: "http://localhost:3000",
        storage: postgresStorage({ pool }),
        model: scriptedModel(),
        budget: { startingCapitalUsd: 100 },
      }),
    ) as [Treasury, Treasury];
    const statuses = Array.from({ length: 8 }, (_, index) => buy(one, `w${index}`));
    const changes = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).setBudget({ workspaceId: "busy", limits: {} }),
    );
    expect(new Set(await Promise.all(statuses))).toEqual(new Set(["executed"]));
    expect(await Promise.all(changes)).toHaveLength(20);
    await Promise.all([one.close(), other.close()]);
  });

  it("lists the evidence, erases text, and verifies the rest", async () => {
    const pool = server.pool({ max: 1, connectionTimeoutMillis: 5_000 });
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: postgresStorage({ pool }),
      model: scriptedModel(),
      budget: { startingCapitalUsd: 100 },
      receipts: { key: "0123456789abcdef".repeat(4) },
    });
    // More than one batch, so that other calls begin before all is read.
    for (let index = 0; index < many; index += 1) {
      await treasury.runTurn({ workspaceId: "acme", message: "Buy tea from Acme for $0.10" });
    }
    const lines: string[] = [];
    const period = { workspaceId: "acme", from: new Date("2026-01-01") };
    for await (const line of treasury.receipts.evidence(period)) lines.push(line);
    expect(lines.filter((line) => line.includes('"receipt":"'))).toHaveLength(many);
    const erased = await treasury.eraseText({ workspaceId: "acme", operator: "ada" });
    expect(erased).toMatchObject({ entries: many, documents: many, kept: 0 });
    expect(await treasury.verify("acme")).toMatchObject({ valid: true, entriesChecked: many });
    await treasury.close();
  });

  it("closes while a copy is open, whose consumer has stopped", async () => {
    const storage = postgresStorage({
      url: server.url(),
      schema: server.newSchema(),
      connections: 1,
    });
    await storage.commit([commitOn("acme", 0n)]);
    const parts = storage.copy("acme")[Symbol.asyncIterator]();
    expect((await parts.next()).value).toMatchObject({ kind: "head" });
    await storage.close();
    await expect(parts.next()).rejects.toMatchObject({ code: "storage_error" });
  });
});
