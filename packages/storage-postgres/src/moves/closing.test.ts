import { setTimeout as sleep } from "node:timers/promises";
import type { Commit, MoveState } from "@agent-treasury/provider";
import { randomIdentifiers } from "@agent-treasury/provider";
import pg from "pg";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { type PostgresStorage, postgresStorage } from "../postgres-storage.ts";

const server = testServer();
const moveId = "5".repeat(32);
const sending: MoveState = { moveId, stage: "sending" };
const closed: MoveState = { moveId, stage: "closed" };

function commitOf(workspaceId: string, expectedVersion: bigint): Commit {
  const head = { epoch: 1, sequence: 0n, lastHash: "0", account: {} };
  return {
    id: randomIdentifiers.random(),
    workspaceId,
    expectedVersion,
    next: { workspaceId, version: expectedVersion + 1n, ...head },
    entries: [],
    put: [],
    create: [],
    claim: [],
  };
}

interface Place {
  readonly storage: PostgresStorage;
  readonly schema: string;
  /** Of another program, for example of an earlier version. */
  readonly client: pg.Client;
}

async function at(work: (place: Place) => Promise<void>): Promise<void> {
  const schema = server.newSchema();
  const storage = postgresStorage({ url: server.url(), schema });
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    await work({ storage, schema, client });
  } finally {
    await client.end();
    await storage.close();
  }
}

const raise = (schema: string, workspaceId = "acme"): string =>
  `UPDATE ${schema}.heads SET version = version + 1 WHERE workspace_id = '${workspaceId}'`;

describe("closing a source", () => {
  it.each([
    ["adds the triggers", []],
    ["finds the triggers of another move", ["other"]],
  ])("waits for a transaction that began before, when it %s", async (_how, others) =>
    at(async ({ storage, schema, client }) => {
      const { moves } = storage;
      for (const workspaceId of ["acme", ...others]) {
        await storage.commit([commitOf(workspaceId, 0n)]);
      }
      for (const workspaceId of others) {
        await moves.advance("out", workspaceId, null, sending);
        await moves.advance("out", workspaceId, sending, closed);
      }
      await moves.advance("out", "acme", null, sending);
      await client.query("BEGIN");
      await client.query(raise(schema));
      let isClosed = false;
      const closing = moves.advance("out", "acme", sending, closed).then((is) => (isClosed = is));
      await sleep(200);
      expect(isClosed).toBe(false);
      await client.query("COMMIT");
      expect(await closing).toBe(true);
      const { rows } = await moves.changes("acme", 10);
      expect(rows.map(({ table, values }) => [table, values[1]])).toEqual([["heads", 2n]]);
      await expect(client.query(raise(schema))).rejects.toMatchObject({ code: "23M01" });
    }),
  );

  it.each(["REPEATABLE READ", "SERIALIZABLE"])(
    "aborts a transaction at %s that began before",
    async (level) =>
      at(async ({ storage, schema, client }) => {
        await storage.commit([commitOf("acme", 0n), commitOf("beta", 0n)]);
        await storage.moves.advance("out", "acme", null, sending);
        await client.query(`BEGIN ISOLATION LEVEL ${level}`);
        await client.query(`SELECT FROM ${schema}.heads`);
        await storage.moves.advance("out", "acme", sending, closed);
        await client.query(raise(schema, "beta"));
        await expect(client.query(raise(schema))).rejects.toMatchObject({ code: "40001" });
        await client.query("ROLLBACK");
        await client.query(`BEGIN ISOLATION LEVEL ${level}`);
        await expect(client.query(raise(schema))).rejects.toMatchObject({ code: "23M01" });
      }),
  );

  it("needs no rights of the app's role on the tables of the move", async () =>
    at(async ({ storage, schema, client }) => {
      await storage.commit([commitOf("acme", 0n)]);
      await client.query(`CREATE ROLE ${schema}_app`);
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${schema}_app`);
      await client.query(`GRANT SELECT, INSERT, UPDATE ON ${schema}.heads TO ${schema}_app`);
      await storage.moves.advance("out", null, null, sending);
      await client.query(`SET ROLE ${schema}_app`);
      await client.query(raise(schema));
      expect((await storage.moves.changes(null, 10)).ids.length).toBe(1);
      await storage.moves.advance("out", null, sending, closed);
      await expect(client.query(raise(schema))).rejects.toMatchObject({ code: "23M01" });
      await storage.moves.advance("out", null, closed, { moveId, stage: "moved" });
      const { rows } = await client.query(`SELECT ${schema}.move_is_complete() AS is`);
      expect(rows).toEqual([{ is: true }]);
    }));
});
