import { systemClock } from "@agent-treasury/provider";
import { scriptedModel } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

const options = {
  baseUrl: "http://localhost:3000",
  budget: { startingCapitalUsd: 100 },
  authenticate: () => ({ name: "Ada" }),
  authorize: () => true,
  // Otherwise a process that waits for longer than a second reads the freezes again.
  clock: { ...systemClock, monotonic: () => 0 },
};

/** What requests wait for. The first commit of a process starts a purge, and a connection is checked once. */
function waitedFor(sent: readonly string[]): readonly string[] {
  return sent.filter((text) => !/DELETE|pg_is_in_recovery/.test(text));
}

describe("an approval over HTTP", () => {
  it.each([
    ["without events", {}, false],
    ["with recorded events", { hooks: {} }, true],
  ])("takes three statements beside the read of freezes, %s", async (_, recording, isRecorded) => {
    const schema = server.newSchema();
    const sent: string[] = [];
    const pool = poolThrough(server.pool(), ({ text }, send) => {
      sent.push(text);
      return send();
    });
    // A process with a consumer turns recording on for all.
    const before = createTreasury({
      ...options,
      ...recording,
      storage: postgresStorage({ url: server.url(), schema }),
      model: scriptedModel(),
    });
    const { state } = await before.runTurn({ message: "Buy tea from Acme for $15" });
    await before.close();
    const storage = postgresStorage({ pool, schema });
    // The first use of a storage updates its schema.
    await storage.workspaces(null, 1);
    sent.length = 0;
    const treasury = createTreasury({ ...options, storage });
    const response = await treasury.handler(
      new Request("http://localhost:3000/api/service/treasury/decide", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "k" },
        body: JSON.stringify({ proposalId: state.proposals[0]?.id, decision: "approve" }),
      }),
    );
    expect(await response.json()).toMatchObject({ proposal: { status: "executed" } });
    // The freeze of all workspaces is read at the same time as the workspace, at most once a second.
    // A new process has not read what is known of the payee, which an approval changes.
    expect(waitedFor(sent)).toHaveLength(4);
    const { rows } = await server
      .pool()
      .query(`SELECT body FROM ${schema}.documents WHERE kind = 'event'`);
    expect(JSON.stringify(rows).includes("proposalExecuted")).toBe(isRecorded);
    await treasury.close();
  });
});

it("takes one statement for a further spend, whose result answers it", async () => {
  const schema = server.newSchema();
  const sent: string[] = [];
  const pool = poolThrough(server.pool(), ({ text }, send) => {
    sent.push(text);
    return send();
  });
  const storage = postgresStorage({ pool, schema });
  const treasury = createTreasury({ ...options, autoApprovePayees: "any", storage });
  const spend = { agentId: "buyer", vendor: "Acme", amountUsd: 4 };
  await treasury.propose({ ...spend, purpose: "first" });
  sent.length = 0;
  const { proposal, explanation } = await treasury.propose({ ...spend, purpose: "second" });
  expect(proposal.status).toBe("executed");
  expect(waitedFor(sent)).toHaveLength(1);
  const read = await treasury.proposal({ proposalId: proposal.id });
  expect([read.proposal, read.explanation]).toEqual([proposal, explanation]);
  await treasury.close();
});
