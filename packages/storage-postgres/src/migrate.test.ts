import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { postgresMigrations } from "./migrations.ts";
import type { PostgresClient } from "./postgres-client.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const newest = postgresMigrations().length;

describe("the migrations", () => {
  it("run once, even if eight pools open the same new schema concurrently", async () => {
    for (let round = 0; round < 5; round += 1) {
      const schema = server.newSchema();
      const storages = Array.from({ length: 8 }, () =>
        postgresStorage({ url: server.url(), schema, connections: 2 }),
      );
      const heads = await Promise.all(storages.map((storage) => headIn(storage, "acme")));
      expect(heads).toEqual(storages.map(() => null));
      const { rows } = await server.pool().query(`SELECT version, name FROM ${schema}.migrations`);
      expect(rows).toEqual(postgresMigrations().map(({ version, name }) => ({ version, name })));
      const outcomes = await Promise.all(
        storages.map((storage, index) => storage.commit([commitOn(`w${index}`, 0n)])),
      );
      expect(outcomes.flat().every(({ kind }) => kind === "committed")).toBe(true);
      await Promise.all(storages.map((storage) => storage.close()));
    }
  });

  it("may take hours, while other statements end after half a minute", async () => {
    const timeouts: (readonly [isStep: boolean, timeoutMs: number])[] = [];
    let version = 0;
    const client: PostgresClient = {
      query: async ({ text, query_timeout }) => {
        const isStep = !text.startsWith("SELECT");
        timeouts.push([isStep, query_timeout]);
        if (isStep) version = newest;
        return { rows: [text.includes("max(version)") ? [String(version)] : ["true", "true"]] };
      },
      on: () => {},
      removeListener: () => {},
      release: () => {},
    };
    await migrate({ connect: async () => client }, "agent_treasury");
    const [hours, half] = [6 * 3_600_000, 30_000];
    expect(new Set(timeouts.map(String))).toEqual(new Set([`false,${half}`, `true,${hours}`]));
  });

  it("add a later step once, even if eight pools add it concurrently", async () => {
    const schema = server.newSchema();
    const pools = Array.from({ length: 8 }, () => server.pool());
    await migrate(pools[0]!, schema);
    const version = newest + 1;
    const sql = `INSERT INTO ${schema}.migrations VALUES (${version}, 'more');
      ALTER TABLE ${schema}.heads ADD COLUMN more TEXT; SELECT pg_sleep(0.1);`;
    const steps = [...postgresMigrations(schema), { version, name: "more", sql }];
    await Promise.all(pools.map((pool) => migrate(pool, schema, steps)));
    const { rows } = await pools[0]!.query(`SELECT version FROM ${schema}.migrations ORDER BY 1`);
    expect(rows).toEqual(steps.map((step) => ({ version: step.version })));
  });

  it("are not canceled by the role's limit for statements", async () => {
    const schema = server.newSchema();
    const pool = server.pool({ options: "-c statement_timeout=200" });
    const [first] = postgresMigrations(schema);
    const step = { version: 1, name: "slow", sql: `SELECT pg_sleep(0.4); ${first?.sql}` };
    await migrate(pool, schema, [step]);
    const client = await pool.connect();
    const { rows } = await client.query("SHOW statement_timeout");
    client.release();
    expect(rows).toEqual([{ statement_timeout: "200ms" }]);
  });

  it("add turns to an existing ledger once, even if eight storages open it concurrently", async () => {
    const schema = server.newSchema();
    const pool = server.pool();
    await migrate(pool, schema, postgresMigrations(schema).slice(0, 1));
    await pool.query(`INSERT INTO ${schema}.heads VALUES ('acme', 7, 1, 3, 'hash', '{}')`);
    const storages = Array.from({ length: 8 }, () =>
      postgresStorage({ url: server.url(), schema, connections: 2 }),
    );
    const heads = await Promise.all(storages.map((storage) => headIn(storage, "acme")));
    expect(heads.map((head) => head?.version)).toEqual(storages.map(() => 7n));
    const append = { workspaceId: "acme", turnId: "t", after: 0, bodies: ["said"], expiresAt: 1 };
    const outcomes = await Promise.all(
      storages.map(({ turnLog }, index) => turnLog.append({ ...append, writer: `w${index}` })),
    );
    expect(outcomes.toSorted()).toEqual([
      "appended",
      ...Array.from({ length: 7 }, () => "conflict"),
    ]);
    await Promise.all(storages.map((storage) => storage.close()));
  });

  it("index due documents of an existing ledger by kind, once", async () => {
    const schema = server.newSchema();
    const pool = server.pool();
    await migrate(pool, schema, postgresMigrations(schema).slice(0, 2));
    await pool.query(`INSERT INTO ${schema}.documents
      VALUES ('acme', 'turn', 't1', 1, NULL, false, 5, NULL, '{}')`);
    const storages = Array.from({ length: 8 }, () =>
      postgresStorage({ url: server.url(), schema, connections: 2 }),
    );
    const lists = await Promise.all(
      storages.map((storage) => storage.due(5, null, 10, ["proposal", "turn"])),
    );
    expect(lists.flat().map(({ doc }) => doc.id)).toEqual(storages.map(() => "t1"));
    const indexes = await pool.query(
      "SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1 AND indexname LIKE '%due%'",
      [schema],
    );
    expect(indexes.rows).toEqual([{ name: "documents_due_by_kind" }]);
    // The query of a process that opened the database before.
    const older = await pool.query(`SELECT id FROM ${schema}.documents WHERE due_at <= 5
      AND (due_at, workspace_id, kind, id) > (0, '', '', '') ORDER BY due_at LIMIT 10`);
    expect(older.rows).toEqual([{ id: "t1" }]);
    await Promise.all(storages.map((storage) => storage.close()));
  });

  it("store heads of up to half a page without compression", async () => {
    const schema = server.newSchema();
    const pool = server.pool();
    const isCompressed = async (workspaceId: string): Promise<boolean> => {
      await pool.query(`INSERT INTO ${schema}.heads
        VALUES ('${workspaceId}', 1, 1, 1, 'hash', repeat('account ', 475))`);
      const { rows } = await pool.query<{ isShorter: boolean }>(`SELECT
        pg_column_size(account) < octet_length(account) AS "isShorter"
        FROM ${schema}.heads WHERE workspace_id = '${workspaceId}'`);
      return rows[0]?.isShorter === true;
    };
    await migrate(pool, schema, postgresMigrations(schema).slice(0, 3));
    expect(await isCompressed("before")).toBe(true);
    await migrate(pool, schema);
    expect(await isCompressed("after")).toBe(false);
  });

  it("leave no changes of a step that fails halfway", async () => {
    const schema = server.newSchema();
    const pool = server.pool();
    const [first] = postgresMigrations(schema);
    const broken = { version: 1, name: "broken", sql: `${first?.sql} SELECT 1 / 0;` };
    await expect(migrate(pool, schema, [broken])).rejects.toThrow(/division by zero/);
    const { rows } = await pool.query("SELECT to_regnamespace($1) AS schema", [schema]);
    expect(rows).toEqual([{ schema: null }]);
    await migrate(pool, schema);
  });

  it("can be run in advance, for a role that cannot create tables", async () => {
    const schema = server.newSchema();
    const pool = server.pool();
    const clerk = `clerk_of_${schema}`;
    const script = postgresMigrations(schema).map(({ sql }) => sql);
    await pool.query(`CREATE SCHEMA ${schema}; ${script.join("\n")}
      CREATE ROLE ${clerk} LOGIN PASSWORD 'clerk'; GRANT USAGE ON SCHEMA ${schema} TO ${clerk};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${clerk}`);
    const url = server.url({ user: clerk, password: "clerk" });
    const storage = postgresStorage({ url, schema });
    expect(await storage.commit([commitOn("acme", 0n)])).toEqual([{ kind: "committed" }]);
    await storage.purge(1, 1);
    const append = { workspaceId: "acme", turnId: "t", writer: "w", bodies: ["said"] };
    for (const after of [0, 1]) {
      const outcome = await storage.turnLog.append({ ...append, after, expiresAt: 1 });
      expect(outcome).toBe("appended");
    }
    expect(await storage.turnLog.erase("acme", Number.MAX_SAFE_INTEGER)).toBe(2);
    await storage.turnLog.purge(1, 1);
    await storage.close();
    const elsewhere = postgresStorage({ url, schema: server.newSchema() });
    await expect(headIn(elsewhere, "acme")).rejects.toThrow(
      /denies this role CREATE on the database/,
    );
    await elsewhere.close();
  });

  it("reject a schema of a newer version without changing it", async () => {
    const schema = server.newSchema();
    const pool = server.pool();
    await migrate(pool, schema);
    await pool.query(`INSERT INTO ${schema}.migrations VALUES (${newest + 1}, 'from the future')`);
    const storage = postgresStorage({ pool, schema });
    await expect(headIn(storage, "acme")).rejects.toThrow(
      `has schema ${newest + 1}, and this version of the package supports schemas up to ${newest}: update`,
    );
    await pool.query(`DELETE FROM ${schema}.migrations WHERE version > ${newest}`);
    expect(await headIn(storage, "acme")).toBeNull();
    await storage.close();
  });

  it("accept only plain schema names", () => {
    for (const schema of ["", "Treasury", 'a"b', "a.b", "pg_mine", "x".repeat(64), "1st", "a b"]) {
      expect(() => postgresStorage({ url: "", schema })).toThrow(/schema name ".*" is invalid/);
      expect(() => postgresMigrations(schema)).toThrow(/schema name ".*" is invalid/);
    }
  });
});
