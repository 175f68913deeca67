import { headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { dueValues } from "./listings.ts";
import { loadStatement, loadValues } from "./load.ts";
import { postgresStorage } from "./postgres-storage.ts";
import { purgeValues } from "./purge.ts";
import { rewriteValues } from "./rewrite.ts";
import { statementsFor } from "./statements.ts";
import { viewValues } from "./view.ts";

const server = testServer();
const schema = "planned";
const { view, loadOne, ...statements } = statementsFor(schema);
const loadedKeys = ["p1", "p2", "p3", "p4"].map((id) => ({ kind: "proposal", id }));
const docPage = { kind: "proposal", before: { epoch: 1, ordinal: 50n }, limit: 100 };
const requests = ["w7", "w8"].map((workspaceId) => ({
  workspaceId,
  keys: [{ kind: "proposal", id: "p7" }],
}));

const asked = {
  load: loadValues(requests, null),
  due: dueValues(1_000, { dueAt: 500, workspaceId: "w7", kind: "proposal", id: "p7" }, 100, [
    "proposal",
  ]),
  workspaces: ["w7", 100],
  workspacesWithOpen: ["w7", 100, ["proposal", "action"]],
  purge: purgeValues(1_000, 100),
  rewriteEntries: rewriteValues("w7", [{ sequence: 7n, hash: "", body: {} }]),
} as const;

/** Two hundred workspaces with hundreds of rows each. */
const filling = `INSERT INTO ${schema}.heads SELECT 'w' || w, 1, 1, 1, '', '{}'
    FROM generate_series(1, 5000) w;
  INSERT INTO ${schema}.entries SELECT 'w' || w, s, 1, 1, 1, '', '', '{}'
    FROM generate_series(1, 200) w, generate_series(1, 200) s;
  INSERT INTO ${schema}.documents
    SELECT 'w' || w, 'proposal', 'p' || s, 1, s, s < 5, s * 1000, s * 1000, '{}'
    FROM generate_series(1, 200) w, generate_series(1, 200) s;
  INSERT INTO ${schema}.claims SELECT 'w' || w, 'deposit', 's' || s, s * 1000
    FROM generate_series(1, 200) w, generate_series(1, 200) s;
  INSERT INTO ${schema}.commits SELECT 'w' || w, s, 'id', s * 1000000
    FROM generate_series(1, 200) w, generate_series(1, 200) s;
  INSERT INTO ${schema}.turn_records SELECT 'w' || w, 't' || t, s, 'writer', 1, t * 1000, '{}'
    FROM generate_series(1, 20) w, generate_series(1, 100) t, generate_series(1, 20) s;
  ANALYZE ${schema}.turn_records, ${schema}.heads, ${schema}.entries, ${schema}.documents, ${schema}.claims,
    ${schema}.commits`;

describe("the plan of a statement", () => {
  it("uses indexes only", async () => {
    const pool = server.pool();
    await headIn(postgresStorage({ pool, schema }), "acme");
    await pool.query(filling);
    const all: [string, string, readonly unknown[]][] = [
      ...Object.entries(asked).map(([name, values]): [string, string, readonly unknown[]] => [
        name,
        statements[name as keyof typeof asked],
        values,
      ]),
      ...(["newest", "oldest"] as const).map((order): [string, string, readonly unknown[]] => [
        order,
        view(order, 100),
        viewValues("w7", docPage, { order, beyond: 90n, limit: 100 }, null),
      ]),
      ...loadOne.map((_, count): [string, string, readonly unknown[]] => {
        const one = [{ workspaceId: "w7", keys: loadedKeys.slice(0, count) }];
        const [text, values = []] = loadStatement({ ...statements, loadOne }, one, null);
        return [`load of one workspace with ${count} keys`, text, values];
      }),
      ["copied documents", statements.copy.docs, ["w7", "proposal", "p7", 500]],
      ["appended records", statements.turns.append, ["w7", "t7", "writer", 20, 1, null, "{}"]],
      ["read records", statements.turns.read, ["w7", "t7", 3, 100]],
      ["old turns", statements.turns.before, ["w7", 500, 100]],
      ["removed turns", statements.turns.remove, ["w7", ["t7", "t8"]]],
      ["purged turns", statements.turns.purge, [2_000, 100]],
      ["copied entries", statements.copy.entries, ["w7", "90", 500]],
    ];
    for (const [name, text, values] of all) {
      const { rows } = await pool.query(`EXPLAIN ${text}`, [...values]);
      const plan = rows.map((row: Record<string, unknown>) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("Index");
      expect(`${name}: ${plan}`).not.toContain("Seq Scan");
      if (name === "workspacesWithOpen") expect(plan).toContain("documents_open");
    }
  });

  it("for due documents reads a sorted page of each kind from the index", async () => {
    const pool = server.pool();
    for (const after of [null, { dueAt: 500, workspaceId: "w7", kind: "proposal", id: "p7" }]) {
      const values = dueValues(1_000_000, after, 100, ["proposal", "turn"]);
      const { rows } = await pool.query(`EXPLAIN ${statements.due}`, values);
      const plan = rows.map((row: Record<string, unknown>) => row["QUERY PLAN"]).join("\n");
      // The only sort is of the pages together.
      expect(plan.match(/Sort/g)).toEqual(["Sort", "Sort"]);
      expect(plan).toMatch(/Sort .*\n +Sort Key: .*\n +-> {2}Nested Loop /);
      expect(plan).toMatch(/-> {2}Limit [^]* -> {2}Index Scan using documents_due_by_kind /);
      expect(plan).toContain("Index Cond: ((kind = asked.asked_kind) AND (due_at <= ");
    }
  });

  it("made for empty tables scans none that grows with the ledger", async () => {
    const pool = server.pool({ max: 1 });
    await headIn(postgresStorage({ pool: server.pool(), schema: "empty" }), "acme");
    await pool.query("SET plan_cache_mode = force_generic_plan");
    await pool.query(`PREPARE listed AS ${statementsFor("empty").workspacesWithOpen}`);
    const listed = await pool.query("EXPLAIN EXECUTE listed ('', 100, '{proposal,action}')");
    expect(JSON.stringify(listed.rows)).toContain("Scan using documents_open");
    await pool.query(`PREPARE loaded AS ${statementsFor("empty").load}`);
    const loaded = await pool.query("EXPLAIN EXECUTE loaded (NULL, NULL, NULL, NULL, NULL)");
    expect(JSON.stringify(loaded.rows)).toMatch(/Index Scan using commits_pkey/);
    await pool.query(`PREPARE kept AS ${statementsFor("empty").commit}`);
    const values = Array.from({ length: 31 }, () => "NULL").join(", ");
    const { rows } = await pool.query(`EXPLAIN EXECUTE kept (${values})`);
    const plan = rows.map((row: Record<string, unknown>) => row["QUERY PLAN"]).join("\n");
    for (const table of ["claims", "documents", "commits"]) {
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${table}_pkey`));
      expect(plan).not.toContain(`Seq Scan on ${table}`);
    }
  });
});
