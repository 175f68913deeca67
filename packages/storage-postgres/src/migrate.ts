import { setTimeout as sleep } from "node:timers/promises";
import type { TreasuryError } from "@agent-treasury/provider";
import { ask } from "./ask.ts";
import { type PostgresMigration, postgresMigrations } from "./migrations.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { databaseError } from "./postgres-error.ts";
import { numberFrom } from "./rows.ts";
import { meaningOf, sqlStateOf } from "./sql-state.ts";

const attemptsAtMost = 50;
const longestPauseMs = 100;
/** A step may build an index of a large table. */
const stepTimeoutMs = 6 * 3_600_000;

const insufficientPrivilege = "42501";

/** A syntax error. The name of the schema is the only part of the statement that varies. */
const reservedWord = "42601";

/** Errors of a read before the schema is created. */
const missing: readonly string[] = [
  "3F000", // invalid_schema_name
  "42P01", // undefined_table
];

/** Errors of concurrent creation. */
const madeByAnother: readonly string[] = [
  "23505", // unique_violation, also in the catalogue
  "42P06", // duplicate_schema
  "42P07", // duplicate_table
  "42710", // duplicate_object
  "XX000", // "tuple concurrently updated"
];

/**
 * Runs the missing steps, each in one transaction. If several processes run a step, one succeeds,
 * and the others check again.
 */
export async function migrate(
  pool: PostgresPool,
  schema: string,
  migrations: readonly PostgresMigration[] = postgresMigrations(schema),
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  for (let attempt = 0; ; attempt += 1) {
    const { hasSchema, version } = await readVersion(pool, schema);
    if (version === newest) return;
    if (version > newest) {
      throw databaseError(
        `has schema ${version}, and this version of the package supports schemas up to ${newest}: update @agent-treasury/storage-postgres`,
      );
    }
    const next = migrations.find((migration) => migration.version > version);
    try {
      // The statements of one message form one transaction. A limit of the role for usual statements
      // would cancel a long step each time.
      const unlimited = "SET LOCAL statement_timeout = 0;\n";
      const preparation = hasSchema ? unlimited : `${unlimited}CREATE SCHEMA ${schema};\n`;
      await ask(pool, preparation + (next?.sql ?? ""), [], stepTimeoutMs);
    } catch (error) {
      if (sqlStateOf(error) === insufficientPrivilege)
        throw missingRight(hasSchema, version, error);
      if (!isWorthAnotherLook(error) || attempt >= attemptsAtMost) throw error;
      await sleep(Math.random() * longestPauseMs);
    }
  }
}

function missingRight(hasSchema: boolean, version: number, cause: unknown): TreasuryError {
  if (version > 0) {
    const problem = `has schema ${version}, and denies this role its update`;
    return databaseError(
      `${problem}: run agent-treasury migrate with the role that owns the schema`,
      cause,
    );
  }
  const right = hasSchema ? "on the schema" : "on the database";
  return databaseError(
    `denies this role CREATE ${right}: grant it, or run the SQL that agent-treasury migrate --print prints with another role`,
    cause,
  );
}

/** 0 without a schema. Read-only. */
export async function readVersion(
  pool: PostgresPool,
  schema: string,
): Promise<{ readonly hasSchema: boolean; readonly version: number }> {
  const text = `SELECT coalesce(max(version), 0)::text FROM ${schema}.migrations`;
  try {
    return { hasSchema: true, version: numberFrom(await ask(pool, text)) };
  } catch (error) {
    const state = sqlStateOf(error) ?? "";
    if (state === reservedWord) {
      throw databaseError(
        `reserves the word "${schema}": choose another name for the schema`,
        error,
      );
    }
    if (!missing.includes(state)) throw error;
  }
  const [found] = await ask(pool, "SELECT (to_regnamespace($1) IS NOT NULL)::text", [schema]);
  return { hasSchema: found?.[0] === "true", version: 0 };
}

function isWorthAnotherLook(error: unknown): boolean {
  return meaningOf(error) === "again" || madeByAnother.includes(sqlStateOf(error) ?? "");
}
