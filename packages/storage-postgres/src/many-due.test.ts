import { testServer } from "postgres-for-tests";
import { recoveryBesideDeliveries } from "test-suites";
import { describe, expect, it } from "vitest";
import { dueValues } from "./listings.ts";
import { migrate } from "./migrate.ts";
import { postgresStorage } from "./postgres-storage.ts";
import { statementsFor } from "./statements.ts";

const server = testServer();
const cursors = process.env["TEST_LONG"] === undefined ? 10_000 : 1_000_000;
const schema = server.newSchema();

const addCursors = async (count: number, to = schema): Promise<void> => {
  await server.pool().query(
    `INSERT INTO ${to}.documents
      SELECT '~delivery/hooks', 'cursor', 'w' || n, 1, NULL, false, 1, NULL, '{}'
      FROM generate_series(1, $1::int) n`,
    [count],
  );
};

recoveryBesideDeliveries(
  { describe, it, expect },
  {
    name: "PostgreSQL",
    open: (now) => postgresStorage({ url: server.url(), schema, now }),
    addCursors,
    cursors,
  },
);

interface PlanNode {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PlanNode[];
}

interface Reads {
  readonly rows: number;
  readonly pages: number;
}

/** Rows that the plan's scans of tables and indexes read, and pages of the whole plan. */
async function readsOfDue(of: string, values: readonly unknown[]): Promise<Reads> {
  const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statementsFor(of).due}`;
  const { rows } = await server.pool().query(explain, [...values]);
  const plan = (rows[0]["QUERY PLAN"] as readonly [{ readonly Plan: PlanNode }])[0].Plan;
  const scanned = (node: PlanNode): number =>
    (/^(Seq|Index|Bitmap).*Scan$/.test(node["Node Type"])
      ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
      : 0) + (node.Plans ?? []).reduce((sum, child) => sum + scanned(child), 0);
  const pages = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  return { rows: scanned(plan), pages };
}

describe(`a page of due payments behind ${cursors} due deliveries`, () => {
  it("reads as many rows as without them, and at most eight more pages", async () => {
    const counted = server.newSchema();
    const pool = server.pool();
    await migrate(pool, counted);
    await pool.query(`INSERT INTO ${counted}.documents
      SELECT 'w' || n, 'proposal', 'p1', 1, n, true, 1000 + n, NULL, '{}'
      FROM generate_series(1, 5000) n`);
    await pool.query(`VACUUM ANALYZE ${counted}.documents`);
    const places = [null, { dueAt: 1_150, workspaceId: "w150", kind: "proposal", id: "p1" }];
    const read = async (): Promise<Reads[]> => {
      const reads: Reads[] = [];
      for (const place of places) {
        reads.push(await readsOfDue(counted, dueValues(9_999, place, 100, ["proposal"])));
      }
      return reads;
    };
    const before = await read();
    expect(before.map(({ rows }) => rows)).toEqual([100, 100]);
    await addCursors(cursors, counted);
    const beside = await read();
    await pool.query(`VACUUM ANALYZE ${counted}.documents`);
    for (const reads of [beside, await read()]) {
      for (const [index, { rows, pages }] of reads.entries()) {
        expect(rows).toBe(before[index]?.rows);
        expect(pages - (before[index]?.pages ?? 0)).toBeLessThanOrEqual(8);
      }
    }
    // All cursors are due at one moment.
    const middle = { dueAt: 1, workspaceId: "~delivery/hooks", kind: "cursor", id: "w9" };
    const inside = await readsOfDue(counted, dueValues(9_999, middle, 100, ["cursor"]));
    expect(inside.rows).toBe(100);
    expect(inside.pages).toBeLessThanOrEqual(100);
  });
});
