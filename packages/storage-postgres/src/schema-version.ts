import { readVersion } from "./migrate.ts";
import { postgresMigrations } from "./migrations.ts";
import { storageError } from "./postgres-error.ts";
import { openPool } from "./postgres-pool.ts";
import { replicationRisk } from "./replication-risk.ts";
import { assertSchemaName, defaultSchema } from "./schema-name.ts";

export interface PostgresSchema {
  /** 0 without a schema. */
  readonly version: number;
  readonly newest: number;
  /** Why a failover can lose confirmed commits; null if there is no known reason. */
  readonly risk: string | null;
}

/**
 * Reads the schema version of a database without changing it.
 *
 * @throws TreasuryError `storage_error`
 * @example
 * const { version, newest } = await postgresSchema("postgres://localhost/app");
 */
export async function postgresSchema(
  url: string,
  schema: string = defaultSchema,
): Promise<PostgresSchema> {
  assertSchemaName(schema);
  const held = await openPool(url, 1);
  try {
    const { version } = await readVersion(held.pool, schema);
    const newest = postgresMigrations(schema).at(-1)?.version ?? 0;
    return { version, newest, risk: await replicationRisk(held.pool) };
  } catch (error) {
    throw storageError(error);
  } finally {
    await held.end();
  }
}
