import { commitOn, docNamed } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { expect, it } from "vitest";
import { ask } from "./ask.ts";
import { commitTogether } from "./commit.ts";
import { type Connection, openConnection } from "./connection.ts";
import { loadStatement, loadValues } from "./load.ts";
import { openPool } from "./postgres-pool.ts";
import { statementsFor } from "./statements.ts";
import { viewValues } from "./view.ts";

const server = testServer();
const docPage = { kind: "proposal", before: null, limit: 20 };
const requests = [{ workspaceId: "acme", keys: [{ kind: "proposal", id: "p1" }] }];
const pages = [
  { order: "newest", beyond: null, limit: 20 },
  { order: "oldest", beyond: 7n, limit: 50 },
] as const;

const all = ["lean", "load", "newest", "oldest", "one", "single"];

it("generic plans of commits, loads and views are used, also those made for empty tables", async () => {
  const connection = await oneConnection();
  await useTenTimes(connection);
  const kept = await keptPlans(connection);
  expect([...kept.keys()].toSorted()).toEqual(all);
  expect(Math.min(...kept.values())).toBeGreaterThan(0);
});

it("generic plans are used in workspaces that grew, also after their statistics were updated", async () => {
  const connection = await oneConnection();
  await fill(connection);
  await ask(connection.held.pool, `ANALYZE ${connection.schema}.documents`);
  await ask(connection.held.pool, `ANALYZE ${connection.schema}.entries`);
  await useTenTimes(connection);
  const kept = await keptPlans(connection);
  expect([...kept.keys()].toSorted()).toEqual(all);
  expect(Math.min(...kept.values())).toBeGreaterThan(0);
  await expectNoScans(connection);
});

it("a plan made for empty tables uses indexes once they are large", async () => {
  const connection = await oneConnection();
  await useTenTimes(connection);
  await fill(connection);
  await expectNoScans(connection);
  expect(Math.min(...(await keptPlans(connection)).values())).toBeGreaterThan(0);
});

it("nothing is prepared if prepared statements are disabled", async () => {
  const held = await openPool(server.url(), 1, false);
  const schema = server.newSchema();
  const connection = { ...(await openConnection(held, schema)), schema };
  await spend(connection, 0n);
  await spend(connection, 1n);
  await readAll(connection);
  expect(await keptPlans(connection)).toEqual(new Map());
  await held.end();
});

type Opened = Connection & { readonly schema: string };

/** A storage with a single connection. */
async function oneConnection(): Promise<Opened> {
  const schema = server.newSchema();
  const pool = server.pool({ max: 1 });
  const held = { pool, keepsNames: true, end: async (): Promise<void> => {} };
  return { ...(await openConnection(held, schema)), schema };
}

/** Commits one workspace, then two together. */
async function spend({ held, statements }: Connection, version: bigint): Promise<void> {
  const parts = { create: [docNamed(`p${version}`, "a proposal")] };
  for (const ids of [["acme"], ["b", "c"]]) {
    const outcomes = await commitTogether(
      (statement, values) => ask(held.pool, statements[statement], values),
      ids.map((id) => commitOn(id, version, null, parts)),
      () => null,
    );
    expect(outcomes).toEqual(ids.map(() => ({ kind: "committed" })));
  }
}

/** Reads a missing workspace, and then ten times after spends in it. */
async function useTenTimes(connection: Connection): Promise<void> {
  await readAll(connection);
  await spend(connection, 0n);
  for (let version = 1n; version <= 10n; version += 1n) {
    await spend(connection, version);
    await readAll(connection);
  }
}

async function readAll({ held, statements }: Connection): Promise<void> {
  await ask(held.pool, statements.load, loadValues(requests, null));
  await ask(held.pool, ...loadStatement(statements, requests, null));
  for (const page of pages) {
    const values = viewValues("acme", docPage, page, null);
    await ask(held.pool, statements.view(page.order, page.limit), values);
  }
}

/** How often the session used a generic plan, by statement. */
async function keptPlans({ held, schema }: Opened): Promise<Map<string, number>> {
  const rows = await ask(
    held.pool,
    "SELECT statement, generic_plans::text FROM pg_prepared_statements WHERE from_sql = false",
  );
  const { lean, load, loadOne, view, single_0_0_1_0: single } = statementsFor(schema);
  const [one] = loadStatement({ load, loadOne }, requests, null);
  const texts = { lean, load, newest: view("newest", 20), oldest: view("oldest", 50), one, single };
  return new Map(
    Object.entries(texts).flatMap(([name, text]): [string, number][] => {
      const row = rows.find(([statement]) => statement === text);
      return row === undefined ? [] : [[name, Number(row[1])]];
    }),
  );
}

/** Adds ten thousand proposals and entries without updating statistics. */
async function fill({ held, schema }: Opened): Promise<void> {
  await ask(
    held.pool,
    `INSERT INTO ${schema}.documents SELECT 'acme', 'proposal', 'q' || n, 1, n, false, NULL, NULL, '{}'
    FROM generate_series(100, 10000) n`,
  );
  await ask(
    held.pool,
    `INSERT INTO ${schema}.entries SELECT 'acme', n, 1, 1, 1, '', '', '{}'
    FROM generate_series(100, 10000) n`,
  );
  await ask(
    held.pool,
    `INSERT INTO ${schema}.heads SELECT 'w' || n, 1, 1, 1, '', '{}' FROM generate_series(1, 5000) n`,
  );
}

/** Checks the generic plans of the session. */
async function expectNoScans({ held }: Opened): Promise<void> {
  const prepared = await ask(
    held.pool,
    "SELECT name, array_length(parameter_types, 1)::text FROM pg_prepared_statements WHERE generic_plans > 0",
  );
  expect(prepared.length).toBeGreaterThan(3);
  for (const [name, count] of prepared) {
    const values = Array.from({ length: Number(count) }, () => "NULL").join(", ");
    const rows = await ask(held.pool, `EXPLAIN EXECUTE ${name} (${values})`);
    const plan = rows.map(([line]) => line).join("\n");
    expect(plan).not.toMatch(/Seq Scan on (heads|documents|entries|claims)/);
    expect(plan).not.toMatch(/Sort Key: (documents|entries)/);
  }
}
