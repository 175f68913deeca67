import { scriptedModel } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

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
    const options = {
      baseUrl: "http://localhost:3000",
      budget: { startingCapitalUsd: 100 },
      authenticate: () => ({ name: "Ada" }),
      authorize: () => true,
    };
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
    // The first commit of a process starts a purge, which no request awaits. A new connection is
    // checked once.
    const waitedFor = sent.filter((text) => !/DELETE|pg_is_in_recovery/.test(text));
    expect(await response.json()).toMatchObject({ proposal: { status: "executed" } });
    // The freeze of all workspaces is read at the same time as the workspace, at most once a second.
    // A new process has not read what is known of the payee, which an approval changes.
    expect(waitedFor).toHaveLength(4);
    const { rows } = await server
      .pool()
      .query(`SELECT body FROM ${schema}.documents WHERE kind = 'event'`);
    expect(JSON.stringify(rows).includes("proposalExecuted")).toBe(isRecorded);
    await treasury.close();
  });
});
