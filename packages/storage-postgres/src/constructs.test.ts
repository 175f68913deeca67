import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { postgresMigrations } from "./migrations.ts";
import { poolThrough } from "./pool-through.fixture.ts";
import type { PostgresQuery } from "./postgres-client.ts";
import { postgresStorage } from "./postgres-storage.ts";
import { statementsFor } from "./statements.ts";

const server = testServer();

const ruledOut: Readonly<Record<string, RegExp>> = {
  "a foreign key": /\bREFERENCES\b|FOREIGN\s+KEY/i,
  "a trigger": /\bTRIGGER\b/i,
  "a sequence": /CREATE\s+SEQUENCE|nextval|\w*SERIAL\b|GENERATED\s+(ALWAYS|BY)|IDENTITY/i,
  "a stored procedure": /\b(FUNCTION|PROCEDURE|plpgsql)\b|\bCALL\b|\bDO\b(?! (UPDATE|NOTHING))/,
  "an advisory lock beyond a transaction": /advisory(?!_xact_lock)/i,
  "a lock of a table": /LOCK\s+TABLE/i,
  "a notification": /\b(LISTEN|NOTIFY|UNLISTEN)\b/,
  "a savepoint": /\bSAVEPOINT\b/i,
  "the state of a session":
    /\bSET\s+(LOCAL(?! statement_timeout = 0)|SESSION|\w+\s*=\s*'|\w+\s+TO\b)|set_config(?!\([^)]*, true\))|\bDISCARD\b/,
  "a temporary table": /\bTEMP(ORARY)?\b/,
  "a named statement or cursor": /\b(PREPARE|EXECUTE|DECLARE|CURSOR)\b/,
  "a transaction over several statements, except the exclusive one":
    /^(?!"?(BEGIN ISOLATION LEVEL READ COMMITTED|COMMIT|ROLLBACK)"?$).*\b(BEGIN|COMMIT|ROLLBACK|START TRANSACTION)\b/s,
};

/** The SQL in a source file: its template texts and strings, without comments. */
function sourcesOfSql(): string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  return (
    files
      .filter((file) => file.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(file))
      // Only the two databases of a move have its triggers.
      .filter((file) => !file.startsWith("moves"))
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
      // A copy requires a transaction to read many pages of one moment (see below).
      .map((source) => source.replace(/^ {4}(begin|end): ".*",$/gm, ""))
      .map((source) => source.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, ""))
      .flatMap((source) => source.match(/`[^`]*`|"[^"]*"/g) ?? [])
  );
}

/** Calls every method of the port, and returns the statements. */
async function everythingSent(): Promise<PostgresQuery[]> {
  const sent: PostgresQuery[] = [];
  const pool = server.pool();
  const storage = postgresStorage({
    schema: "watched",
    pool: poolThrough(pool, (query, send) => {
      sent.push(query);
      return send();
    }),
  });
  await headIn(storage, "acme");
  await storage.commit([commitOn("acme", 0n, null, { put: [docNamed("p1", 1)] })]);
  await storage.exclusive?.({ workspaceId: "acme", keys: [] }, () => commitOn("acme", 1n));
  await storage.exclusive?.({ workspaceId: "acme", keys: [] }, () => null);
  for (const order of ["newest", "oldest"] as const) {
    const docPage = { kind: "proposal", before: null, limit: 1 };
    await storage.view("acme", docPage, { order, beyond: null, limit: 1 });
  }
  await storage.due(1, null, 1, ["proposal"]);
  await storage.workspaces(null, 1);
  await storage.purge(1, 1);
  await storage.rewriteEntries("acme", [{ sequence: 1n, hash: "", body: {} }]);
  const turn = { workspaceId: "acme", turnId: "t1" };
  await storage.turnLog.append({ ...turn, writer: "w", after: 0, bodies: ["said"], expiresAt: 1 });
  await storage.turnLog.read(turn, 0, 1);
  await storage.turnLog.purge(1, 1);
  await storage.turnLog.erase("acme", 1);
  await storage.close();
  return sent;
}

describe("statements sent to PostgreSQL", () => {
  it.each(Object.entries(ruledOut))("do not use %s", async (_, pattern) => {
    const texts = [...sourcesOfSql(), ...postgresMigrations().map(({ sql }) => sql)];
    expect(texts.some((text) => text.includes("INSERT INTO"))).toBe(true);
    expect(texts.filter((text) => pattern.test(text))).toEqual([]);
  });

  it("are one per call of the port, except for the exclusive one, and are unnamed on a pool of the app", async () => {
    const sent = await everythingSent();
    const calls = sent.slice(-23);
    expect(calls.map(({ text }) => text.split(/\s/)[0])).toEqual([
      "SELECT",
      "WITH",
      "BEGIN",
      "SELECT",
      "SELECT",
      "SELECT",
      "WITH",
      "COMMIT",
      "BEGIN",
      "SELECT",
      "SELECT",
      "SELECT",
      "ROLLBACK",
      "SELECT",
      "SELECT",
      "SELECT",
      "SELECT",
      "WITH",
      "WITH",
      "WITH",
      "SELECT",
      "WITH",
      "SELECT",
    ]);
    for (const query of sent) {
      expect(Object.keys(query)).not.toContain("name");
      for (const pattern of Object.values(ruledOut)) expect(query.text).not.toMatch(pattern);
    }
  });

  it("form a transaction only for a copy, which is read-only, and for the exclusive one", async () => {
    const { copy, turns, view, loadOne, ...others } = statementsFor("any");
    const single = { ...others, ...turns, view: view("newest", 1) };
    expect([copy.begin, copy.end]).toEqual([
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
      "COMMIT",
    ]);
    for (const text of [copy.head, copy.docs, copy.entries]) expect(text).toMatch(/^SELECT /);
    for (const text of [...Object.values(single), ...loadOne])
      expect(text).not.toMatch(/\b(BEGIN|COMMIT)\b/);
  });

  it("create keys that begin with the workspace, and no other constraints", async () => {
    const pool = server.pool();
    await headIn(postgresStorage({ pool, schema: "looked_at" }), "acme");
    const keys = await pool.query(
      `SELECT indrelid::regclass::text AS table, attname AS first FROM pg_index
      JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
      WHERE indisunique AND indrelid::regclass::text LIKE 'looked_at.%' ORDER BY 1`,
    );
    expect(keys.rows).toEqual([
      { table: "looked_at.claims", first: "workspace_id" },
      { table: "looked_at.commits", first: "workspace_id" },
      { table: "looked_at.documents", first: "workspace_id" },
      { table: "looked_at.entries", first: "workspace_id" },
      { table: "looked_at.heads", first: "workspace_id" },
      // The only table without workspaces.
      { table: "looked_at.migrations", first: "version" },
      { table: "looked_at.turn_records", first: "workspace_id" },
    ]);
    const others = await pool.query(
      `SELECT conname FROM pg_constraint WHERE connamespace = 'looked_at'::regnamespace
        AND contype NOT IN ('p', 'n')
      UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'looked_at'::regnamespace
        AND (relkind NOT IN ('r', 'i') OR relhastriggers)
      UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'looked_at'::regnamespace`,
    );
    expect(others.rows).toEqual([]);
  });
});
